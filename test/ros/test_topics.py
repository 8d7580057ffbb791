"""Qualities of service that must match what others publish, by the rules of the middleware."""

from __future__ import annotations

import pytest
from rclpy.qos import QoSCompatibility, QoSProfile, qos_check_compatible

from puma560_dynamics.nodes.wire import topics


def matches(publisher: QoSProfile, subscriber: QoSProfile) -> bool:
    return qos_check_compatible(publisher, subscriber)[0] != QoSCompatibility.ERROR  # liveliness is left to defaults


@pytest.mark.parametrize("publisher", [topics.COMMAND, topics.RELIABLE, topics.LATCHED])
def test_commands_are_received_from_every_publisher(publisher: QoSProfile):
    assert matches(publisher, topics.COMMAND)


@pytest.mark.parametrize("subscriber", [topics.RELIABLE, topics.QUEUE, topics.DEEP, topics.COMMAND])
def test_states_that_a_broadcaster_latches_reach_every_reader(subscriber: QoSProfile):
    assert matches(topics.LATCHED, subscriber)
    assert matches(topics.DEEP, subscriber)


def test_a_description_is_read_from_those_that_keep_it():
    assert matches(topics.LATCHED, topics.LATCHED)
    assert not matches(topics.RELIABLE, topics.LATCHED)
    assert not matches(topics.COMMAND, topics.RELIABLE)
