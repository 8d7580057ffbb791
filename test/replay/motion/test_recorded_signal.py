"""What was recorded is used if it is what the position does."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.replay.blocks import MultiSine
from hypothesis import given, settings
from hypothesis import strategies as st

from puma560_dynamics.replay.motion.recorded_signal import RecordedSignal, find_lag

TIME = np.arange(5000.0) * 0.004
MOTION = MultiSine(np.random.default_rng(8))
FILTERED = MOTION.at(TIME, 1)
ALL = np.full(5000, True)


def test_a_recorded_signal_in_time_is_used():
    source = RecordedSignal("recorded velocity", "auto")
    recorded = MOTION.at(TIME - 0.0005, 1)
    recorded[77] = np.nan
    chosen = source.choose(TIME, recorded, FILTERED, ALL, 0.002)
    assert source.accepted and not source.reason
    assert source.missing == 1
    assert np.array_equal(chosen, np.where(np.isnan(recorded), FILTERED, recorded))


@pytest.mark.parametrize(("shift", "words"), [(0.0041, "4.1 ms late"), (-0.008, "8.0 ms early")])
def test_a_late_or_early_one_is_not(shift: float, words: str):
    source = RecordedSignal("recorded velocity", "auto")
    assert source.choose(TIME, MOTION.at(TIME - shift, 1), FILTERED, ALL, 0.002) is FILTERED
    assert source.reason == f"recorded velocity comes {words}: not used"


def test_degrees_are_not_radians():
    source = RecordedSignal("recorded velocity", "auto")
    assert source.choose(TIME, np.degrees(FILTERED), FILTERED, ALL, 0.002) is FILTERED
    assert "differs by" in source.reason


def test_nothing_is_decided_before_the_arm_moves():
    source = RecordedSignal("recorded velocity", "auto")
    assert source.choose(TIME, FILTERED, FILTERED, ALL & False, 0.002) is FILTERED
    assert source.accepted is None and source.seen
    short = TIME < 0.5
    source.choose(TIME, FILTERED, FILTERED, short, 0.002)
    assert source.accepted is None


@pytest.mark.parametrize(("choice", "used"), [("recorded", True), ("reference", True), ("filtered", False)])
def test_what_is_asked_for_is_not_judged(choice: str, used: bool):
    late = MOTION.at(TIME - 0.1, 1)
    source = RecordedSignal("recorded velocity", choice)
    assert (source.choose(TIME, late, FILTERED, ALL, 0.002) is late) == used


def test_a_reference_is_used_only_as_far_as_the_arm_follows_it():
    """What was asked of the arm, not what it did: a tenth off is too much, unless the derivative is as noisy."""
    asked = 1.1 * FILTERED
    quiet, noisy = np.zeros(FILTERED.shape[1]), 0.06 * np.sqrt(np.mean(FILTERED**2, axis=0))
    source = RecordedSignal("reference acceleration", "auto")
    assert source.choose(TIME, asked, FILTERED, ALL, 0.005, quiet) is FILTERED
    assert "differs by 10 %" in source.reason
    assert RecordedSignal("", "auto").choose(TIME, asked, FILTERED, ALL, 0.005, noisy) is asked
    assert RecordedSignal("", "auto").choose(TIME, 1.01 * FILTERED, FILTERED, ALL, 0.005, quiet) is not FILTERED


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(-0.05, 0.05))
def test_a_shifted_signal_gives_its_shift(seed: int, shift: float):
    motion = MultiSine(np.random.default_rng(seed))
    time = np.arange(2500.0) * 0.004
    lag, left = find_lag(time, motion.at(time - shift, 1), motion.at(time, 1))
    assert lag == pytest.approx(shift, abs=2e-5)
    assert left < 1e-3


def test_noise_does_not_matter():
    rng = np.random.default_rng(5)
    motion = MultiSine(rng)
    time = np.arange(5000.0) * 0.004
    signal = motion.at(time - 0.0041, 1) + rng.normal(0.0, 0.05, (5000, 6))
    assert find_lag(time, signal, motion.at(time, 1))[0] == pytest.approx(0.0041, abs=1e-4)


def test_something_else_leaves_much():
    rng = np.random.default_rng(6)
    time = np.arange(5000.0) * 0.004
    assert find_lag(time, MultiSine(rng).at(time, 1), MultiSine(rng).at(time, 1))[1] > 0.5
