"""Two arms of one robot, each with its nodes: separate gates, and no torque in another order than the controller's."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from helpers.arm.two_arms import LEFT, RIGHT, two_arms
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray, String

from puma560_dynamics import load_model
from puma560_dynamics.arm import Selection
from puma560_dynamics.arm.chosen_joints import arm_of_joints
from puma560_dynamics.nodes.wire.topics import LATCHED

ARMS = {"left": LEFT, "right": RIGHT}
POSE = {"left": [0.2, 0.4, -0.3], "right": [0.1, -0.5, 0.6]}
TEXT = two_arms()


class Robot:
    """One description, joint states of both arms and of the gripper, and a forward controller for each arm."""

    def __init__(self, peer, orders: dict[str, list[str]]) -> None:
        self.peer = peer
        self.description = peer.node.create_publisher(String, "robot_description", LATCHED)
        self.description.publish(String(data=TEXT))
        self._states = peer.node.create_publisher(JointState, "joint_states", 10)
        self._timer = peer.node.create_timer(0.02, self._publish)
        self.commands: dict[str, list[Float64MultiArray]] = {}
        self._controllers = []
        for side, joints in orders.items():
            controller = Node(f"{side}_effort", context=peer.context)
            controller.declare_parameter("joints", joints)
            controller.declare_parameter("interface_name", "effort")
            heard = self.commands.setdefault(side, [])
            controller.create_subscription(
                Float64MultiArray, f"{side}_effort/commands", heard.append, qos_profile_sensor_data
            )
            peer.executor.add_node(controller)
            self._controllers.append(controller)
        self.diagnostics = peer.listen(DiagnosticArray, "/diagnostics")

    def _publish(self) -> None:
        names = ["left_finger1", *RIGHT, *LEFT]
        message = JointState(name=names, position=[0.0, *POSE["right"], *POSE["left"]], velocity=[0.0] * len(names))
        message.header.stamp = self.peer.node.get_clock().now().to_msg()
        self._states.publish(message)

    def has(self, side: str, torque: np.ndarray) -> bool:
        """Whether an arm's last command is `torque`."""
        heard = self.commands[side]
        return bool(heard) and np.abs(np.array(heard[-1].data) - torque).max() < 1e-9

    def reported(self, words: str) -> bool:
        """Whether diagnostics said so."""
        return any(words in status.message for message in self.diagnostics for status in message.status)

    def close(self) -> None:
        """The controllers leave."""
        for controller in self._controllers:
            self.peer.executor.remove_node(controller)
            controller.destroy_node()


@pytest.fixture
def robot(peer) -> Iterator[Callable[[dict[str, list[str]]], Robot]]:
    """Makes one."""
    made: list[Robot] = []

    def make(orders: dict[str, list[str]]) -> Robot:
        made.append(Robot(peer, orders))
        return made[-1]

    yield make
    for one in made:
        one.close()


def attach(start, side: str, node: str, **more: object):
    """A node of one arm, as feedforward.launch.py starts it with ``prefix:=left_``."""
    topics = {"joint_states": "/joint_states", "robot_description": "/robot_description"}
    topics |= {"effort_controller/commands": f"/{side}_effort/commands", "__ns": f"/{side}"}
    joints = f"[{','.join(ARMS[side])}]"
    return start.named(f"{side} {node}", node, topics, arm="''", joints=joints, state_timeout=1.0, **more)


FEEDFORWARD = {
    "autostart": True,
    "guard": "command_guard_node",
    "controller_joints": "required",
    "model": "newton_euler",
    "fade_in_time": 0.1,
    "fade_out_time": 0.2,
    "hold_time": 0.2,
}


def test_two_arms_of_one_robot_have_separate_gates(start, peer, robot):
    both = robot(ARMS)
    processes = {}
    for side in ARMS:
        processes[side] = [
            attach(start, side, "command_guard_node"),
            attach(start, side, "feedforward_node", **FEEDFORWARD),
        ]
    gravity = {
        side: load_model("newton_euler", arm_of_joints(Selection(TEXT), joints)).gravity(POSE[side])
        for side, joints in ARMS.items()
    }
    assert np.abs(gravity["left"] - gravity["right"]).max() > 1.0
    assert peer.until(lambda: all(both.has(side, torque) for side, torque in gravity.items()), 60.0)
    # The left guard goes: the left gate closes, the right one stays open.
    processes["left"][0].kill()
    assert peer.until(lambda: both.reported("closed: no heartbeat of command_guard_node"), 30.0)
    assert peer.until(lambda: both.has("left", np.zeros(3)))
    both.commands["right"].clear()
    assert peer.until(lambda: len(both.commands["right"]) > 10)
    assert all(np.abs(np.array(m.data) - gravity["right"]).max() < 1e-9 for m in both.commands["right"])
    # The right node is killed: its own guard ends its torque.
    processes["right"][1].kill()
    assert peer.until(lambda: both.has("right", np.zeros(3)), 30.0)


def test_a_controller_with_another_order_gets_nothing(start, peer, robot):
    robot_ = robot({"left": LEFT[::-1]})
    attach(start, "left", "feedforward_node", **{**FEEDFORWARD, "guard": "none"})
    assert peer.until(lambda: robot_.reported("not activated: left_effort has its joints in another order"), 30.0)
    peer.wait(0.5)
    assert robot_.commands["left"] == []


def test_without_the_controller_nothing_is_sent(start, peer, robot):
    robot_ = robot({"right": RIGHT})
    attach(start, "left", "feedforward_node", **{**FEEDFORWARD, "guard": "none"})
    assert peer.until(lambda: robot_.reported("not activated: no controller left_effort: no node"), 30.0)
    assert peer.node.count_publishers("/left_effort/commands") == 1
    commands = peer.listen(Float64MultiArray, "/left_effort/commands", qos_profile_sensor_data)
    peer.wait(0.5)
    assert commands == []
