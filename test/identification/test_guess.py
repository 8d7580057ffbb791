"""Stretches that are left out in turn."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.identification.guess import FOLDS, consecutive_stretches
from puma560_dynamics.identification.joint_equations import Equations


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
