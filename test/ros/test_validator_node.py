"""The validator over the wire: it agrees with what is right, and finds what is not."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import Inertia, InertiaStamped, Vector3
from rclpy.qos import DurabilityPolicy, QoSProfile
from rclpy.serialization import serialize_message
from sensor_msgs.msg import JointState
from std_msgs.msg import String
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.arm.urdf import urdf
from puma560_dynamics.control.feed_forward import TERM_NAMES
from puma560_dynamics.control.residual import ResidualCheck
from puma560_dynamics.nodes.wire import terms_message
from puma560_dynamics.recursive.pinocchio_model import PinocchioModel

LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
MANY = QoSProfile(depth=1000)


def _seconds(stamp: Time) -> float:
    return stamp.sec + 1e-9 * stamp.nanosec


class Bench:
    """The validator's surroundings: what it hears, and what it says."""

    def __init__(self, peer, arm: Arm) -> None:
        self.peer, self.arm = peer, arm
        self.residuals = peer.listen(JointState, "validator_node/residual", MANY)
        self.diagnostics = peer.listen(DiagnosticArray, "/diagnostics", MANY)
        self.description = peer.node.create_publisher(String, "robot_description", LATCHED)
        self.payload = peer.node.create_publisher(InertiaStamped, "feedforward_node/payload", LATCHED)
        self.terms = peer.node.create_publisher(JointTrajectory, "feedforward_node/terms", MANY)
        self.states = peer.node.create_publisher(JointState, "joint_states", MANY)
        publishers = (self.description, self.payload, self.terms, self.states)
        assert peer.until(lambda: all(publisher.get_subscription_count() for publisher in publishers))
        no_payload = InertiaStamped()
        no_payload.header.frame_id = "link6"
        self.payload.publish(no_payload)

    def said(self, about: str) -> list:
        """Every status so far about `residual` or `effort`."""
        return [m.status[0] for m in list(self.diagnostics) if m.status[0].name == f"validator_node: {about}"]

    def level(self, about: str = "residual") -> int:
        """The last level."""
        said = self.said(about)
        return int.from_bytes(said[-1].level, "little") if said else -1

    def message(self, about: str = "residual") -> str:
        """The last message."""
        said = self.said(about)
        return said[-1].message if said else ""

    def durations(self, level: int) -> list[float]:
        """Seconds for which `level` was shown, each time, by the validator's own clock."""
        shown = [
            (_seconds(m.header.stamp), int.from_bytes(m.status[0].level, "little"))
            for m in list(self.diagnostics)
            if m.status[0].name == "validator_node: residual"
        ]
        result, since = [], None
        for stamp, now in shown:
            if now == level and since is None:
                since = stamp
            elif now != level and since is not None:
                result.append(stamp - since)
                since = None
        return result

    def figure(self, key: str, about: str = "residual") -> str:
        """The last value of a key; empty if the last status has none."""
        said = self.said(about)
        return {item.key: item.value for item in said[-1].values}.get(key, "") if said else ""

    def figures(self, key: str, about: str = "residual") -> np.ndarray:
        """The same for a row of numbers."""
        return np.array([float(word) for word in self.figure(key, about).split()])

    def ask(self, message: JointTrajectory) -> np.ndarray:
        """The residual that comes back for a terms message."""
        self.residuals.clear()
        self.terms.publish(message)
        assert self.peer.until(lambda: self.residuals, 10.0)
        return np.array(self.residuals[0].effort)


@pytest.fixture
def state() -> tuple[np.ndarray, ...]:
    """Any state."""
    return tuple(np.random.default_rng(0).uniform(-1, 1, (3, 6)))


def right_terms(arm: Arm, state: tuple[np.ndarray, ...], payload: Link | None = None) -> dict[str, np.ndarray]:
    """Every term as it should be on the wire, whatever their number."""
    if payload is None:
        model = load_model("full", arm).terms(*state)
        terms = {"gravity": model.gravity, "inertia": model.inertia}
        terms |= {"coriolis": model.coriolis, "centrifugal": model.centrifugal}
        if "motor_inertia" in TERM_NAMES:
            terms["motor_inertia"] = arm.motor_inertia * state[2]
            terms["inertia"] = load_model("newton_euler", arm).kinetic_energy_matrix(state[0]) @ state[2]
            terms["inertia"] = terms["inertia"] - terms["motor_inertia"]
        return terms
    return ResidualCheck(PinocchioModel(arm, urdf(arm), payload)).terms(*state)


