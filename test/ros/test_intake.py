"""Only bytes that are a message of now reach a callback; others are counted, and end nothing."""

from __future__ import annotations

import time
from typing import Any

import pytest
from helpers.ros.domain import Peer
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import QoSProfile
from rclpy.serialization import serialize_message
from std_msgs.msg import Float64MultiArray, String

from puma560_dynamics.nodes.wire.intake import MAX_BYTES, Intake
from puma560_dynamics.nodes.wire.polling_node import Tick
from puma560_dynamics.nodes.wire.spin import make_executor
from puma560_dynamics.nodes.wire.topics import LATCHED

GOOD = Float64MultiArray(data=[1.0, 2.0])
DEEP = QoSProfile(depth=100)


@pytest.fixture(
    params=[make_executor, lambda context: SingleThreadedExecutor(context=context)], ids=["usual", "single"]
)
def side(request: pytest.FixtureRequest, domain: int) -> Any:
    """A node with the best executor of this ROS, and with that one."""
    made = Peer(domain, request.param)
    yield made
    made.close()


def both(side: Peer, **options: Any) -> tuple[Any, list, list, Intake]:
    """A publisher, what its subscription got, the sentences on what it did not, and the intake."""
    got: list = []
    rejected: list[str] = []
    intake = Intake(side.node, rejected.append)
    intake.subscribe(Float64MultiArray, "topic", got.append, DEEP, **options)
    publisher = side.node.create_publisher(Float64MultiArray, "topic", DEEP)
    assert side.until(lambda: publisher.get_subscription_count() == 1)
    return publisher, got, rejected, intake


def keeps_running(side: Peer, intake: Intake) -> None:
    """As the watchdog of a node."""
    side.node.create_timer(0.01, Tick(intake.note_running))


def test_a_message_of_now_arrives(side: Peer):
    publisher, got, rejected, intake = both(side)
    keeps_running(side, intake)
    publisher.publish(GOOD)
    assert side.until(lambda: got)
    assert got == [GOOD]
    assert rejected == []


def test_raw_bytes_arrive_as_they_are(side: Peer):
    publisher, got, _, intake = both(side, raw=True)
    keeps_running(side, intake)
    publisher.publish(serialize_message(GOOD))
    assert side.until(lambda: got)
    assert got == [serialize_message(GOOD)]


@pytest.mark.parametrize("pause", [0.15, 1.0])
def test_what_waited_during_a_pause_is_not_used(side: Peer, pause: float):
    publisher, got, rejected, intake = both(side)
    stops: list[float] = []
    intake.stood_still = stops.append
    keeps_running(side, intake)
    side.wait(0.1)
    stops.clear()  # a busy machine
    for _ in range(5):
        publisher.publish(GOOD)
    time.sleep(pause)
    side.wait(0.3)
    assert got == []
    assert len(rejected) == 5
    assert all("before this process, which stood still, went on" in reason for reason in rejected)
    assert stops
    publisher.publish(GOOD)
    assert side.until(lambda: got)


def test_an_old_message_of_a_latched_topic_holds(side: Peer):
    publisher = side.node.create_publisher(String, "latched", LATCHED)
    publisher.publish(String(data="once"))
    side.wait(0.3)
    got: list = []
    rejected: list[str] = []
    intake = Intake(side.node, rejected.append)
    keeps_running(side, intake)
    intake.note_running()
    intake.subscribe(String, "latched", got.append, LATCHED, latched=True)
    assert side.until(lambda: got)
    assert got[0].data == "once"
    assert rejected == []


DAMAGED = {
    "20 bytes": lambda data: data[:20],
    "head only": lambda data: data[:4],
    "less than a head": lambda data: data[:2],
    "without its end": lambda data: data[:-4],
    "another encapsulation": lambda data: b"\x07\x01" + data[2:],
    "a sequence of 2 billion": lambda data: data[:4] + b"\xff\xff\xff\x7f" + data[8:],
    "nothing but ones": lambda data: data[:4] + b"\xff" * 60,
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_bytes_that_are_no_message_are_counted_and_dropped(side: Peer, damage: str):
    publisher, got, rejected, intake = both(side)
    keeps_running(side, intake)
    publisher.publish(DAMAGED[damage](serialize_message(GOOD)))
    assert side.until(lambda: rejected)
    assert "are no Float64MultiArray" in rejected[0]
    publisher.publish(GOOD)
    assert side.until(lambda: got)
    assert got == [GOOD]


def test_a_message_that_is_too_large_is_dropped_before_it_is_decoded(side: Peer):
    publisher, got, rejected, intake = both(side)
    keeps_running(side, intake)
    publisher.publish(Float64MultiArray(data=[0.0] * (MAX_BYTES // 8 + 1)))
    publisher.publish(GOOD)
    assert side.until(lambda: got and rejected)
    assert got == [GOOD]
    assert "expected at most 65536" in rejected[0]


def test_a_middleware_without_source_times_waits_after_a_pause(side: Peer, monkeypatch: pytest.MonkeyPatch):
    _, got, rejected, intake = both(side)
    assert intake.pauses.count == 0
    callbacks: list[Any] = [item.callback for item in side.node.subscriptions if item.topic_name == "/topic"]
    data = serialize_message(GOOD)
    intake.note_running()
    callbacks[0](data, {"source_timestamp": 0})
    assert got == [GOOD]
    time.sleep(0.15)
    callbacks[0]((data, {"source_timestamp": 0}))
    assert got == [GOOD]
    assert len(rejected) == 1
    time.sleep(0.06)
    callbacks[0](data, {"source_timestamp": 0})
    assert len(got) == 2
