"""A controller is asked for its joints: commands carry no names, and another order would be torque at other joints."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from helpers.ros.domain import STATE_TIMEOUT, Peer
from helpers.ros.driver import NAMES, Driver, Q
from helpers.ros.life import Life
from lifecycle_msgs.msg import Transition
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from std_msgs.msg import Float64MultiArray

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm

Make = Callable[..., Node]


@pytest.fixture
def controller(peer: Peer) -> Iterator[Make]:
    """Makes a forward controller: the node of that name, and its subscription."""
    made: list[Node] = []

    def make(joints: list[str] | None = None, services: bool = True) -> Node:
        node = Node("effort_controller", context=peer.context, start_parameter_services=services)
        if joints is not None:
            node.declare_parameter("joints", joints)
        node.create_subscription(
            Float64MultiArray, "effort_controller/commands", lambda message: None, qos_profile_sensor_data
        )
        peer.executor.add_node(node)
        made.append(node)
        return node

    yield make
    for node in made:
        peer.executor.remove_node(node)
        node.destroy_node()


def feedforward(start, **parameters: object) -> None:
    """The node with the default of ``controller_joints``."""
    alone = {"guard": "none", "controller_manager": "none", "model": "newton_euler", "state_timeout": STATE_TIMEOUT}
    start.named("feedforward_node", "feedforward_node", **alone, **parameters)


@pytest.mark.parametrize(
    ("joints", "words"),
    [(NAMES[::-1], "joints in another order"), (NAMES[:5], "lacks joints joint6")],
    ids=["another order", "a joint less"],
)
def test_without_a_parameter_no_torque_goes_to_other_joints(start, peer: Peer, controller: Make, joints, words: str):
    controller(joints)
    feedforward(start, autostart=True)
    driver = Driver(peer)
    assert peer.until(lambda: driver.reported_error(words), 30.0), driver.reported()
    driver.stream()
    peer.wait(1.0)
    assert not driver.commands, driver.reported()


def test_a_lifecycle_manager_activates_at_once_and_the_node_waits_for_the_answer(
    start, peer: Peer, controller: Make, arm: Arm
):
    controller([*NAMES])
    feedforward(start, fade_in_time=0.1)
    life = Life(peer)
    assert life.change(Transition.TRANSITION_CONFIGURE)
    assert life.change(Transition.TRANSITION_ACTIVATE), start.output("feedforward_node")
    driver = Driver(peer)
    driver.stream()
    assert driver.torque_becomes(load_model("full", arm).gravity(np.array(Q)))


def test_a_controller_that_comes_later_with_another_order_ends_the_torque(
    start, peer: Peer, controller: Make, arm: Arm
):
    feedforward(start, autostart=True, fade_in_time=0.1, fade_out_time=0.1, hold_time=0.1)
    driver = Driver(peer)
    driver.stream()
    assert driver.torque_becomes(load_model("full", arm).gravity(np.array(Q)))
    controller(NAMES[::-1])
    assert peer.until(lambda: driver.reported_error("another order"), 30.0), driver.reported()
    assert driver.torque_becomes(np.zeros(6))


def test_a_controller_without_services_is_waited_for_but_not_for_ever(start, peer: Peer, controller: Make, arm: Arm):
    controller(services=False)
    feedforward(start, autostart=True, fade_in_time=0.1)
    driver = Driver(peer)
    assert peer.until(lambda: driver.reported_error("has not answered yet which joints it has"), 30.0)
    driver.stream()
    assert driver.torque_becomes(load_model("full", arm).gravity(np.array(Q)))
