"""Expressions over any kind of number."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from puma560_dynamics.models.tables.evaluate import evaluate
from puma560_dynamics.models.tables.table import parse


def test_floats_fractions_and_arrays():
    tree = parse("-a^2*{b-2} + 3*a")
    assert evaluate(tree, {"a": 2.0, "b": 5.0}) == -6.0
    assert evaluate(tree, {"a": Fraction(1, 2), "b": 3}) == Fraction(5, 4)
    np.testing.assert_array_equal(evaluate(tree, {"a": np.array([2.0, 1.0]), "b": 5.0}), [-6.0, 0.0])
