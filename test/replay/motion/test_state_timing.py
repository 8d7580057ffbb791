"""Periods, jitter and losses of a recording whose losses are known."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.replay.blocks import EPOCH, states

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.replay.motion.segments import segments
from puma560_dynamics.replay.motion.state_timing import LISTED, TimingCount
from puma560_dynamics.replay.motion.timeline import Timeline
from puma560_dynamics.replay.result import StateTiming


def measured(time: FloatArray, delay: float | FloatArray = 5e-4) -> tuple[StateTiming, TimingCount]:
    """The timing of stamps `time`."""
    timeline, count = Timeline(), TimingCount(5.0)
    for part in segments(timeline.order([states(time, np.zeros((len(time), 1)), delay=delay)]), 5.0):
        count.add(part)
    return count.result(timeline, used=3), count


def test_what_is_lost_is_found():
    time = np.delete(np.arange(50_000) * 0.004, np.r_[100, 200:202, 30_000:30_100])
    timing, count = measured(time)
    assert timing.count == len(time) and timing.used == 3 and timing.segments == 2
    assert timing.span == pytest.approx(50_000 * 0.004 - 0.004)
    assert timing.period == pytest.approx(0.004, rel=1e-9)
    assert timing.missing == 103 and count.lost_inside == 3 and count.long_gaps == 1
    np.testing.assert_allclose(timing.gaps, [[29_999 * 0.004, 0.404], [199 * 0.004, 0.012], [99 * 0.004, 0.008]])
    assert timing.delay == pytest.approx((5e-4, 5e-4))


def test_jitter_and_histogram():
    rng = np.random.default_rng(9)
    steps = rng.normal(0.004, 2e-4, 60_000)
    timing, _ = measured(np.concatenate(([0.0], np.cumsum(steps))))
    assert timing.jitter == pytest.approx(steps.std(), rel=1e-4)
    assert timing.period == pytest.approx(np.median(steps), rel=1e-3)
    assert np.array_equal(timing.period_counts.sum(), 60_000)
    expected, _ = np.histogram(steps, timing.periods)
    assert np.abs(timing.period_counts - expected).sum() <= 20  # stamps are whole nanoseconds
    middle = timing.periods[timing.period_counts.argmax()], timing.periods[timing.period_counts.argmax() + 1]
    assert middle[0] < 0.004 < middle[1]


def test_no_more_gaps_are_listed_than_can_be_read():
    lengths = np.random.default_rng(10).permutation(np.arange(400))
    steps = np.full(40_000, 0.01)
    steps[np.arange(400) * 100 + 50] = 0.1 + 0.01 * lengths
    timing, count = measured(np.concatenate(([0.0], np.cumsum(steps))))
    assert count.long_gaps == 400
    np.testing.assert_allclose(timing.gaps[:, 1], 0.1 + 0.01 * np.arange(399, 399 - LISTED, -1))


def test_delays_of_the_recorder():
    delay = np.full(1000, 4e-4)
    delay[:50] = np.linspace(0.331, 0.01, 50)
    timing, _ = measured(np.arange(1000.0) * 0.004, delay)
    assert timing.delay == pytest.approx((4e-4, 0.331))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_next_to_nothing(count: int):
    timing, _ = measured(np.arange(float(count)))
    assert timing.count == count and timing.segments == min(count, 1)
    assert np.isnan(timing.period) == (count < 2)


def test_the_start_is_the_first_stamp():
    timing, _ = measured(np.arange(10.0) * 0.01)
    assert timing.start == EPOCH
