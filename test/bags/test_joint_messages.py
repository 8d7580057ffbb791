"""Messages of joints are what their types say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("rosbags")
from puma560_dynamics.bags.joint_messages import COMMAND, JOINT_STATE, TRAJECTORY, JointMessages
from puma560_dynamics.bags.message_definitions import typestore

NAMES = ("elbow", "hand")
STAMP = 1_700_000_000_123_456_789
VALUES = np.random.default_rng(2).normal(size=(3, 2))


def read(data: bytes, kind: str) -> Any:
    """A message, by another library."""
    return typestore().deserialize_cdr(data, kind)


def test_a_joint_state_has_every_bit():
    message = read(JointMessages(NAMES).state(STAMP, *VALUES), JOINT_STATE)
    assert (message.header.stamp.sec, message.header.stamp.nanosec) == divmod(STAMP, 10**9)
    assert list(message.name) == list(NAMES)
    for field, values in zip(("position", "velocity", "effort"), VALUES, strict=True):
        np.testing.assert_array_equal(getattr(message, field), values)


def test_a_quantity_may_be_empty():
    message = read(JointMessages(NAMES).state(0, VALUES[0], *np.zeros((2, 0))), JOINT_STATE)
    assert (len(message.position), len(message.velocity), len(message.effort)) == (2, 0, 0)


def test_commands_and_references_have_every_bit():
    messages = JointMessages(NAMES)
    command = read(messages.command(VALUES[:, 0]), COMMAND)
    np.testing.assert_array_equal(command.data, VALUES[:, 0])
    reference = read(messages.reference(STAMP, *VALUES), TRAJECTORY)
    (point,) = reference.points
    np.testing.assert_array_equal((point.positions, point.velocities, point.accelerations), VALUES)
