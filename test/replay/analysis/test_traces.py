"""Thinned signals keep every peak and every gap; the worst moments keep every sample."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.replay.driven import cut, driven, evaluator

from puma560_dynamics.arm import Arm
from puma560_dynamics.replay.analysis.traces import AROUND, POINTS, SIGNALS, TraceSums, WorstMoments


def test_few_samples_are_all_there(arm: Arm):
    motion = driven(arm, 4.0)
    sums = TraceSums(6)
    for part in cut(motion, 17, 500):
        sums.add(evaluator(arm).evaluate(part))
    traces = sums.result()
    assert traces.samples == 1
    np.testing.assert_array_equal(traces.time, motion.time)
    np.testing.assert_allclose(traces.mean["effort"], motion.effort)
    np.testing.assert_array_equal(traces.low["effort"], motion.effort)
    assert not traces.gap.any()


@pytest.mark.parametrize("cuts", [(), (1, 2, 3, 777, 5000, 9001)])
def test_peaks_and_means_survive_thinning(arm: Arm, cuts: tuple[int, ...]):
    motion = driven(arm, 50.0)
    effort = motion.effort.copy()
    effort[7001, 2] = 1000.0
    effort[:9, 4] = np.nan
    sums = TraceSums(6)
    for part in cut(replace(motion, effort=effort), *cuts):
        sums.add(evaluator(arm).evaluate(part))
    traces = sums.result()
    assert traces.samples == 8
    assert len(traces.time) <= POINTS
    assert traces.high["effort"][:, 2].max() == 1000.0
    assert traces.high["residual"][:, 2].max() > 900.0
    first = traces.samples
    np.testing.assert_allclose(traces.mean["q"][0], motion.q[:first].mean(axis=0))
    assert traces.mean["effort"][1, 4] == pytest.approx(effort[9:16, 4].mean())
    assert np.isnan(traces.mean["effort"][0, 4])
    assert np.isnan(traces.mean["command"]).all()
    np.testing.assert_allclose(traces.time[0], motion.time[:first].mean())


def test_no_bucket_reaches_across_a_gap(arm: Arm):
    motion = driven(arm, 40.0)
    sums = TraceSums(6)
    for number, part in enumerate(cut(motion, 3333, 7001)):
        sums.add(evaluator(arm).evaluate(replace(part, segment=number, time=part.time + 5.0 * number)))
    traces = sums.result()
    assert traces.gap.sum() == 2
    before = np.diff(traces.time)[traces.gap[1:]]
    assert (before > 4.9).all()
    assert (np.diff(traces.time)[~traces.gap[1:]] < 0.1).all()


@pytest.mark.parametrize("cuts", [(), (2500, 2600, 2700, 8000)])
def test_the_worst_moment_is_there_in_full(arm: Arm, cuts: tuple[int, ...]):
    motion = driven(arm, 40.0, noise=1e-3)
    effort = motion.effort.copy()
    effort[2600, 3] += 50.0
    moments = WorstMoments(6)
    for part in cut(replace(motion, effort=effort), *cuts):
        moments.add(evaluator(arm).evaluate(part))
    found = moments.result()[3]
    at = motion.time[2600]
    inside = np.abs(motion.time - at) <= AROUND
    np.testing.assert_array_equal(found.time, motion.time[inside])
    np.testing.assert_array_equal(found.mean["effort"], effort[inside])
    assert np.argmax(found.mean["residual"][:, 3]) == np.argmin(np.abs(found.time - at))


def test_without_residual_there_is_no_worst_moment(arm: Arm):
    motion = driven(arm, 1.0)
    moments = WorstMoments(6)
    moments.add(evaluator(arm).evaluate(replace(motion, used=np.zeros(len(motion.time), dtype=bool))))
    assert all(len(traces.time) == 0 for traces in moments.result())


def test_without_samples_traces_are_empty():
    traces = TraceSums(6).result()
    assert set(traces.mean) == set(SIGNALS)
    assert all(values.shape == (0, 6) for values in traces.mean.values())
