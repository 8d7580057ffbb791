"""The brakes are requested while no torque from good states acts, and late joiners receive the last request."""

from __future__ import annotations

import signal

from helpers.ros.driver import Driver
from std_msgs.msg import Bool

from puma560_dynamics.nodes.wire.topics import LATCHED


def test_the_feed_forward_node_requests_the_brake_without_torque(start, peer):
    start("feedforward_node", autostart=True, fade_in_time=0.1, hold_time=0.2, fade_out_time=0.2)
    driver = Driver(peer)
    brake = peer.listen(Bool, "feedforward_node/brake", LATCHED)
    assert peer.until(lambda: brake and brake[-1].data)
    driver.stream()
    assert peer.until(lambda: not brake[-1].data)
    driver.stop()
    assert peer.until(lambda: brake[-1].data)
    assert [message.data for message in brake] == [True, False, True]


def test_the_guard_requests_the_brake_without_torque(start, peer):
    start("command_guard_node")
    quick = {"fade_in_time": 0.1, "hold_time": 0.2, "fade_out_time": 0.2}
    child = start("feedforward_node", autostart=True, guard="command_guard_node", **quick)
    driver = Driver(peer)
    brake = peer.listen(Bool, "command_guard_node/brake", LATCHED)
    driver.stream()
    assert peer.until(lambda: driver.commands and any(driver.commands[-1].data))
    peer.wait(0.5)
    assert peer.until(lambda: brake and not brake[-1].data)
    child.send_signal(signal.SIGKILL)
    assert peer.until(lambda: brake[-1].data)
