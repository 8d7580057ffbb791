"""Stretches that are left out in turn."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.identification.synthetic import level_rows

from puma560_dynamics.identification.cross_validation import (
    FOLDS,
    consecutive_stretches,
    left_out,
)
from puma560_dynamics.identification.joint_equations import Equations, equations
from puma560_dynamics.identification.prior import Prior


def one(number: int) -> Equations:
    """A stretch of one row that differs from the others by its effort."""
    return Equations(np.zeros((1, 1, 1)), np.zeros((1, 1)), np.array([float(number)]), np.array([1]))


@pytest.mark.parametrize("count", [1, 2, FOLDS, FOLDS + 1, 23, 96])
def test_every_stretch_is_left_out_once_and_in_order(count: int):
    folds = consecutive_stretches([one(number) for number in range(count)])
    assert [int(part.square[0]) for fold in folds for part in fold] == list(range(count))
    assert len(folds) == min(FOLDS, count)
    lengths = [len(fold) for fold in folds]
    assert max(lengths) - min(lengths) <= 1


def test_each_stretch_is_predicted_by_the_mean_of_the_others():
    levels = [1.0, 2.0, 6.0]
    parts: list[Equations] = [equations(level_rows([[level], [level]])) for level in levels]
    wide = Prior(np.zeros(1), np.array([[1e12]]))
    left = [level - np.mean([other for other in levels if other is not level]) for level in levels]
    expected = np.sqrt(np.mean(np.square(left)))
    assert left_out(parts, wide, np.ones(1)) == pytest.approx([expected], rel=1e-9)


def test_a_narrow_prior_is_what_predicts():
    parts = [equations(level_rows([[3.0]])), equations(level_rows([[5.0]]))]
    narrow = Prior(np.array([4.0]), np.array([[1e-12]]))
    assert left_out(parts, narrow, np.ones(1)) == pytest.approx([1.0], rel=1e-6)
