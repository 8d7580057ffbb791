"""Waiting for a controller of another launch."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.ros.domain import Peer
from std_msgs.msg import Float64MultiArray

from puma560_dynamics.control.command_order import Answer
from puma560_dynamics.nodes.queries import controller_query
from puma560_dynamics.nodes.queries.controller_query import ControllerQuery, commanded_controllers
from puma560_dynamics.nodes.queries.graph_queries import domain_id


@pytest.fixture
def controller(domain: int) -> Iterator[Peer]:
    """The node of a controller."""
    made = Peer(domain, name="effort_controller")
    yield made
    made.close()


def answer_of(peer: Peer, controller: Peer, query: ControllerQuery) -> Answer | None:
    """What it gets while both nodes spin."""
    answers: list[Answer | None] = []

    def poll() -> bool:
        controller.executor.spin_once(timeout_sec=0.01)
        answers.append(query(peer.node))
        return answers[-1] is not None

    assert peer.until(poll)
    return answers[-1]


def test_a_controller_answers_with_its_joints(peer: Peer, controller: Peer):
    controller.node.declare_parameter("joints", ["a", "b"])
    controller.node.declare_parameter("interface_name", "effort")
    reported: list[str] = []
    query = ControllerQuery("/effort_controller", False, reported.append)
    assert answer_of(peer, controller, query) == Answer(["a", "b"], "effort")


def test_a_subscription_is_enough_where_the_joints_are_given(
    peer: Peer, controller: Peer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(controller_query, "DISCOVERY_S", 0.5)
    controller.node.create_subscription(Float64MultiArray, "/mute/commands", lambda message: None, 1)
    query = ControllerQuery("/mute", True, lambda sentence: None)
    assert answer_of(peer, controller, query) == Answer()


def test_a_subscription_is_not_enough_where_no_joints_are_given(
    peer: Peer, controller: Peer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(controller_query, "DISCOVERY_S", 0.5)
    controller.node.create_subscription(Float64MultiArray, "/mute/commands", lambda message: None, 1)
    reported: list[str] = []
    query = ControllerQuery("/mute", False, reported.append)
    assert peer.until(lambda: query(peer.node) is not None or reported)
    assert reported == [f"waiting for controller /mute in ROS domain {domain_id()}; {commanded_controllers(peer.node)}"]
    peer.until(lambda: query(peer.node) is not None, 0.5)
    assert len(reported) == 1, "no report before its time"


def test_controllers_that_take_commands_are_named(peer: Peer, controller: Peer):
    assert commanded_controllers(peer.node) == "there is none that takes commands"
    controller.node.create_subscription(Float64MultiArray, "/right/commands", lambda message: None, 1)
    assert peer.until(lambda: commanded_controllers(peer.node) == "there are: /right")
