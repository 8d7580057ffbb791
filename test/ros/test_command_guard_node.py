"""The guard on the wire: it takes over from a node that was killed, with the payload it was given."""

from __future__ import annotations

import signal
from typing import Any

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray
from helpers.ros.driver import Driver, Q
from helpers.ros.guarded import publish_setup
from helpers.ros.on_the_wire import Wire
from std_msgs.msg import Float64MultiArray
from std_srvs.srv import Trigger

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.gate_settings import RATE_FROM_LIMIT
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.nodes.wire.messages import sender_of

TIMES: dict[str, Any] = {"hold_time": 1.0, "fade_out_time": 0.3}


RATES = (RATE_FROM_LIMIT * load_arm().maximum_torque,) * 2


def test_a_killed_node_and_its_successor(start, peer, arm: Arm):
    """Killed, the arm is held with its payload and the torque ends; the next node starts only then, with no jump."""
    load = Payload.of(2.0, (0.0, 0.0, 0.1))
    quick = {"autostart": True, "fade_in_time": 0.2, "payload.mass": 2.0, "payload.center_of_mass": "[0.0,0.0,0.1]"}
    quick["state_timeout"] = 0.3
    quick |= TIMES
    start("command_guard_node")
    child = start("feedforward_node", **quick, guard="command_guard_node")
    driver, wire = Driver(peer), Wire(peer)
    driver.stream()
    gravity = load_model("pinocchio", arm, load).gravity(Q)
    assert driver.torque_becomes(gravity)
    statuses = peer.listen(DiagnosticArray, "/diagnostics")

    def guard_receives() -> bool:
        values = [v for m in statuses if m.status[0].name.startswith("command_guard") for v in m.status[0].values]
        return any(value.key == "commands_received" and value.value != "0" for value in values)

    assert peer.until(guard_receives)
    driver.commands.clear()
    child.send_signal(signal.SIGKILL)
    child.wait()
    del start.processes._children["feedforward_node"]

    def by_guard() -> list:
        return [message for message in driver.commands if sender_of(message) == "command_guard_node"]

    assert peer.until(lambda: len(by_guard()) > 20), driver.reported()
    np.testing.assert_allclose(by_guard()[-1].data, gravity, atol=1e-9)
    start("feedforward_node", **quick, guard="command_guard_node")
    assert peer.until(lambda: any("have stopped" in message.status[0].message for message in statuses))
    assert driver.torque_becomes(0.0)
    # The middleware takes some 20 s to notice that the publisher of the dead process is gone.
    assert driver.torque_becomes(gravity, timeout=40.0), driver.reported()
    assert sender_of(driver.commands[-1]) == "feedforward_node"
    assert not wire.breaches(*RATES)


def test_it_ends_a_torque_that_no_node_commands_any_more(start, peer):
    publish_setup(peer, **TIMES)
    start("command_guard_node")
    driver = Driver(peer, states=False)
    commands = peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert peer.until(lambda: commands.get_subscription_count() >= 2)
    peer.wait(0.3)
    commands.publish(Float64MultiArray(data=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]))
    assert peer.until(lambda: len(driver.commands) > 20)
    assert driver.torque_becomes(0.0)


def test_a_node_that_was_stopped_is_closed_until_a_reset(start, peer, arm: Arm):
    """SIGSTOP until the guard has ended the torque, then SIGCONT: no stray command, and nothing restarts."""
    start("command_guard_node")
    quick = {"autostart": True, "fade_in_time": 0.2, "hold_time": 0.3, "fade_out_time": 0.3}
    child = start("feedforward_node", guard="command_guard_node", **quick)
    driver, wire = Driver(peer), Wire(peer)
    reset = peer.node.create_client(Trigger, "feedforward_node/reset")
    driver.stream()
    gravity = load_model("full", arm).gravity(Q)
    assert driver.torque_becomes(gravity)
    peer.wait(1.0)  # the guard receives the commands
    child.send_signal(signal.SIGSTOP)
    assert driver.torque_becomes(0.0)
    assert sender_of(driver.commands[-1]) == "command_guard_node"
    driver.commands.clear()
    child.send_signal(signal.SIGCONT)
    peer.wait(2.5)
    assert not any(any(message.data) for message in driver.commands)
    # Its timer or a command of the guard is what it sees first.
    reasons = ("closed: this process stood still", "closed: the guard received no command")
    assert peer.until(lambda: any(map(driver.reported_error, reasons)))
    future = reset.call_async(Trigger.Request())
    assert peer.until(future.done)
    assert future.result().success, future.result().message
    assert driver.torque_becomes(gravity)
    assert not wire.breaches(*RATES)


def test_a_guard_that_is_stopped_in_a_take_over_ends_the_torque_first(start, peer, arm: Arm):
    """Ctrl-C on the launch after the feed-forward node was killed."""
    publish_setup(peer, hold_time=60.0, fade_out_time=0.3)
    child = start("command_guard_node")
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
    # It takes over after three times the state_timeout, well before it leaves (`LONGEST_STAY`).
    publish_setup(peer, hold_time=60.0, fade_out_time=0.3, state_timeout=0.3)
    child = start("command_guard_node")
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
    publish_setup(peer)
    child = start("command_guard_node")
    driver = Driver(peer, states=False)
    commands = peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert peer.until(lambda: commands.get_subscription_count() >= 2 and driver.diagnostics)
    commands.publish(Float64MultiArray(data=[0.0] * 6))
    peer.wait(0.3)
    child.send_signal(signal.SIGTERM)
    assert peer.until(lambda: child.poll() is not None)
    assert child.returncode == 0