def stamped(nanoseconds: int) -> Time:
    """A stamp."""
    return Time(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)


def test_it_loads_the_description_and_judges(start, peer, arm: Arm, state):
    start("validator_node")
    bench = Bench(peer, arm)

    # A broken description is refused in words, and the node lives on.
    bench.description.publish(String(data="<robot"))
    assert peer.until(lambda: bench.level() == 2)
    assert "robot description" in bench.message()
    peer.wait(1.1)
    bench.description.publish(String(data=urdf(arm)))
    assert peer.until(lambda: bench.level() == 0)
    terms = right_terms(arm, state)

    def message(**errors: float) -> JointTrajectory:
        wrong = {name: torque + errors.get(name, 0.0) for name, torque in terms.items()}
        return terms_message(Time(), arm.joint_names, state, wrong)

    assert np.abs(bench.ask(message())).max() < 1e-11
    assert np.abs(bench.ask(terms_message(Time(), arm.joint_names, state, {"gravity": terms["gravity"]}))).max() < 1e-11

    # Either sign; only just above the tolerance of 1e-9 a warning, above the error tolerance of 1e-6 an error.
    for error, level in ((2e-9, 1), (-2e-9, 1), (2e-6, 2), (-0.25, 2)):
        np.testing.assert_allclose(bench.ask(message(gravity=error)), error, rtol=1e-2)
        assert peer.until(lambda level=level: bench.level() == level)
        assert "disagree" in bench.message()
        assert bench.figure("disagreeing_terms") == "gravity"
        # A fault is shown for a second at least, then good torques clear it.
        end = time.monotonic() + 1.1
        while time.monotonic() < end:
            bench.ask(message())
        assert peer.until(lambda: bench.level() == 0)
    assert min(bench.durations(1) + bench.durations(2)) >= 0.9  # no flicker
    bench.ask(message(gravity=5e-10))
    peer.wait(0.2)
    assert bench.level() == 0

    np.testing.assert_allclose(bench.ask(message(inertia=0.25)), 0.25, atol=1e-11)
    assert peer.until(lambda: bench.level() == 2)
    assert peer.until(lambda: bench.figure("disagreeing_terms") == "gravity,inertia")
    assert float(bench.figure("worst_Nm")) == pytest.approx(0.25)

    bench.residuals.clear()
    bench.terms.publish(JointTrajectory(joint_names=list(arm.joint_names), points=[JointTrajectoryPoint()]))
    assert peer.until(lambda: "1 points" in bench.message())
    assert not bench.residuals


def test_joints_may_have_other_names(start, peer, arm: Arm, state):
    names = ("waist", "shoulder", "elbow", "roll", "bend", "turn")
    renamed = arm.with_(joints=tuple(replace(joint, name=name) for joint, name in zip(arm.joints, names, strict=True)))
    start("validator_node", joints=f"[{','.join(names)}]")
    bench = Bench(peer, renamed)
    bench.description.publish(String(data=urdf(renamed)))
    assert peer.until(lambda: bench.level() == 0)
    assert np.abs(bench.ask(terms_message(Time(), names, state, right_terms(arm, state)))).max() < 1e-11
    assert list(bench.residuals[0].name) == list(names)


def test_statistics_of_the_window_and_since_the_start(start, peer, arm: Arm, state):
    start("validator_node", window=1.0, tolerance=1.0, error_tolerance=0.5)
    bench = Bench(peer, arm)
    bench.description.publish(String(data=urdf(arm)))
    assert peer.until(lambda: bench.level() == 0)
    rng = np.random.default_rng(1)
    terms = right_terms(arm, state)
    errors = rng.uniform(-0.9, 0.9, (50, 6)) * np.arange(6)[None, :] / 5.0
    for error in errors:
        wrong = {**terms, "coriolis": terms["coriolis"] + error}
        bench.terms.publish(terms_message(Time(), arm.joint_names, state, wrong))
        peer.wait(0.002)
    # error_tolerance below tolerance counts as tolerance, so all of it is well.
    assert peer.until(lambda: bench.figure("start.samples") == "50")
    assert {int.from_bytes(status.level, "little") for status in bench.said("residual")} <= {0, 1}
    assert bench.message() == "explicit model and Pinocchio agree"
    rms = np.sqrt((errors**2).mean(axis=0))
    np.testing.assert_allclose(bench.figures("start.rms_Nm")[1:], rms[1:], rtol=6e-3)
    np.testing.assert_allclose(bench.figures("start.mean_Nm")[1:], errors.mean(axis=0)[1:], rtol=6e-3)
    np.testing.assert_allclose(bench.figures("start.worst_Nm")[1:], np.abs(errors).max(axis=0)[1:], rtol=6e-3)
    # The window forgets, the figures since the start do not.
    peer.wait(1.2)
    assert peer.until(lambda: bench.figure("window.samples") == "")
    assert bench.figure("start.samples") == "50"
    assert bench.figure("compared") == "50"


