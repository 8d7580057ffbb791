"""The guard's heartbeat: there and back, and anything else is refused."""

from __future__ import annotations

import math
import signal

import pytest
from diagnostic_msgs.msg import KeyValue
from helpers.ros.driver import Driver
from std_msgs.msg import Bool

from puma560_dynamics.errors import MessageError
from puma560_dynamics.nodes.wire.heartbeat import Heartbeat, heartbeat_message, read_heartbeat
from puma560_dynamics.nodes.wire.topics import LATCHED


@pytest.mark.parametrize("beat", [Heartbeat("watching", 0.3, 12.5, "12ab", "0123456789abcdef"), Heartbeat("waiting")])
def test_there_and_back(beat: Heartbeat):
    assert read_heartbeat(heartbeat_message(beat)) == beat
    assert math.isinf(Heartbeat("waiting").command_timeout)


@pytest.mark.parametrize(
    "value",
    [
        "", "0.3", "nan", "[]", "null", "{" * 5000, '{"command_timeout": NaN}', '{"command_timeout": -1.0}',
        '{"command_timeout": true}', '{"command_timeout": "0.3"}', '{"sent": -1}', '{"sent": NaN}', '{"instance": 5}',
        '{"setup": 3}', '{"state": "watching"}', '{"something": 1}', "x" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_heartbeat_is_refused_in_a_short_sentence(value: str):
    with pytest.raises(MessageError) as error:
        read_heartbeat(KeyValue(key="watching", value=value))
    assert len(str(error.value)) < 300


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
