"""Waiting for the description that a robot publishes."""

from __future__ import annotations

import pytest
from helpers.ros.domain import Peer
from std_msgs.msg import String

from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.received_description import ReceivedDescription
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.nodes.queries import topic_queries
from puma560_dynamics.nodes.queries.topic_queries import DescriptionQuery
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
    monkeypatch.setattr(topic_queries, "DISCOVERY", 0.2)
    reported: list[str] = []
    query = DescriptionQuery(TOPIC, ReceivedDescription(TOPIC), reported.append)
    assert query(peer.node) is None
    assert not reported
    assert peer.until(lambda: query(peer.node) is not None or reported)
    assert reported[0].startswith(f"waiting: no robot description on {TOPIC}")
    peer.until(lambda: query(peer.node) is not None, 0.5)
    assert len(reported) == 1, "no report before its time"
