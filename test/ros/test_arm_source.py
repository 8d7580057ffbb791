"""Nodes whose arm comes from the robot's own description, over real processes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from helpers.arm.bad_descriptions import UNREADABLE
from helpers.ros.driver import NAMES, Driver, Q
from helpers.ros.life import Life
from lifecycle_msgs.msg import Transition
from std_msgs.msg import Float64MultiArray, String

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.nodes.wire.arm_source import ArmSource
from puma560_dynamics.nodes.wire.parameters import ARM_PARAMETERS, declare
from puma560_dynamics.nodes.wire.topics import LATCHED, SETUP

QUICK = {"arm": "''", "model": "newton_euler", "fade_in_time": 0.1, "fade_out_time": 0.2}


BEGUN = {
    "reference_node": "reference",
    "plant_node": "joint_states",
    "trajectory_feedforward_node": "joint_trajectory_controller/joint_trajectory",
    "validator_node": "validator_node/residual",
    "marker_node": "marker_node/markers",
    "observer_node": "observer_node/external_torque",
    "payload_node": "payload_node/load",
}


class Description:
    """Publishes the description of a robot as robot_state_publisher does."""

    def __init__(self, peer) -> None:
        self._publisher = peer.node.create_publisher(String, "robot_description", LATCHED)
        self.statuses = peer.listen(DiagnosticArray, "/diagnostics")

    def publish(self, text: str) -> None:
        """Now, and for everybody who comes later."""
        self._publisher.publish(String(data=text))

    def publish_bytes(self, text: bytes) -> None:
        """The same for bytes, which need not be text."""
        self._publisher.publish(b"\0\1\0\0" + (len(text) + 1).to_bytes(4, "little") + text + b"\0")

    def reported(self, node: str, words: str, level: int) -> bool:
        """Whether the status ``arm`` of a node says so now."""
        name = f"{node}: arm"
        found = [one for message in self.statuses for one in message.status if one.name == name]
        return bool(found) and words in found[-1].message and found[-1].level == bytes([level])


@pytest.fixture
def description(peer) -> Description:
    """Nothing is published yet."""
    return Description(peer)


def heavier(text: str, arm: Arm) -> str:
    """The description with another mass of link 6."""
    last = arm.links[-1]
    other = urdf(arm.with_(links=(*arm.links[:-1], replace(last, mass=last.mass + 1.0))))
    assert other != text
    return other


def test_configure_fails_until_there_is_a_description(start, peer, description: Description, arm: Arm):
    start("feedforward_node", **QUICK)
    life = Life(peer)
    assert not life.change(Transition.TRANSITION_CONFIGURE)
    assert life.state == "unconfigured"
    driver = Driver(peer, states=False)
    assert peer.until(lambda: driver.reported_error("not configured: no robot description on /robot_description yet"))
    assert peer.until(lambda: description.reported("feedforward_node", "no robot description on /robot_description", 1))
    text = urdf(arm)
    description.publish(text)
    assert peer.until(lambda: description.reported("feedforward_node", "has a robot description", 0))
    assert life.change(Transition.TRANSITION_CONFIGURE)
    assert life.change(Transition.TRANSITION_ACTIVATE)
    driver.stream()
    gravity = load_model("newton_euler", load_arm(text)).gravity(Q)
    np.testing.assert_allclose(gravity, load_model("full", arm).gravity(Q), atol=1e-9)
    assert driver.torque_becomes(gravity), driver.reported()
    # Another description: the model stays, whatever it contains, until the node is configured again.
    other = heavier(text, arm)
    description.publish(other)
    assert peer.until(lambda: description.reported("feedforward_node", "has another robot description", 2))
    driver.commands.clear()
    assert peer.until(lambda: len(driver.commands) > 20)
    assert all(np.abs(np.array(message.data) - gravity).max() < 1e-9 for message in driver.commands)
    assert life.change(Transition.TRANSITION_DEACTIVATE)
    assert driver.torque_becomes(0.0)
    assert not life.change(Transition.TRANSITION_ACTIVATE)
    assert peer.until(lambda: driver.reported_error("not activated: /robot_description has another"))
    assert peer.until(lambda: life.change(Transition.TRANSITION_CLEANUP))
    assert life.change(Transition.TRANSITION_CONFIGURE)
    assert life.change(Transition.TRANSITION_ACTIVATE)
    assert driver.torque_becomes(load_model("newton_euler", load_arm(other)).gravity(Q)), driver.reported()


def test_autostart_waits_and_a_bad_description_kills_nothing(start, peer, description: Description, arm: Arm):
    child = start("feedforward_node", autostart=True, **QUICK)
    driver = Driver(peer, states=False)
    assert peer.until(lambda: description.reported("feedforward_node", "no robot description", 1))
    driver.stream()
    peer.wait(0.5)
    assert driver.commands == []
    for bad in ("", "no description", "<robot name='x'><link name='a'/></robot>"):
        description.publish(bad)
        assert peer.until(lambda: description.reported("feedforward_node", "/robot_description: ", 2)), (
            driver.reported()
        )
        assert driver.commands == []
    assert child.poll() is None
    description.publish(urdf(arm))
    assert driver.torque_becomes(load_model("full", arm).gravity(Q)), driver.reported()


@pytest.mark.parametrize("node", [*BEGUN, "feedforward_node"])
def test_no_text_ends_a_node_that_waits_for_its_arm(start, peer, description: Description, node: str):
    autostart = {"autostart": True} if node == "feedforward_node" else {}
    child = start(node, arm="''", **autostart)
    assert peer.until(lambda: description.reported(node, "no robot description", 1), 30.0)
    for name in ("no link", "10 MB", "binary", "truncated", "billion laughs", "nested deeply", "long fixed chain"):
        description.statuses.clear()
        description.publish(UNREADABLE[name])
        assert peer.until(lambda: description.reported(node, "/robot_description: ", 2), 30.0), name
    description.statuses.clear()
    description.publish_bytes(b"<\xff\xfe\x80>")  # no UTF-8
    assert peer.until(lambda: description.reported(node, "/robot_description: ", 2), 30.0)
    assert child.poll() is None


def test_an_error_that_was_not_foreseen_is_a_refusal(peer, description: Description, arm: Arm):
    declare(peer.node, tuple(replace(one, default="") if one.name == "arm" else one for one in ARM_PARAMETERS))
    taken: list[Arm] = []

    def begin(found: Arm, names: tuple[str, ...]) -> None:
        if not taken:
            taken.append(found)
            raise ZeroDivisionError("of a joint")
        taken.append(found)

    ArmSource(peer.node).begin(begin)
    description.publish(urdf(arm))
    assert peer.until(lambda: description.reported("test_peer", "ZeroDivisionError: of a joint", 2))
    description.publish(heavier(urdf(arm), arm))
    assert peer.until(lambda: description.reported("test_peer", "arm ", 0))
    assert len(taken) == 2


def test_joints_that_the_description_does_not_have_are_named(start, peer, description: Description, arm: Arm):
    start("feedforward_node", autostart=True, joints=f"[{','.join(NAMES[::-1])}]", **QUICK)
    description.publish(urdf(arm))
    assert peer.until(lambda: description.reported("feedforward_node", "in another order than along the arm", 2)), (
        start.output("feedforward_node"),
        [status.message for message in description.statuses[-3:] for status in message.status],
    )


"""A topic that a node publishes once it has an arm."""


def test_every_other_node_begins_with_the_description(start, peer, description: Description, arm: Arm):
    # A model that is evaluated at once: the default one would be derived first, for ten seconds and more.
    models = {"trajectory_feedforward_node": {"model": "newton_euler"}}
    children = [start(node, arm="''", **models.get(node, {})) for node in BEGUN]

    def all_report(words: str, level: int) -> bool:
        return peer.until(lambda: all(description.reported(node, words, level) for node in BEGUN), 60.0)

    def begun() -> list[str]:
        return [topic for topic in BEGUN.values() if peer.node.count_publishers(topic)]

    assert all_report("no robot description on /robot_description", 1)
    description.publish("<robot/>")
    assert all_report("/robot_description: ", 2)
    assert not begun()
    description.publish(urdf(arm))
    assert all_report("joint1, joint2, joint3, joint4, joint5, joint6", 0)
    assert peer.until(lambda: begun() == list(BEGUN.values()))
    assert peer.node.count_publishers("robot_description") == 1  # the plant publishes none where it takes one
    description.publish(heavier(urdf(arm), arm))
    assert all_report("has another robot description", 2)
    assert [child.poll() for child in children] == [None] * len(BEGUN)


def test_the_guard_takes_over_with_the_limits_of_the_description(start, peer, description: Description, arm: Arm):
    start("command_guard_node")
    gate = {"hold_time": 0.2, "fade_out_time": 0.2, "state_timeout": 0.3}
    start("feedforward_node", arm="''", model="newton_euler", autostart=True, guard="command_guard_node", **gate)
    commands = peer.listen(Float64MultiArray, "effort_controller/commands")
    sender = peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    setup = peer.listen(String, SETUP, LATCHED)
    description.publish(urdf(arm))
    assert peer.until(lambda: sender.get_subscription_count() >= 2 and setup)
    for _ in range(20):
        sender.publish(Float64MultiArray(data=[2.0] * arm.n))
        peer.wait(0.05)
    assert peer.until(lambda: len(commands) > 5 and not any(commands[-1].data))


def test_a_model_of_another_robot_of_the_same_joint_names_is_refused(start, peer, description: Description, arm: Arm):
    """Its own description, another robot's, a text that is none; before the configuration and after it."""
    start("feedforward_node", **{**QUICK, "arm": "akb1986"})
    life, driver = Life(peer), Driver(peer, states=False)
    links = tuple(replace(link, mass=0.4 * link.mass, inertia=0.4 * link.inertia) for link in arm.links)
    other, own = urdf(arm.with_(links=links)), urdf(arm)
    for text, words in (
        (other, "not of this arm: at joint2 its gravity torque is"),
        ("nonsense", "cannot be compared"),
    ):
        description.publish(text)
        peer.wait(0.5)
        assert not life.change(Transition.TRANSITION_CONFIGURE)
        assert driver.reported_error(f"not configured: /robot_description {'is ' if text is other else ''}{words}"), (
            driver.reported()
        )
    description.publish(own)
    peer.wait(0.5)
    assert life.change(Transition.TRANSITION_CONFIGURE)
    description.publish(other)
    peer.wait(0.5)
    assert not life.change(Transition.TRANSITION_ACTIVATE)
    assert peer.until(lambda: driver.reported_error("not activated: /robot_description is not of this arm"))
    description.publish(own)
    peer.wait(0.5)
    assert life.change(Transition.TRANSITION_ACTIVATE)
    driver.stream()
    assert driver.torque_becomes(load_model("full", arm).gravity(Q)), driver.reported()
    assert driver.status()[2]["description"] == "axes and torques compared with the robot description"


def test_the_tolerance_of_the_comparison_is_a_parameter(start, peer, description: Description, arm: Arm):
    links = tuple(replace(link, mass=0.4 * link.mass, inertia=0.4 * link.inertia) for link in arm.links)
    description.publish(urdf(arm.with_(links=links)))
    start("feedforward_node", **{**QUICK, "arm": "akb1986", "description_tolerance": "[100.0]"})
    life = Life(peer)
    peer.wait(0.5)
    assert life.change(Transition.TRANSITION_CONFIGURE)
