"""Queries of the graph by a node, of what another node shows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from helpers.ros.domain import Peer
from rclpy.exceptions import InvalidHandle
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger

from puma560_dynamics.nodes.queries import graph_queries
from puma560_dynamics.nodes.queries.graph_queries import (
    ConflictingNodes,
    connected,
    destroy_in_node_thread,
    domain_id,
    repeat_query,
    service_offered,
)
from puma560_dynamics.nodes.wire.topics import DISCOVERY_S


@pytest.fixture
def other(domain: int) -> Iterator[Peer]:
    """Another process, as far as the graph shows."""
    made = Peer(domain, name="other")
    yield made
    made.close()


def test_topics_are_connected_once_each_has_its_endpoint(peer: Peer, other: Peer):
    assert connected(peer.node)
    assert not connected(peer.node, subscribed=["/commands"])
    other.node.create_subscription(JointState, "/commands", lambda message: None, 1)
    assert peer.until(lambda: connected(peer.node, subscribed=["/commands"]))
    assert not connected(peer.node, subscribed=["/commands"], published=["/joint_states"])
    other.node.create_publisher(JointState, "/joint_states", 1)
    assert peer.until(lambda: connected(peer.node, subscribed=["/commands"], published=["/joint_states"]))


def test_an_offered_service_is_found(peer: Peer, other: Peer):
    assert not service_offered(peer.node, "/go")
    other.node.create_service(Trigger, "/go", lambda request, response: response)
    assert peer.until(lambda: service_offered(peer.node, "/go"))


def test_no_conflict_is_known_only_after_the_time_of_discovery(peer: Peer, monkeypatch: pytest.MonkeyPatch):
    now = [10.0]
    monkeypatch.setattr(graph_queries, "time", SimpleNamespace(monotonic=lambda: now[0]))
    conflicts = ConflictingNodes(["/other"], ["/commands"])
    assert conflicts(peer.node) is None
    now[0] += DISCOVERY_S
    assert conflicts(peer.node) is None
    now[0] += 0.01
    assert conflicts(peer.node) == []


def test_nodes_and_publishers_of_others_are_conflicts(peer: Peer, other: Peer, monkeypatch: pytest.MonkeyPatch):
    other.node.create_publisher(JointState, "/commands", 1)
    conflicts = ConflictingNodes(["/other", "/absent"], ["/commands", "/nothing"])
    monkeypatch.setattr(graph_queries, "DISCOVERY_S", 60.0)
    assert peer.until(lambda: conflicts(peer.node) == ["/other", "/commands"])


def test_a_query_is_repeated_until_it_is_decided(peer: Peer):
    answers = iter([None, None, 0])
    assert asyncio.run(repeat_query(peer.node, lambda node: next(answers), lambda: False)) == 0
    assert next(answers, "none left") == "none left"


def test_a_query_that_is_no_longer_needed_ends(peer: Peer):
    ended = iter([False, True])
    assert asyncio.run(repeat_query(peer.node, lambda node: None, lambda: next(ended))) is None


def test_a_query_ends_with_its_node(domain: int):
    gone = Peer(domain)
    gone.close()
    asked: list[bool] = []

    def query(node):
        asked.append(True)
        return node.get_node_names_and_namespaces()

    with pytest.raises(InvalidHandle):
        query(gone.node)
    assert asyncio.run(repeat_query(gone.node, query, lambda: len(asked) > 5)) is None
    assert len(asked) == 2


def test_what_is_destroyed_in_the_node_thread_is_destroyed_once(peer: Peer):
    destroyed: list[bool] = []
    timers = len(list(peer.node.timers))
    destroy_in_node_thread(peer.node, lambda: destroyed.append(True))
    assert not destroyed
    assert peer.until(lambda: destroyed)
    peer.wait(3 * graph_queries.QUERY_PERIOD_S)
    assert destroyed == [True]
    assert len(list(peer.node.timers)) == timers


def test_the_domain_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ROS_DOMAIN_ID", "42")
    assert domain_id() == "42"
    monkeypatch.delenv("ROS_DOMAIN_ID")
    assert domain_id() == "0"