def payload_message(payload: Link, now: int, frame: str = "link6") -> InertiaStamped:
    """A payload on the wire."""
    x, y, z = payload.center_of_gravity.tolist()
    i = payload.inertia
    message = InertiaStamped(
        inertia=Inertia(
            m=payload.mass, com=Vector3(x=x, y=y, z=z), ixx=i[0, 0], ixy=i[0, 1], ixz=i[0, 2], iyy=i[1, 1],
            iyz=i[1, 2], izz=i[2, 2],
        )
    )  # fmt: skip
    message.header.frame_id = frame
    message.header.stamp = stamped(now)
    return message


def test_a_payload_is_known_and_its_change_is_left_out(start, peer, arm: Arm, state):
    start("validator_node")
    bench = Bench(peer, arm)
    bench.description.publish(String(data=urdf(arm)))
    assert peer.until(lambda: bench.level() == 0)
    turn = np.linalg.qr(np.random.default_rng(2).normal(size=(3, 3)))[0]
    payload = Link("payload", 2.0, np.array([0.02, -0.03, 0.1]), turn @ np.diag([0.01, 0.02, 0.025]) @ turn.T)
    bare, loaded = right_terms(arm, state), right_terms(arm, state, payload)
    assert np.abs(loaded["gravity"] - bare["gravity"]).max() > 1.0

    def publish(terms: dict[str, np.ndarray], at: int) -> None:
        bench.terms.publish(terms_message(stamped(at), arm.joint_names, state, terms))

    # As in operation: a torque each 4 ms; the load is taken at once known, and given back with word 40 ms late.
    begun = time.time_ns()
    taken, given = begun + 700_000_000, begun + 1_600_000_000
    told = 0
    while (now := time.time_ns()) < begun + 2_400_000_000:
        publish(loaded if taken <= now < given else bare, now)
        if told == 0 and now >= taken:
            bench.payload.publish(payload_message(payload, taken))
            told = 1
        if told == 1 and now >= given + 40_000_000:
            bench.payload.publish(payload_message(Link("none", 0.0, np.zeros(3), np.zeros((3, 3))), given))
            told = 2
        peer.executor.spin_once(timeout_sec=0.0)
        time.sleep(0.004)
    assert peer.until(lambda: bench.residuals and _stamp(bench.residuals[-1]) > given + 500_000_000)
    stamps = np.array([_stamp(message) for message in bench.residuals])
    residuals = np.array([message.effort for message in bench.residuals])
    assert np.abs(residuals).max() < 1e-11
    assert (stamps < taken).any() and ((stamps > taken) & (stamps < given)).any() and (stamps > given).any()
    assert min(np.abs(stamps - taken).min(), np.abs(stamps - given).min()) >= 100_000_000
    bench.payload.publish(payload_message(payload, time.time_ns()))
    assert peer.until(lambda: bench.figure("payload_kg") == "2.0")
    assert peer.until(lambda: int(bench.figure("around_payload_change")) > 0)
    assert all(status.level == bytes([0]) for status in bench.said("residual")[1:])

    # What is no payload is refused in words, and the last good one stays.
    for wrong, words in (
        (payload_message(payload, given, frame="base_link"), "expected 'link6'"),
        (payload_message(Link("x", -1.0, np.zeros(3), np.eye(3)), given), "of 0 or more"),
        (payload_message(Link("x", 1.0, np.full(3, np.nan), np.eye(3)), given), "finite numbers"),
        (payload_message(Link("x", 1.0, np.zeros(3), -np.eye(3)), given), "principal moments"),
    ):
        bench.payload.publish(wrong)
        assert peer.until(lambda words=words: words in bench.message())
    peer.wait(0.2)  # torques around the last change are left out
    assert np.abs(bench.ask(terms_message(stamped(time.time_ns()), arm.joint_names, state, loaded))).max() < 1e-11


