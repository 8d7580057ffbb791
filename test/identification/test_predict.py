"""Relative errors and smoothing of a prediction: what counts, what goes, what stays as it is."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.identification.synthetic import description, moved, true_arm

from puma560_dynamics import ReplaySettings, identify, load_arm, load_model
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.identification.predict import Predicted, relative_errors, smoothed

STEP = 0.002
CUT_OFF = 10.0


def predicted(effort: FloatArray, torque: FloatArray, segment: FloatArray | None = None) -> Predicted:
    count = len(effort)
    nothing: FloatArray = np.zeros(count)
    return Predicted(
        STEP * np.arange(count, dtype=np.float64), nothing if segment is None else segment, effort, torque, nothing
    )


def test_errors_are_norms_over_samples_where_both_are_known():
    nan = np.nan
    effort = np.array([[3.0, 1.0, nan], [4.0, nan, 2.0], [100.0, 2.0, nan]])
    torque = np.array([[0.0, 1.0, 1.0], [4.0, 7.0, nan], [nan, 0.0, 1.0]])
    errors = relative_errors(predicted(effort, torque))
    assert errors[:2] == pytest.approx([3.0 / 5.0, 2.0 / np.sqrt(5.0)])
    assert np.isnan(errors[2])


def test_smoothing_keeps_what_is_slow_and_takes_what_is_fast():
    time = STEP * np.arange(2000)
    slow, fast = np.sin(2 * np.pi * 0.5 * time), np.sin(2 * np.pi * 100.0 * time)
    found = smoothed(predicted((slow + fast)[:, None], fast[:, None]), CUT_OFF)
    assert 1000 < len(found.time) <= 2000
    inside = slice(200, 1800)
    assert found.effort[inside, 0] == pytest.approx(slow[inside], abs=0.02)
    np.testing.assert_array_equal(found.torque[:, 0], fast)


def test_segments_are_smoothed_apart_and_short_ones_go():
    segment = np.repeat([0.0, 1.0, 2.0], [1000, 5, 1000])
    levels = np.repeat([1.0, 50.0, -3.0], [1000, 5, 1000])[:, None]
    found = smoothed(predicted(levels, levels, segment), CUT_OFF)
    assert set(found.segment) == {0.0, 2.0}
    expected = np.where(found.segment == 0.0, 1.0, -3.0)
    assert found.effort[:, 0] == pytest.approx(expected, abs=1e-9)
    nothing = smoothed(predicted(levels[:5], levels[:5]), CUT_OFF)
    assert nothing.effort.shape == (0, 1)


@pytest.mark.parametrize("noise", [0.0, 2e-4])
def test_the_cut_off_is_low_where_positions_are_noisy_and_high_where_they_are_exact(noise: float):
    """Noise of 0.2 mrad at 200 Hz is an acceleration of some rad/s² after a filter of 15 Hz."""
    pytest.importorskip("cvxpy")
    arm = description()
    truth = true_arm(load_arm(arm), np.random.default_rng(1))
    swing = moved(truth, np.random.default_rng(2), 20.0)
    time = 0.4 * swing.time  # motion up to 2 Hz, at 500 Hz
    effort = load_model("newton_euler", truth).torque(swing.q, 2.5 * swing.qd, 6.25 * swing.qdd)
    noisy = swing.q + noise * np.random.default_rng(3).normal(size=swing.q.shape)
    table = {"t": time, "q": noisy, "tau": effort}
    found = identify([table], ReplaySettings(arm=arm), friction="simple")
    assert (found.cut_off < 9.0) is (noise > 0.0)
