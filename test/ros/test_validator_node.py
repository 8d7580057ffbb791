"""The validator over the wire: it agrees with what is right, and finds what is not."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from builtin_interfaces.msg import Time
from helpers.arm.bad_descriptions import UNREADABLE
from helpers.ros.judged import Bench, right_terms
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.publisher import Publisher
from rclpy.serialization import serialize_message
from std_msgs.msg import String
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from puma560_dynamics.arm import Arm
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.nodes.wire.messages import terms_message


@pytest.fixture
def state() -> tuple[np.ndarray, ...]:
    """Any state."""
    return tuple(np.random.default_rng(0).uniform(-1, 1, (3, 6)))


def published(publisher: Publisher, message: bytes) -> bool:
    """Whether the middleware had room for a message."""
    try:
        publisher.publish(message)
    except rclpy_implementation.RCLError:
        return False
    return True


def test_no_text_ends_it_and_a_good_description_is_used_afterwards(start, peer, arm: Arm):
    process = start("validator_node")
    bench = Bench(peer, arm)
    for name in ("no link", "10 MB", "binary", "truncated", "billion laughs", "nested deeply", "NaN origin"):
        bench.diagnostics.clear()
        bench.description.publish(String(data=UNREADABLE[name]))
        assert peer.until(lambda: bench.diagnostics and bench.level() == 2), name
    peer.wait(1.1)
    bench.description.publish(String(data=urdf(arm)))
    assert peer.until(lambda: bench.level() == 0)
    assert process.poll() is None


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
    bench.diagnostics.clear()  # before the description it had warned that there is none, for as long as that was so
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
    assert {int.from_bytes(status.level, "little") for status in bench.reported("residual")} <= {0, 1}
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
    assert peer.until(lambda: accounted() == 1000, 10.0), bench.reported("residual")[-1]
    assert int(bench.figure("compared")) > 100
    assert bench.level() == 0

    # As fast as it goes: what cannot be compared is passed over, and the newest is compared soon.
    wrong = {**terms, "gravity": terms["gravity"] + 0.25}
    bench.residuals.clear()
    raw = serialize_message(messages[0])
    for _ in range(20_000):
        # A machine that is faster than the middleware gets that answer, and waits.
        while not published(bench.terms, raw):
            time.sleep(1e-3)
    last = Time(sec=2)
    bench.terms.publish(terms_message(last, arm.joint_names, state, wrong))
    assert peer.until(lambda: bench.residuals and bench.residuals[-1].header.stamp == last)
    assert peer.until(lambda: bench.level() == 2)
    assert bench.figure("rejected") == "0"