def _stamp(message: JointState) -> int:
    return message.header.stamp.sec * 10**9 + message.header.stamp.nanosec


def test_measured_effort(start, peer, arm: Arm, state):
    start("validator_node", effort_tolerance=0.05, window=2.0)
    bench = Bench(peer, arm)
    bench.description.publish(String(data=urdf(arm)))
    assert peer.until(lambda: "no joint_states with effort" in bench.message("effort"))
    terms = right_terms(arm, state)
    total = sum(terms.values())

    def publish(effort: list[float], terms: dict[str, np.ndarray] = terms) -> None:
        now = stamped(time.time_ns())
        q, qd, _ = state
        # Another order of the joints, to be matched by name.
        names = list(reversed(arm.joint_names))
        state_message = JointState(name=names, position=q[::-1].tolist(), velocity=qd[::-1].tolist())
        state_message.header.stamp = now
        state_message.effort = effort[::-1]
        bench.terms.publish(terms_message(now, arm.joint_names, state, terms))
        bench.states.publish(state_message)
        peer.wait(0.005)

    def until(words: str, effort: list[float], **more: object) -> None:
        end = time.monotonic() + 15.0
        while words not in bench.message("effort"):
            assert time.monotonic() < end, bench.message("effort")
            publish(effort, **more)

    until("effort of joint_states is empty", [])
    until("effort of joint2 is not finite", [*total[:1], float("nan"), *total[2:]])
    assert bench.figure("compared", "effort") == "0"
    bias = 0.02 * arm.maximum_torque * np.array([1, -1, 1, -1, 1, -1])
    until("agree within the tolerance", (total + bias).tolist())
    assert bench.level("effort") == 0
    assert peer.until(lambda: len(bench.figures("start.bias_Nm", "effort")) == 6)
    np.testing.assert_allclose(bench.figures("start.bias_Nm", "effort"), bias, rtol=6e-3)
    np.testing.assert_allclose(bench.figures("window.rms_share", "effort"), 0.02, rtol=6e-3)

    worse = total.copy()
    worse[4] += 0.5 * arm.maximum_torque[4]
    until("beyond the tolerance at joint5", worse.tolist())
    assert bench.level("effort") == 1

    # With a term switched off the sum is not the arm's torque.
    partial = {name: torque for name, torque in terms.items() if name != "coriolis"}
    until("terms of the model are switched off", total.tolist(), terms=partial)
    assert bench.level() == 0  # the residual is a status of its own


def test_at_1_khz_every_torque_is_accounted_for_and_a_flood_is_shed(start, peer, arm: Arm, state):
    start("validator_node")
    bench = Bench(peer, arm)
    bench.description.publish(String(data=urdf(arm)))
    assert peer.until(lambda: bench.level() == 0)
    terms = right_terms(arm, state)
    messages = [terms_message(Time(sec=1, nanosec=k), arm.joint_names, state, terms) for k in range(1000)]
    begun = time.monotonic()
    for index, message in enumerate(messages):
        bench.terms.publish(message)
        while time.monotonic() - begun < 1e-3 * (index + 1):
            time.sleep(1e-4)

    def accounted() -> int:
        return int(bench.figure("compared")) + int(bench.figure("skipped"))

    # None is lost unseen; on a machine with time to spare none is skipped, on a busy one that is said.
    assert peer.until(lambda: accounted() == 1000, 10.0), bench.said("residual")[-1]
    assert int(bench.figure("compared")) > 100
    assert bench.level() == 0

    # As fast as it goes: what cannot be compared is passed over, and the newest is compared soon.
    wrong = {**terms, "gravity": terms["gravity"] + 0.25}
    bench.residuals.clear()
    raw = serialize_message(messages[0])
    for _ in range(20_000):
        bench.terms.publish(raw)
    last = Time(sec=2)
    bench.terms.publish(terms_message(last, arm.joint_names, state, wrong))
    assert peer.until(lambda: bench.residuals and bench.residuals[-1].header.stamp == last)
    assert peer.until(lambda: bench.level() == 2)
    assert bench.figure("rejected") == "0"
