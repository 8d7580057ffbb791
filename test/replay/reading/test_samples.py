"""Samples of several messages as one block."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.replay.reading import samples
from puma560_dynamics.replay.reading.samples import Collector, CommandSamples, JointSamples, TermSamples


def states(*stamps: int) -> JointSamples:
    """Joint states whose every number is their stamp."""
    time = np.array(stamps)
    values = np.repeat(time[:, None], 2, axis=1).astype(float)
    return JointSamples(time, time, values, values, values)


def test_parts_are_joined_in_the_order_of_arrival():
    taken = Collector(2)
    taken.add({"states": states(1, 2)})
    taken.add({"states": states(0), "gravity": TermSamples(np.array([5]), np.array([6]), np.ones((1, 2)))})
    block = taken.block(0.25)
    np.testing.assert_array_equal(block.states.stamp, [1, 2, 0])
    np.testing.assert_array_equal(block.states.effort, [[1, 1], [2, 2], [0, 0]])
    assert (list(block.terms), block.read) == (["gravity"], 0.25)


def test_what_did_not_come_is_empty_in_the_right_shape():
    block = Collector(3).block(1.5)
    assert block.states.position.shape == block.commands.effort.shape == block.reference.velocity.shape == (0, 3)
    assert block.states.stamp.dtype == np.int64
    assert (block.terms, block.read) == ({}, 1.0)


def test_a_block_begins_anew():
    taken = Collector(2)
    taken.add({"states": states(1), "commands": CommandSamples(np.array([1]), np.ones((1, 2)))})
    taken.block(0.5)
    again = taken.block(1.0)
    assert len(again.states.stamp) == len(again.commands.log_time) == 0


@pytest.mark.parametrize(("limit", "most"), [("STATES_PER_BLOCK", 3), ("BYTES_PER_BLOCK", 3 * (2 * 8 + 3 * 2 * 8))])
def test_a_block_is_full_by_its_states_or_by_its_bytes(limit: str, most: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(samples, limit, most)
    taken = Collector(2)
    taken.add({"states": states(1, 2)})
    assert not taken.full
    taken.add({"states": states(3)})
    assert taken.full
    taken.block(1.0)
    assert not taken.full
