"""Which processes must exist, and which must not, before and while torque acts; over real processes."""

from __future__ import annotations

import signal

import numpy as np
import pytest
from helpers.ros.driver import Driver, Q
from helpers.ros.life import Life
from helpers.ros.on_the_wire import Wire
from lifecycle_msgs.msg import Transition
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.gate_settings import RATE_FROM_LIMIT
from puma560_dynamics.control.gate.timing import Timing

QUICK = {"autostart": True, "fade_in_time": 0.1, "hold_time": 0.3, "fade_out_time": 0.2}


def test_without_a_guard_that_is_required_there_is_no_torque(start, peer):
    start("feedforward_node", **QUICK, guard="command_guard_node")
    driver = Driver(peer, states=False)
    driver.stream()
    assert peer.until(lambda: driver.reported_error("not activated: no heartbeat of command_guard_node"))
    peer.wait(1.0)
    assert driver.commands == []
    start("command_guard_node")  # the node starts once the guard is there
    assert peer.until(lambda: driver.commands and any(driver.commands[-1].data))


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGSTOP])
def test_a_guard_that_is_lost_closes_the_gate(start, peer, arm: Arm, ending: signal.Signals):
    # The guard counts as lost after five times that; for less a busy machine pauses, which is another fault.
    timing = Timing(state_timeout=0.8)
    guard = start("command_guard_node")
    start("feedforward_node", **QUICK, guard="command_guard_node", state_timeout=timing.state_timeout)
    driver, wire = Driver(peer), Wire(peer)
    driver.stream()
    assert driver.torque_becomes(load_model("full", arm).gravity(Q))
    guard.send_signal(ending)
    # With the time: without it, the words may be those of the start, before the guard was found.
    lost = f"no heartbeat of command_guard_node for {timing.guard_timeout:g} s"
    assert peer.until(lambda: driver.reported_error(lost), 10.0), driver.reported()
    assert driver.torque_becomes(0.0), driver.reported()
    rate = RATE_FROM_LIMIT * arm.maximum_torque
    assert not wire.breaches(rate, rate)
    if ending is signal.SIGSTOP:
        guard.send_signal(signal.SIGCONT)


def test_a_controller_of_another_name(start, peer, arm: Arm):
    """With the command topic remapped, guard and node find each other, and a second commander is found as soon."""
    remapped = {"effort_controller/commands": "arm_controller/commands"}
    start("command_guard_node", remapped)
    start("feedforward_node", remapped, **QUICK, guard="command_guard_node")
    driver = Driver(peer, commands="arm_controller/commands")
    driver.stream()
    assert driver.torque_becomes(load_model("full", arm).gravity(Q)), driver.reported()
    peer.node.create_publisher(Float64MultiArray, "arm_controller/commands", 10)
    assert peer.until(lambda: driver.reported_error("test_peer publishes on the command topic too")), driver.reported()
    assert driver.torque_becomes(0.0)


def test_a_second_feed_forward_node_closes_the_first(start, peer, arm: Arm):
    """Of the same name, too; it is found in the graph before it commands anything."""
    start("feedforward_node", **QUICK)
    driver, wire = Driver(peer), Wire(peer)
    driver.stream()
    assert driver.torque_becomes(load_model("full", arm).gravity(Q))
    start.again("feedforward_node", autostart=False)
    assert peer.until(lambda: driver.reported_error("publishes on the command topic too"), 20.0), (
        start.output("feedforward_node"),
        start.output("feedforward_node again"),
    )
    assert driver.torque_becomes(0.0)
    rate = RATE_FROM_LIMIT * arm.maximum_torque
    assert not wire.breaches(rate, rate)


def test_more_publishers_of_joint_states_than_expected_are_refused(start, peer):
    other = peer.node.create_publisher(JointState, "joint_states", 10)
    start("feedforward_node", fade_in_time=0.1)
    life = Life(peer)
    assert life.change(Transition.TRANSITION_CONFIGURE)
    driver = Driver(peer)
    assert peer.until(lambda: other.get_subscription_count() and driver.states.get_subscription_count())
    peer.wait(1.0)
    driver.stream()
    assert not life.change(Transition.TRANSITION_ACTIVATE)
    twice = "not activated: joint_states has several publishers named test_peer"
    assert peer.until(lambda: driver.reported_error(twice))
    peer.node.destroy_publisher(other)
    assert peer.until(lambda: life.change(Transition.TRANSITION_ACTIVATE))
    assert peer.until(lambda: driver.commands and any(driver.commands[-1].data))


def test_best_effort_joint_states(start, peer, arm: Arm):
    start("feedforward_node", **QUICK)
    driver = Driver(peer)
    peer.node.destroy_publisher(driver.states)
    driver.states = peer.node.create_publisher(JointState, "joint_states", qos_profile_sensor_data)
    driver.stream()
    assert driver.torque_becomes(load_model("full", arm).gravity(Q))


def test_simulated_time_without_a_clock_gives_no_torque(start, peer):
    """An age cannot be known then."""
    start("feedforward_node", **QUICK, use_sim_time=True)
    driver = Driver(peer)
    driver.stream()
    assert peer.until(lambda: driver.reported_error("the clock has not started"))
    peer.wait(1.0)
    assert not any(any(command.data) for command in driver.commands)


def test_a_fade_that_is_stopped_is_ended_by_the_guard_and_not_resumed(start, peer, arm: Arm):
    """With the parameters of docs/bring_up.md: deactivated, stopped in the fade, continued after the end."""
    shared = {"torque_limit_scale": 0.1, "torque_rate": "[20.0]", "fade_out_time": 1.0, "hold_time": 0.3}
    start("command_guard_node")
    child = start("feedforward_node", autostart=True, fade_in_time=0.1, guard="command_guard_node", **shared)
    driver, wire = Driver(peer), Wire(peer)
    driver.stream()
    assert peer.until(lambda: driver.commands and abs(driver.commands[-1].data[1]) > 18.0, 15.0)
    child.send_signal(signal.SIGTERM)  # the same fade as a deactivation
    assert peer.until(lambda: abs(driver.commands[-1].data[1]) < 12.0)
    child.send_signal(signal.SIGSTOP)
    assert driver.torque_becomes(0.0)
    peer.wait(0.3)
    child.send_signal(signal.SIGCONT)
    peer.wait(1.5)
    assert not any(driver.commands[-1].data)
    assert not wire.breaches(np.full(6, 20.0), RATE_FROM_LIMIT * arm.maximum_torque)


def test_a_lifecycle_manager_may_activate_right_after_it_has_configured(start, peer, arm: Arm):
    """The guard takes its setup over in between, and the model takes its time."""
    start("command_guard_node")
    start("feedforward_node", guard="command_guard_node", fade_in_time=0.1)
    life, driver = Life(peer), Driver(peer, states=False)
    for _ in range(3):
        assert life.change(Transition.TRANSITION_CONFIGURE)
        assert life.change(Transition.TRANSITION_ACTIVATE), driver.reported()
        assert life.change(Transition.TRANSITION_DEACTIVATE)
        assert peer.until(lambda: driver.diagnostics and driver.status()[2].get("gate") == "inactive")
        assert life.change(Transition.TRANSITION_CLEANUP)
