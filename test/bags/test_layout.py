"""Layouts: where numbers and texts of a message lie, in both byte orders, and which messages agree."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("rosbags")

from helpers.replay.bags import JOINT_STATE, joint_state, raw

from puma560_dynamics.bags.layout import Layout
from puma560_dynamics.bags.message_definitions import Definitions

NAMES = ("shoulder", "elbow")


def message(position: tuple[float, ...], names: tuple[str, ...] = NAMES, little: bool = True) -> bytes:
    """A joint state without velocities."""
    return raw(0, "/t", JOINT_STATE, joint_state(5, names, position, effort=(0.5, -0.5)), little).data


def rows(*messages: bytes) -> np.ndarray:
    """Messages of one size."""
    return np.frombuffer(b"".join(messages), f"V{len(messages[0])}")


@pytest.mark.parametrize("little", [True, False])
def test_numbers_texts_and_lengths(little: bool):
    layout = Layout(message((1.25, -2.5), little=little), JOINT_STATE, Definitions())
    assert layout.texts["name"] == NAMES
    assert layout.lengths == {"name": 2, "position": 2, "velocity": 0, "effort": 2}
    both = rows(message((1.25, -2.5), little=little), message((3.5, 4.5), little=little))
    assert layout.agrees(both).all()
    assert layout.column(both, "position").tolist() == [[1.25, -2.5], [3.5, 4.5]]
    assert layout.column(both, "effort").tolist() == [[0.5, -0.5]] * 2
    with pytest.raises(KeyError):
        layout.column(both, "velocity")


def test_another_name_or_byte_order_of_the_same_size_does_not_agree():
    layout = Layout(message((1.0, 2.0)), JOINT_STATE, Definitions())
    others = rows(message((1.0, 2.0), ("shoulder", "wrist")), message((1.0, 2.0), little=False), message((0.0, 9.0)))
    assert layout.agrees(others).tolist() == [False, False, True]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x07\x07\0\0", "encapsulation 0707"),
        (message((1.0, 2.0))[:-1], "within a field"),
        (b"\0\x01\0\0" + bytes(8) + b"\xff\xff\xff\x7f", "within a field"),
    ],
)
def test_bytes_that_are_no_such_message(data: bytes, words: str):
    with pytest.raises(ValueError, match=words):
        Layout(data, JOINT_STATE, Definitions())
