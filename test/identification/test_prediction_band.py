"""The band around predicted torque contains the fraction of windows that it states, whatever the noise is like."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.identification.synthetic import level_estimate, level_rows

from puma560_dynamics.identification.prediction_band import (
    BAND_DEVIATIONS,
    FEWEST,
    INSIDE,
    band_noise,
    predicted_error,
    windows_outside,
)
from puma560_dynamics.identification.prior import Prior
from puma560_dynamics.identification.recorded import Recorded

WIDE = Prior(np.zeros(1), np.array([[1e12]]))


def noisy(kind: str, count: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    size = (count, 1)
    draws = {"normal": rng.normal(size=size), "heavy tails": rng.standard_t(2.5, size), "flat": rng.random(size)}
    return 4.0 + draws[kind]


@pytest.mark.parametrize("kind", ["normal", "heavy tails", "flat"])
def test_windows_that_were_not_fitted_are_inside_as_often_as_stated(kind: str):
    rows = level_rows(noisy(kind, 4000, 1).tolist())
    noise = band_noise([rows], [rows], WIDE, np.ones(1), 1)
    level = float(np.mean(rows.effort))
    fresh = Recorded("fresh", "", (level_rows(noisy(kind, 20_000, 2).tolist()),))
    assert windows_outside([fresh], level_estimate(level, 0.0), noise) == pytest.approx([1.0 - INSIDE], abs=0.012)


def test_it_counts_the_error_of_stretches_that_were_left_out():
    """Each stretch has its own level, which a fit to the others does not know."""
    levels = np.repeat([0.0, 1.0, 2.0, 3.0, 4.0], FEWEST)[:, None]
    rows = level_rows(levels.tolist())
    largest = max(abs(level - np.mean([other for other in range(5) if other != level])) for level in range(5))
    assert band_noise([rows], [rows], WIDE, np.ones(1), 1) == pytest.approx([largest / BAND_DEVIATIONS], rel=1e-2)


def test_too_few_windows_give_no_band():
    rows = level_rows([[0.1], [0.2]] * (FEWEST // 2 - 1))
    assert np.isnan(band_noise([rows], [rows], WIDE, np.ones(1), 1)).all()


def test_the_error_of_the_file_contains_that_of_the_estimate():
    recording = Recorded("a", "", (level_rows([[0.0], [2.5]]),))
    assert predicted_error([recording], level_estimate(0.0, 0.25), np.full(1, 1.2)) == pytest.approx([1.3])


def test_windows_outside_are_counted_where_they_are_valid():
    piece = level_rows([[0.0], [1.9], [2.1], [-9.0]], [[True], [True], [True], [False]])
    recording = Recorded("a", "", (piece,))
    assert windows_outside([recording], level_estimate(0.0, 0.0), np.ones(1)) == pytest.approx([1 / 3])


def test_an_uncertain_estimate_widens_the_band():
    piece = level_rows([[0.0], [2.5]])
    recording = Recorded("a", "", (piece,))
    assert windows_outside([recording], level_estimate(0.0, 0.0), np.ones(1)) == pytest.approx([0.5])
    enough = (2.5 / BAND_DEVIATIONS) ** 2 - 1.0
    assert windows_outside([recording], level_estimate(0.0, 1.01 * enough), np.ones(1)) == pytest.approx([0.0])
    assert windows_outside([recording], level_estimate(0.0, 0.99 * enough), np.ones(1)) == pytest.approx([0.5])


def test_a_joint_without_windows_has_no_share():
    piece = level_rows([[5.0, 0.0]], [[True, False]])
    share = windows_outside([Recorded("a", "", (piece,))], level_estimate(0.0, 0.0, 2), np.ones(2))
    assert share[0] == 1.0 and np.isnan(share[1])
