"""Waiting for the description that a robot publishes."""

from __future__ import annotations

import math

import pytest
from helpers.ros.domain import Peer
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.received_description import ReceivedDescription
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.nodes.queries import topic_queries
from puma560_dynamics.nodes.queries.topic_queries import DescriptionQuery, UsableStates
from puma560_dynamics.nodes.wire.topics import LATCHED

TOPIC = "/robot_description"


def refusal(peer: Peer, query: DescriptionQuery) -> str:
    """What it decides."""
    results: list[str | None] = []

    def poll() -> bool:
        results.append(query(peer.node))
        return results[-1] is not None

    assert peer.until(poll)
    assert results[-1] is not None
    return results[-1]


def test_the_description_of_an_arm_is_accepted(peer: Peer, arm: Arm):
    peer.node.create_publisher(String, TOPIC, LATCHED).publish(String(data=urdf(arm)))
    description = ReceivedDescription(TOPIC)
    assert refusal(peer, DescriptionQuery(TOPIC, description, lambda sentence: None)) == ""
    assert description.take().joint_names == arm.joint_names


def test_another_text_is_refused_with_its_reason(peer: Peer):
    peer.node.create_publisher(String, TOPIC, LATCHED).publish(String(data="<robot name='empty'/>"))
    reason = refusal(peer, DescriptionQuery(TOPIC, ReceivedDescription(TOPIC), lambda sentence: None))
    assert reason.startswith(f"{TOPIC}: ")


def test_a_missing_description_is_reported(peer: Peer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(topic_queries, "DISCOVERY_S", 0.2)
    reported: list[str] = []
    query = DescriptionQuery(TOPIC, ReceivedDescription(TOPIC), reported.append)
    assert query(peer.node) is None
    assert not reported
    assert peer.until(lambda: query(peer.node) is not None or reported)
    assert reported[0].startswith(f"waiting: no robot description on {TOPIC}")
    peer.until(lambda: query(peer.node) is not None, 0.5)
    assert len(reported) == 1, "no report before its time"


STATES = "/joint_states"


def published(peer: Peer, names: list[str], position: list[float]) -> None:
    """The same joint state every 20 ms."""
    publisher = peer.node.create_publisher(JointState, STATES, 10)
    state = JointState(name=names, position=position, velocity=[0.0] * len(names))
    peer.node.create_timer(0.02, lambda: publisher.publish(state))


def decided(peer: Peer, states: UsableStates) -> bool | None:
    """What it decides in the end."""
    results: list[bool | None] = []

    def poll() -> bool:
        results.append(states(peer.node))
        return results[-1] is not None

    assert peer.until(poll)
    return results[-1]


def test_a_state_of_every_joint_is_usable_in_any_order(peer: Peer):
    published(peer, ["b", "a"], [0.0, 1.0])
    states = UsableStates(STATES, ["a", "b"], 30.0)
    assert states(peer.node) is None
    assert decided(peer, states) is True
    subscribed = peer.until(lambda: not peer.node.count_subscribers(STATES))
    assert subscribed, "the subscription remains"


@pytest.mark.parametrize(
    ("names", "position", "finding"),
    [
        (None, [], "no message came"),
        (["a", "b"], [0.0, math.nan], "position of b is not finite"),
        (["a", "c"], [0.0, 0.0], "joints b are missing"),
    ],
    ids=["silence", "not a number", "another arm"],
)
def test_after_its_patience_it_gives_the_reason(
    peer: Peer, names: list[str] | None, position: list[float], finding: str
):
    if names is not None:
        published(peer, names, position)
    states = UsableStates(STATES, ["a", "b"], 2.0)
    assert decided(peer, states) is False
    assert finding in states.finding
