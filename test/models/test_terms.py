"""Pairs of velocities in the order of the paper, and counts that add up."""

from itertools import combinations

import pytest

from puma560_dynamics.models.terms import OperationCount, velocity_pairs


def test_velocity_pairs_are_the_papers_columns():
    assert [tuple(pair) for pair in velocity_pairs(6)] == list(combinations(range(6), 2))
    with pytest.raises(ValueError, match="read-only"):
        velocity_pairs(6)[0, 0] = 3


def test_operation_count_total():
    assert OperationCount(739, 426).total == 1165
