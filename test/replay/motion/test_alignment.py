"""Every joint state finds what belongs to it, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.replay.motion.alignment import (
    COMMAND_AGE,
    KEPT,
    REFERENCE_STEP,
    Delay,
    Track,
    between,
    held,
    nearest_samples,
)

MS = 1_000_000
times = st.lists(st.integers(0, 400), min_size=0, max_size=30, unique=True).map(lambda x: np.array(sorted(x)) * MS)


def track(key: np.ndarray) -> Track:
    """Samples whose value is their key in ms."""
    result = Track(1)
    for part in np.array_split(key.astype(np.int64), 3):
        result.add(part, part, part[:, None] / MS)
    return result


@trials(100)
@given(times, times, st.integers(0, 30))
def test_by_looking_at_every_pair(key: np.ndarray, asked: np.ndarray, within: int):
    key, asked = key.astype(np.int64), asked.astype(np.int64)
    for k, (last, near) in enumerate(
        zip(held(track(key), asked), nearest_samples(track(key), asked, within * MS), strict=True)
    ):
        before = key[(key <= asked[k]) & (asked[k] - key <= COMMAND_AGE)]
        np.testing.assert_equal(last[0], before.max() / MS if len(before) else np.nan)
        distance = np.abs(key - asked[k])
        if len(key) and distance.min() <= within * MS:
            assert abs(near[0] * MS - asked[k]) == distance.min()
        else:
            assert np.isnan(near[0])


@trials(100)
@given(times, times)
def test_between_two_references_the_line_is_taken(key: np.ndarray, asked: np.ndarray):
    key, asked = key.astype(np.int64), asked.astype(np.int64)
    for when, value in zip(asked, between(track(key), asked)[:, 0], strict=True):
        left, right = key[key <= when], key[key >= when]
        if len(key) > 1 and len(left) and len(right) and right.min() - left.max() <= REFERENCE_STEP:
            assert value == pytest.approx(when / MS) or (left.max() == right.min() and np.isnan(value))
        else:
            assert np.isnan(value)


def test_keys_in_any_order():
    mixed = Track(1)
    mixed.add(np.array([30, 10]), np.array([31, 11]), np.array([[3.0], [1.0]]))
    mixed.add(np.array([20]), np.array([21]), np.array([[2.0]]))
    assert nearest_samples(mixed, np.array([9, 20, 29]), 2.0)[:, 0].tolist() == [1.0, 2.0, 3.0]


def test_old_samples_are_forgotten():
    kept = track(np.arange(10) * 10**9)
    kept.forget(9 * 10**9)
    assert kept.at_hand()[0].min() == 9 * 10**9 - KEPT


def test_a_stall_of_the_recorder_has_no_effect():
    stamp = np.arange(20_000, dtype=np.int64) * 4 * MS + 10**18
    log = stamp + MS // 2
    stalled = slice(3000, 3083)
    log[stalled] = log[3083]  # 332 ms, then everything at once
    assert np.abs(Delay().logged(stamp, log) - stamp - MS // 2).max() < MS // 100


def test_a_slow_simulation_is_followed():
    stamp = np.arange(20_000, dtype=np.int64) * 4 * MS
    log = 10**18 + 2 * stamp
    inner = slice(500, -500)
    assert np.abs(Delay().logged(stamp, log) - log)[inner].max() < 2 * MS


def test_a_short_stretch_takes_the_delay_known_before():
    delay = Delay()
    stamp = np.arange(1000, dtype=np.int64) * 4 * MS
    delay.logged(stamp, stamp + MS)
    short = stamp[:10] + 10**10
    assert np.array_equal(delay.logged(short, short + 300 * MS), short + MS)
