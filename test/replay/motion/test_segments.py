"""A recording is cut at its gaps and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.replay.blocks import states

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.replay.motion.segments import PAGE, Part, segments
from puma560_dynamics.replay.motion.timeline import Timeline, pick


def cut(time: FloatArray, gap: float = 5.0, cuts: int = 1) -> list[Part]:
    """Parts of a recording with these stamps."""
    samples = states(time, np.zeros((len(time), 1)))
    parts = np.array_split(np.arange(len(time)), cuts)
    return list(segments(Timeline().order(pick(samples, part) for part in parts), gap))


def sizes(parts: list[Part]) -> list[int]:
    """Samples of each segment."""
    return [sum(len(p.time) for p in parts if p.segment == k) for k in range(parts[-1].segment + 1)]


@pytest.mark.parametrize("cuts", [1, 2, 17])
def test_cut_where_samples_are_far_apart(cuts: int):
    time = np.delete(np.arange(60_000) * 0.001, np.r_[100:104, 20_000:20_005, 50_000:50_900])
    parts = cut(time, 5.5, cuts)
    assert sizes(parts) == [20_000 - 4, 30_000 - 5, 60_000 - 50_900]
    np.testing.assert_allclose(np.concatenate([p.time for p in parts]), time, atol=1e-9)
    assert all(p.period == pytest.approx(0.001) for p in parts)


def test_distances_include_the_gap_before_a_segment():
    parts = cut(np.delete(np.arange(500) * 0.01, slice(200, 300)))
    assert np.isnan(parts[0].distances[0])
    assert parts[1].distances[0] == pytest.approx(1.01)


def test_a_new_rate_does_not_cut_a_recording_to_pieces():
    fast = np.arange(2 * PAGE) * 0.001
    slow = fast[-1] + 0.01 * np.arange(1, 2 * PAGE + 1)
    parts = cut(np.concatenate((fast, slow)))
    assert len(sizes(parts)) <= 3
    assert parts[0].period == pytest.approx(0.001)


def test_one_sample_alone():
    (part,) = cut(np.array([0.0]))
    assert part.segment == 0 and np.isnan(part.period)
