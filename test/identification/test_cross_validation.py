"""Stretches that are left out in turn."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.identification.cross_validation import (
    BAND_DEVIATIONS,
    FOLDS,
    consecutive_stretches,
    left_out,
    windows_outside,
)
from puma560_dynamics.identification.joint_equations import Equations, equations
from puma560_dynamics.identification.prior import Prior
from puma560_dynamics.identification.recorded import Recorded
from puma560_dynamics.identification.solve import Estimate
from puma560_dynamics.identification.windows import Rows


def one(number: int) -> Equations:
    """A stretch that differs from the others by its count."""
    return Equations(np.zeros((1, 1, 1)), np.zeros((1, 1)), np.zeros(1), np.array([number]))


@pytest.mark.parametrize("count", [1, 2, FOLDS, FOLDS + 1, 23, 96])
def test_every_stretch_is_left_out_once_and_in_order(count: int):
    folds = consecutive_stretches([one(number) for number in range(count)])
    assert [int(part.count[0]) for fold in folds for part in fold] == list(range(count))
    assert len(folds) == min(FOLDS, count)
    lengths = [len(fold) for fold in folds]
    assert max(lengths) - min(lengths) <= 1


def rows(effort: list[list[float]], valid: list[list[bool]] | None = None) -> Rows:
    """Windows of joints whose torque is one unknown: a column of ones."""
    values = np.array(effort)
    nothing = np.zeros_like(values)
    return Rows(
        segment=0,
        time=np.arange(len(values), dtype=float),
        columns=np.ones((*values.shape, 1)),
        effort=values,
        slope=nothing,
        curve=nothing,
        valid=np.ones(values.shape, dtype=bool) if valid is None else np.array(valid),
        direction=np.ones(values.shape, dtype=np.int8),
        slip=np.zeros((*values.shape, 2, 0)),
    )


def estimate(x: float, variance: float, n: int = 1) -> Estimate:
    ones = np.ones(n)
    rows = np.ones(n, dtype=np.int64)
    return Estimate(np.array([x]), np.array([[variance]]), ones, rows, ones, 1.0, ones, 0.0, ones)


def test_each_stretch_is_predicted_by_the_mean_of_the_others():
    levels = [1.0, 2.0, 6.0]
    parts: list[Equations] = [equations(rows([[level], [level]])) for level in levels]
    wide = Prior(np.zeros(1), np.array([[1e12]]))
    left = [level - np.mean([other for other in levels if other is not level]) for level in levels]
    expected = np.sqrt(np.mean(np.square(left)))
    assert left_out(parts, wide, np.ones(1)) == pytest.approx([expected], rel=1e-9)


def test_a_narrow_prior_is_what_predicts():
    parts = [equations(rows([[3.0]])), equations(rows([[5.0]]))]
    narrow = Prior(np.array([4.0]), np.array([[1e-12]]))
    assert left_out(parts, narrow, np.ones(1)) == pytest.approx([1.0], rel=1e-6)


def test_windows_outside_are_counted_where_they_are_valid():
    piece = rows([[0.0], [1.9], [2.1], [-9.0]], [[True], [True], [True], [False]])
    recording = Recorded("a", "", [], [], (piece,))
    assert windows_outside([recording], estimate(0.0, 0.0), np.ones(1)) == pytest.approx([1 / 3])


def test_an_uncertain_estimate_widens_the_band():
    piece = rows([[0.0], [2.5]])
    recording = Recorded("a", "", [], [], (piece,))
    assert windows_outside([recording], estimate(0.0, 0.0), np.ones(1)) == pytest.approx([0.5])
    enough = (2.5 / BAND_DEVIATIONS) ** 2 - 1.0
    assert windows_outside([recording], estimate(0.0, 1.01 * enough), np.ones(1)) == pytest.approx([0.0])
    assert windows_outside([recording], estimate(0.0, 0.99 * enough), np.ones(1)) == pytest.approx([0.5])


def test_a_joint_without_windows_has_no_share():
    piece = rows([[5.0, 0.0]], [[True, False]])
    share = windows_outside([Recorded("a", "", [], [], (piece,))], estimate(0.0, 0.0, 2), np.ones(2))
    assert share[0] == 1.0 and np.isnan(share[1])
