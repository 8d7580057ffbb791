"""The guard on the wire: it takes over from a node that was killed, with the payload it was told."""

from __future__ import annotations

import signal

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray
from driver import Driver, Q
from std_msgs.msg import Float64MultiArray

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.nodes.wire import sender_of
from puma560_dynamics.payload.payload import Payload

TIMES = {"hold_time": 1.0, "fade_out_time": 0.3}


def test_a_killed_node_and_its_successor(start, peer, arm: Arm):
    """Killed, the arm is held, the node comes back: nowhere does the torque jump."""
    load = Payload.of(2.0, (0.0, 0.0, 0.1))
    quick = {"autostart": True, "fade_in_time": 0.2, "payload.mass": 2.0, "payload.center_of_mass": "[0.0,0.0,0.1]"}
    start("command_guard_node", **TIMES)
    child = start("feedforward_node", **quick)
    driver = Driver(peer)
    driver.stream()
    gravity = load_model("pinocchio", arm, load).gravity(Q)
    assert driver.torque_becomes(gravity)
    statuses = peer.listen(DiagnosticArray, "/diagnostics")

    def guard_hears() -> bool:
        values = [v for m in statuses if m.status[0].name.startswith("command_guard") for v in m.status[0].values]
        return any(value.key == "commands_heard" and value.value != "0" for value in values)

    assert peer.until(guard_hears)
    driver.commands.clear()
    child.send_signal(signal.SIGKILL)
    child.wait()

    def by_guard() -> list:
        return [message for message in driver.commands if sender_of(message) == "command_guard_node"]

    assert peer.until(lambda: len(by_guard()) > 10)
    np.testing.assert_allclose(by_guard()[-1].data, gravity, atol=1e-9)
    del start.processes._children["feedforward_node"]
    start("feedforward_node", **quick)
    assert peer.until(lambda: sender_of(driver.commands[-1]) == "feedforward_node")
    assert driver.torque_becomes(gravity, timeout=10.0)
    torques = np.array([message.data for message in driver.commands])
    assert (np.abs(np.diff(torques, axis=0)) <= 10.0 * arm.maximum_torque * 0.02 + 1e-9).all()
    assert peer.until(lambda: any("fell silent" in message.status[0].message for message in statuses), 3.0)


def test_it_lets_a_torque_end_that_nobody_commands_any_more(start, peer):
    start("command_guard_node", **TIMES)
    driver = Driver(peer, states=False)
    commands = peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert peer.until(lambda: commands.get_subscription_count() >= 2)
    peer.wait(0.3)
    commands.publish(Float64MultiArray(data=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]))
    assert peer.until(lambda: len(driver.commands) > 20)
    assert driver.torque_becomes(0.0)


def test_a_node_that_was_stopped_goes_on_from_the_guards_torque(start, peer, arm: Arm):
    """SIGSTOP for a second, then SIGCONT: the guard has taken over, and nowhere does the torque jump."""
    start("command_guard_node", hold_time=0.3, fade_out_time=0.3)
    child = start("feedforward_node", autostart=True, fade_in_time=0.2, state_timeout=0.5)
    driver = Driver(peer)
    driver.stream()
    gravity = load_model("full", arm).gravity(Q)
    assert driver.torque_becomes(gravity)
    peer.wait(1.0)  # the guard hears the commands
    driver.commands.clear()
    child.send_signal(signal.SIGSTOP)
    assert driver.torque_becomes(0.0)
    assert sender_of(driver.commands[-1]) == "command_guard_node"
    child.send_signal(signal.SIGCONT)
    assert peer.until(lambda: sender_of(driver.commands[-1]) == "feedforward_node")
    peer.wait(1.0)
    torques = np.array([message.data for message in driver.commands])
    assert (np.abs(np.diff(torques, axis=0)) <= 10.0 * arm.maximum_torque * 0.02 + 1e-9).all()


def test_a_guard_that_is_stopped_in_a_take_over_ends_the_torque_first(start, peer, arm: Arm):
    """Ctrl-C on the launch after the feed-forward node was killed."""
    child = start("command_guard_node", hold_time=60.0, fade_out_time=0.3)
    driver = Driver(peer)
    driver.stream()
    commands = peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert peer.until(lambda: commands.get_subscription_count() >= 2)
    peer.wait(0.5)
    gravity = load_model("full", arm).gravity(Q)
    commands.publish(Float64MultiArray(data=gravity.tolist()))
    assert peer.until(lambda: len(driver.commands) > 50)
    np.testing.assert_allclose(driver.commands[-1].data, gravity, atol=1e-9)
    driver.commands.clear()
    child.send_signal(signal.SIGTERM)
    assert peer.until(lambda: child.poll() is not None, 10.0)
    assert child.returncode == 0
    peer.wait(0.3)
    torques = np.array([gravity, *(message.data for message in driver.commands)])
    np.testing.assert_array_equal(torques[-1], 0.0)
    assert (np.abs(np.diff(torques, axis=0)) <= 10.0 * arm.maximum_torque * 0.02 + 1e-9).all()


def test_a_guard_that_is_stopped_stays_until_the_torque_has_ended(start, peer):
    """Ctrl-C stops both; the feed-forward node may be killed in its fade-out."""
    child = start("command_guard_node", hold_time=60.0, fade_out_time=0.3)
    driver = Driver(peer, states=False)
    commands = peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert peer.until(lambda: commands.get_subscription_count() >= 2)
    timer = peer.node.create_timer(0.01, lambda: commands.publish(Float64MultiArray(data=[2.0] * 6)))
    peer.wait(0.5)
    child.send_signal(signal.SIGTERM)
    peer.wait(1.0)
    assert child.poll() is None
    peer.node.destroy_timer(timer)  # killed
    assert peer.until(lambda: child.poll() is not None, 10.0)
    assert child.returncode == 0
    peer.wait(0.3)
    assert sender_of(driver.commands[-1]) == "command_guard_node"
    assert list(driver.commands[-1].data) == [0.0] * 6


def test_a_guard_leaves_at_once_where_no_torque_acts(start, peer):
    child = start("command_guard_node")
    driver = Driver(peer, states=False)
    commands = peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert peer.until(lambda: commands.get_subscription_count() >= 2 and driver.diagnostics)
    commands.publish(Float64MultiArray(data=[0.0] * 6))
    peer.wait(0.3)
    child.send_signal(signal.SIGTERM)
    assert peer.until(lambda: child.poll() is not None, 3.0)
    assert child.returncode == 0
