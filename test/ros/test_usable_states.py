"""Waiting for joint states that can be used."""

from __future__ import annotations

import math

import pytest
from helpers.ros.domain import Peer
from sensor_msgs.msg import JointState

from puma560_dynamics.nodes.queries.topic_queries import UsableStates

TOPIC = "/joint_states"


def published(peer: Peer, names: list[str], position: list[float]) -> None:
    """The same joint state every 20 ms."""
    publisher = peer.node.create_publisher(JointState, TOPIC, 10)
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
    states = UsableStates(TOPIC, ["a", "b"], 30.0)
    assert states(peer.node) is None
    assert decided(peer, states) is True
    subscribed = peer.until(lambda: not peer.node.count_subscribers(TOPIC))
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
    states = UsableStates(TOPIC, ["a", "b"], 2.0)
    assert decided(peer, states) is False
    assert finding in states.finding
