"""The observer over the wire: a push is published with its torque, wrench and time, and what is missing is said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import InertiaStamped, WrenchStamped
from rclpy.qos import QoSProfile
from sensor_msgs.msg import JointState

from puma560_dynamics import Payload, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.nodes.wire.messages import payload_message
from puma560_dynamics.nodes.wire.stamps import stamp_of
from puma560_dynamics.nodes.wire.topics import LATCHED

MANY = QoSProfile(depth=1000)
Q = np.array([0.2, -0.9, 1.4, 0.3, 0.8, 0.1])
FORCE = np.array([60.0, 50.0, -80.0])
BEGINS = 1_700_000_000_000_000_000
QUIET = {"effort_noise": "[0.05]", "velocity_noise": "[0.0001]", "model": "newton_euler"}


class Bench:
    """Publishes joint states with stamps of its own, and collects what the observer reports."""

    def __init__(self, peer, arm: Arm) -> None:
        self.peer, self.arm, self.model = peer, arm, load_model("newton_euler", arm)
        self.torques = peer.listen(JointState, "observer_node/external_torque", MANY)
        self.bands = peer.listen(JointState, "observer_node/band", MANY)
        self.wrenches = peer.listen(WrenchStamped, "observer_node/external_wrench", MANY)
        self.contacts = peer.listen(DiagnosticArray, "observer_node/contacts", MANY)
        self.diagnostics = peer.listen(DiagnosticArray, "/diagnostics", MANY)
        self.states = peer.node.create_publisher(JointState, "joint_states", MANY)
        self.payload = peer.node.create_publisher(InertiaStamped, "feedforward_node/payload", LATCHED)
        assert peer.until(self.states.get_subscription_count, 60.0)
        self.stamp = BEGINS
        assert peer.until(self.prepared, 120.0)

    def prepared(self) -> bool:
        """Whether a joint state is used; those that come while the model is made are not."""
        self.send(np.zeros(6), 0.01)
        return bool(self.torques)

    def send(self, external: np.ndarray, seconds: float, **changed: Any) -> None:
        """Joint states of an arm at rest, 100 a second by their stamps, in turn with the node."""
        effort = self.model.gravity(Q) - external
        for _ in range(round(100 * seconds)):
            self.stamp += 10_000_000
            message = JointState(name=list(reversed(self.arm.joint_names)))
            fields = {"position": Q, "velocity": np.zeros(6), "effort": effort} | changed
            for name, values in fields.items():
                setattr(message, name, np.asarray(values)[::-1].tolist())
            message.header.stamp = stamp_of(self.stamp)
            self.states.publish(message)
            self.peer.wait(0.004)

    def status(self) -> tuple[int, str, dict[str, str]]:
        """The last status."""
        found = [one for m in list(self.diagnostics) for one in m.status if one.name == "observer_node: contact"]
        if not found:
            return -1, "", {}
        values = {item.key: item.value for item in found[-1].values}
        return int.from_bytes(found[-1].level, "little"), found[-1].message, values


def values_of(message: DiagnosticArray) -> dict[str, str]:
    return {item.key: item.value for item in message.status[0].values}


def test_a_push_is_published_with_its_torque_wrench_and_time(start, peer, arm: Arm):
    start("observer_node", **QUIET)
    bench = Bench(peer, arm)
    bench.send(np.zeros(6), 0.5)
    assert not bench.contacts
    assert peer.until(lambda: bench.status()[:2] == (0, "nothing touches the arm"))
    assert "tolerances" in bench.status()[2]["uncertainty_from"]
    assert bench.status()[2]["wrench_hidden"] == "no direction"

    pushed, onset = FORCE @ bench.model.jacobian(Q)[:3], bench.stamp
    bench.send(pushed, 0.6)
    assert peer.until(lambda: bench.contacts and "something touches" in bench.status()[1])
    np.testing.assert_allclose(bench.torques[-1].effort, pushed, atol=1e-6 * np.abs(pushed).max())
    assert list(bench.torques[-1].name) == list(arm.joint_names)
    np.testing.assert_allclose(bench.torques[-1].position, Q)
    assert (np.array(bench.bands[-1].effort) > arm.break_away_torque * 0.99).all()
    wrench = bench.wrenches[-1]
    assert wrench.header.frame_id == "link6"
    turned = bench.model.forward_kinematics(Q)[:3, :3].T @ FORCE
    np.testing.assert_allclose([wrench.wrench.force.x, wrench.wrench.force.y, wrench.wrench.force.z], turned, atol=1e-3)
    np.testing.assert_allclose(wrench.wrench.torque.x, 0.0, atol=1e-3)
    began = values_of(bench.contacts[0])
    assert began["state"] == "began"

    end = bench.stamp
    bench.send(np.zeros(6), 0.5)
    assert peer.until(lambda: len(bench.contacts) == 2)
    ended, stamp = values_of(bench.contacts[1]), bench.contacts[1].header.stamp
    assert ended["state"] == "ended"
    # Between two samples the effort changes linearly: half a period is not known.
    assert stamp.sec * 1_000_000_000 + stamp.nanosec == pytest.approx(onset, abs=15_000_000)
    assert float(ended["duration_s"]) == pytest.approx(1e-9 * (end - onset), abs=0.02)
    first = ended["joints"].split()[0]
    assert float(ended["torque_Nm"].split()[0]) == pytest.approx(pushed[arm.joint_names.index(first)], rel=0.02)
    assert float(ended["confidence"]) > 0.99
    assert peer.until(lambda: bench.status()[:2] == (0, "nothing touches the arm"))
    assert bench.status()[2]["contacts"] == "1"


def test_what_is_missing_is_said_and_a_payload_is_no_contact(start, peer, arm: Arm):
    start("observer_node", **QUIET)
    bench = Bench(peer, arm)

    def until(words: str, **changed: Any) -> None:
        def reported() -> bool:
            bench.send(np.zeros(6), 0.05, **changed)
            return words in bench.status()[1]

        assert peer.until(reported, 20.0)

    until("effort of joint_states is empty", effort=np.zeros(0))
    assert bench.status()[0] == 1
    until("velocity of joint_states is empty", velocity=np.zeros(0))
    until("effort of joint2 is not finite", effort=np.array([0, np.nan, 0, 0, 0, 0]))
    until("nothing touches the arm")

    carried = Payload(4.0, np.array([0.0, 0.0, 0.1]), np.zeros((3, 3)))
    bench.payload.publish(payload_message(stamp_of(BEGINS), arm, carried))
    with_load = load_model("newton_euler", arm, carried).gravity(Q)
    assert peer.until(lambda: bench.status()[2].get("payload_kg") == "4.0", 10.0)
    bench.torques.clear()

    def vanished() -> bool:
        bench.send(np.zeros(6), 0.3, effort=with_load)
        return bool(np.abs(bench.torques[-1].effort).max() < 1e-6)

    assert peer.until(vanished, 30.0)


@pytest.mark.parametrize("without", ["gravity", "model"])
def test_efforts_that_lack_a_part_are_completed(start, peer, arm: Arm, without: str):
    start("observer_node", effort_without=without, **QUIET)
    bench = Bench(peer, arm)
    pushed = FORCE @ bench.model.jacobian(Q)[:3]
    bench.send(pushed, 0.6, effort=-pushed if without == "gravity" else pushed)
    assert peer.until(lambda: np.allclose(bench.torques[-1].effort, pushed, atol=1e-6 * np.abs(pushed).max()))


def test_a_current_is_a_torque_after_its_factor(start, peer, arm: Arm):
    start("observer_node", effort_unit="current", current_per_torque="[0.5]", link="link4", **QUIET)
    bench = Bench(peer, arm)
    pushed = FORCE @ bench.model.jacobian(Q, "link4")[:3]
    bench.send(pushed, 0.6, effort=0.5 * (bench.model.gravity(Q) - pushed))
    assert peer.until(lambda: np.allclose(bench.torques[-1].effort, pushed, atol=1e-6 * np.abs(pushed).max()))
    assert bench.wrenches[-1].header.frame_id == "link4"
    assert peer.until(lambda: "force along" in bench.status()[2]["wrench_hidden"])


@pytest.mark.parametrize(("link", "why"), [("elbow", "elbow"), ("base_link", "does not move")])
def test_a_link_without_wrench_is_refused(start, link: str, why: str):
    process = start("observer_node", link=link, **QUIET)
    assert process.wait(30.0) == 2
    assert why in start.output("observer_node")
