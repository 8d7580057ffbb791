"""M⁻¹ M = 1 exactly, over the ring."""

from __future__ import annotations

import pytest
from helpers.trials import trials
from hypothesis import assume, given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.quotients import Inverse, inverse_matrix
from puma560_dynamics.emdeg.algebra.ring import Poly, Ring
from puma560_dynamics.errors import NoInverseError

RING = Ring()
C, S = RING.angle("1", [(0, 1)])
X, Y = RING.variable("x"), RING.variable("y")
CHOICES = [RING.constant(0)] * 4 + [RING.constant(1), RING.constant(-2), C, S, X, Y, C * X + Y, S - 3]


def check(matrix: list[list[Poly]], found: Inverse) -> None:
    """Row by row: numerators over all factors times M is the product of the factors, on the diagonal."""
    n = len(matrix)
    everything = RING.constant(1)
    for factor in found.factors:
        everything = everything * factor
    for i in range(n):
        for j in range(n):
            total = RING.constant(0)
            for k in range(n):
                entry = found.entries[i][k]
                assert len(set(entry.divisors)) == len(entry.divisors)
                part = entry.numerator * matrix[k][j]
                for index, factor in enumerate(found.factors):
                    if index not in entry.divisors:
                        part = part * factor
                total = total + part
            assert total == (everything if i == j else 0)


@trials(60)
@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.sampled_from(CHOICES), min_size=n * n, max_size=n * n)))
def test_random_matrices(entries: list[Poly]):
    n = {1: 1, 4: 2, 9: 3, 16: 4}[len(entries)]
    matrix = [entries[n * i : n * (i + 1)] for i in range(n)]
    try:
        found = inverse_matrix(matrix)
    except NoInverseError:
        assume(False)
    check(matrix, found)


def test_the_determinant_falls_into_factors():
    zero = RING.constant(0)
    matrix = [[zero, X, Y], [C, X, zero], [zero, Y, X]]
    found = inverse_matrix(matrix)
    assert set(found.factors) == {C, X * X - Y * Y}
    check(matrix, found)


def test_a_constant_determinant_is_no_factor():
    found = inverse_matrix([[2 * C, -S * 2], [S, C]])
    assert found.factors == ()
    assert found.entries[0][1].numerator == S


@pytest.mark.parametrize("matrix", [[[X, Y], [2 * X, 2 * Y]], [[X, RING.constant(0)], [Y, RING.constant(0)]]])
def test_singular_everywhere(matrix: list[list[Poly]]):
    with pytest.raises(NoInverseError, match="every configuration"):
        inverse_matrix(matrix)


def test_a_large_block_is_refused():
    full = [[RING.variable(f"m{i}{j}") for j in range(5)] for i in range(5)]
    with pytest.raises(NoInverseError, match="5 joints"):
        inverse_matrix(full)
