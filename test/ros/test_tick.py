"""A timer's callback with its signature ready."""

from __future__ import annotations

import inspect

import rclpy
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from puma560_dynamics.nodes.wire.spin import make_executor, start_ros
from puma560_dynamics.nodes.wire.tick import Tick


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
