"""When joint states count as repeated under new stamps, and how far the age of their positions varies."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.replay.driven import multi_sine

from puma560_dynamics.replay.motion.segments import Part
from puma560_dynamics.replay.motion.stale_states import RARE, StaleStates
from puma560_dynamics.replay.reading.samples import JointSamples

CUT_OFF = 15.0


def sentence(time: np.ndarray, q: np.ndarray, qd: np.ndarray) -> str:
    """What is reported for these states, at even stamps."""
    stamp = np.round(1e9 * time).astype(np.int64)
    states = JointSamples(stamp, stamp, q, qd, np.ones_like(q))
    found = StaleStates(np.ones(q.shape[1]), CUT_OFF)
    found.add(Part(0, time, states, float(np.median(np.diff(time))), np.diff(time, prepend=np.nan)))
    return found.sentence()


def test_a_faster_controller_manager_that_repeats_each_state_evenly_is_no_error():
    time, q, qd, _ = multi_sine(20.0, 1000.0)
    shown = np.arange(len(time)) // 4 * 4
    assert sentence(time, q[shown], qd[shown]) == ""


def varying_age(size: float, frequency: float) -> np.ndarray:
    """Age of the positions at 1 kHz, s."""
    return size * (1.0 + np.sin(2.0 * np.pi * frequency * np.arange(20_000) / 1000.0))


@pytest.mark.parametrize(("frequency", "passes"), [(2.0 / 0.33, True), (100.0, False)])
def test_the_variation_of_the_age_that_the_filter_passes_is_measured(frequency: float, passes: bool):
    """The mean over 33 ms passes 94 % of a sine at 6.1 Hz, which has two periods in 330 ms, and 8 % at 100 Hz."""
    time = np.arange(20_000) / 1000.0
    age = varying_age(0.004, frequency)
    shown = np.round((time - age) / 0.002).astype(np.int64) * 2  # a new state every 2 ms
    source, q, qd, _ = multi_sine(21.0, 1000.0)
    found = sentence(time, q[shown + 500], qd[shown + 500])
    assert len(source) > shown.max() + 500
    if not passes:
        assert found == ""
        return
    assert "joint states repeat the values of earlier ones under new stamps" in found
    reported = float(found.rpartition("varies by ")[2].split()[0])
    assert reported == pytest.approx(0.936 * 4.0 / 2.0**0.5, rel=0.05)


def test_stamps_that_are_wrong_without_repeated_states_are_not_reported_here():
    time, q, qd, _ = multi_sine(20.0, 250.0)
    late = np.interp(np.arange(len(time)), np.arange(0, len(time), 50), 0.01 * np.arange(len(time) // 50) % 0.02)
    assert sentence(time + late, q, qd) == ""


def repeated(longest: int, often: float, count: int) -> np.ndarray:
    """Indices of states, of which some are repeated."""
    rng = np.random.default_rng(2)
    shown = np.arange(count)
    for begin in np.flatnonzero(rng.uniform(size=count) < often):
        shown[begin : begin + longest] = shown[begin]
    return shown


def test_states_that_are_held_and_catch_up_are_reported_unless_they_are_rare():
    time, q, qd, _ = multi_sine(40.0, 250.0)
    often, seldom = repeated(12, 0.05, len(time)), repeated(12, 0.2 * RARE / 12, len(time))
    assert sentence(time, q[often], qd[often])
    assert sentence(time, q[seldom], qd[seldom]) == ""


def test_rest_quantisation_and_recordings_without_velocities_are_not_judged():
    time, q, qd, _ = multi_sine(20.0, 250.0)
    shown = repeated(12, 0.05, len(time))
    assert sentence(time, q[shown], np.full_like(qd, np.nan)) == ""
    slow = 0.05
    assert sentence(time / slow, q[shown], slow * qd[shown]) == ""
    step, uniform = 0.02, np.full((len(time), 1), 0.3)  # rad and rad/s: a coarse encoder, an even motion
    assert sentence(time, np.round(uniform * time[:, None] / step) * step, uniform) == ""
