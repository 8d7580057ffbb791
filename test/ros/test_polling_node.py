"""Subscriptions that a node reads itself: no executor takes their messages, and none is lost or taken twice."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import numpy as np
import pytest
import rclpy
from helpers.ros.domain import Peer
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from std_msgs.msg import Float64MultiArray, String

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.nodes.wire.command_topic import CommandTopic
from puma560_dynamics.nodes.wire.intake import Intake
from puma560_dynamics.nodes.wire.messages import command
from puma560_dynamics.nodes.wire.polling_node import PollingNode, Tick
from puma560_dynamics.nodes.wire.spin import make_executor, start_ros
from puma560_dynamics.nodes.wire.topics import COMMANDS, POLLED, RELIABLE


@pytest.fixture
def polling(peer: Peer) -> Iterator[PollingNode]:
    """Spun by the executor of the test's node."""
    node = PollingNode("polling", context=peer.context)
    peer.executor.add_node(node)
    yield node
    node.destroy_node()


def test_an_executor_takes_nothing_that_is_polled(peer: Peer, polling: PollingNode):
    polled = polling.poll(String, "polled", RELIABLE)
    called: list[str] = []
    polling.create_subscription(String, "called", lambda message: called.append(message.data), RELIABLE)
    publishers = [peer.node.create_publisher(String, topic, RELIABLE) for topic in ("polled", "called")]
    assert peer.until(lambda: all(each.get_subscription_count() for each in publishers))
    for number in range(5):
        for publisher in publishers:
            publisher.publish(String(data=str(number)))
    assert peer.until(lambda: len(called) == 5)
    peer.wait(0.1)
    taken = list(polling.take(polled))
    assert [data[8 : data.index(0, 8)].decode() for data, _ in taken] == called
    assert all(stamp > 0 for _, stamp in taken)
    assert list(polling.take(polled)) == []


class Reader:
    """Commands as a node that polls passes them on."""

    def __init__(self, peer: Peer, node: PollingNode) -> None:
        self.peer, self.single, self.streams, self.refused = peer, [], [], []  # type: ignore[var-annotated]
        intake = Intake(node, self.refused.append)
        intake.pauses.limit = 10.0  # a busy machine is no pause
        self.topic = CommandTopic(node, intake, lambda effort, *about: self.single.append((effort.tolist(), about[0])))
        self.publisher = peer.node.create_publisher(Float64MultiArray, COMMANDS, RELIABLE)
        assert peer.until(lambda: self.publisher.get_subscription_count())

    def read(self, *messages: Float64MultiArray) -> None:
        for message in messages:
            self.publisher.publish(message)
        self.peer.wait(0.3)
        self.topic.read(self._stream)

    def _stream(self, efforts: FloatArray, sender: str, sent: float) -> None:
        self.streams.append((efforts.tolist(), sender))


FIRST, SECOND = command(np.array([1.0, -2.0]), "node/1"), command(np.array([3.0, 0.0]), "node/1")
ZERO, OTHER = command(np.zeros(2), "node/1"), command(np.array([3.0, 0.0]), "rival/2")
NAN = command(np.array([np.nan, 1.0]), "node/1")
THREE = command(np.ones(3), "node/1")


@pytest.fixture
def reader(peer: Peer, polling: PollingNode) -> Callable[..., Reader]:
    made = Reader(peer, polling)
    made.read(FIRST)  # taken apart
    assert made.single == [([1.0, -2.0], "node")]
    made.single.clear()
    return made  # type: ignore[return-value]


def test_commands_of_one_node_come_together(reader: Reader):
    reader.read(FIRST, SECOND, FIRST)
    assert reader.streams == [([[1.0, -2.0], [3.0, 0.0], [1.0, -2.0]], "node")]
    assert not reader.single


@pytest.mark.parametrize("odd", [ZERO, OTHER, NAN, THREE], ids=["zero", "another node", "not finite", "other joints"])
def test_others_come_one_after_another(reader: Reader, odd: Float64MultiArray):
    reader.read(FIRST, odd, SECOND)
    assert not reader.streams
    expected = [([1.0, -2.0], "node"), (odd.data.tolist(), "rival" if odd is OTHER else "node"), ([3.0, 0.0], "node")]
    assert reader.single == [entry for entry in expected if np.isfinite(entry[0]).all()]


def test_its_own_commands_are_none(reader: Reader, peer: Peer):
    reader.topic.send([4.0, 5.0], lambda now: True)
    reader.read(FIRST)
    assert reader.streams == [([[1.0, -2.0]], "node")]


def test_a_reader_that_was_late_has_the_last_commands(reader: Reader):
    reader.read(*[FIRST] * 200)
    ((efforts, _),) = reader.streams
    assert 0 < len(efforts) <= POLLED.depth


def test_what_is_no_command_is_counted(reader: Reader):
    reader.publisher.publish(b"\x00\x01\x00\x00" + bytes(range(40)))
    reader.read(FIRST)
    assert len(reader.refused) == 1
    assert "are no Float64MultiArray" in reader.refused[0]
    assert reader.single == [([1.0, -2.0], "node")]


def test_its_signature_is_that_of_a_call_without_arguments():
    found: list[str] = []

    def call() -> None:
        found.append("called")

    tick = Tick(call)
    assert list(inspect.signature(tick).parameters) == list(inspect.signature(call).parameters) == []
    tick()
    assert found == ["called"]


def test_timers_of_both_executors_call_it(peer, domain: int):
    """The single-threaded one of the peer, and the one that our nodes use."""
    calls: list[str] = []
    steady = Clock(clock_type=ClockType.STEADY_TIME)
    peer.node.create_timer(0.01, Tick(lambda: calls.append("peer")), clock=steady)
    assert peer.until(lambda: len(calls) >= 3)
    start_ros(domain=domain)
    try:
        node, executor = Node("ticks"), make_executor()
        node.create_timer(0.01, Tick(lambda: calls.append("node")), clock=steady)
        executor.add_node(node)
        for _ in range(20):
            executor.spin_once(timeout_sec=0.1)
        node.destroy_node()
    finally:
        rclpy.try_shutdown()
    assert calls.count("node") >= 3
