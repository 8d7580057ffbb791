"""Equations are solved for any symmetric matrix, keep its zeros, and cost no more in any other order of elimination."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.program.linear_equations import (
    Element,
    Factorised,
    Statements,
    _cheapest,
    cost,
    elimination_order,
    one,
)
from puma560_dynamics.emdeg.program.program import Value

ARROW = ((0, 1, 2, 3), (0, 1), (0, 2), (0, 3))
"""Columns of the nonzero elements of a matrix whose first row couples all others."""


def value_of(value: Value, names: dict[str, float]) -> float:
    total = sum(
        float(group.coefficient) * term.sign * np.prod([names[factor] for factor in term.factors])
        for group in value.groups
        for term in group.terms
    )
    return 1.0 / float(total) if value.inverted else float(total)


def values(statements: Statements, known: dict[str, float]) -> dict[str, float]:
    names = dict(known)
    for statement in statements:
        names[statement.name] = value_of(statement.value, names)
    return names


def given_matrix(matrix: FloatArray, name: str) -> tuple[list[list[Element]], dict[str, float]]:
    """Names of the elements that are not zero, and their values."""
    names = [[f"{name}_{i}_{j}" if x else None for j, x in enumerate(row)] for i, row in enumerate(matrix)]
    return names, {f"{name}_{i}_{j}": float(x) for (i, j), x in np.ndenumerate(matrix) if x}


def found(elements: list[list[Element]], names: dict[str, float]) -> FloatArray:
    return np.array([[0.0 if element is None else names[element] for element in row] for row in elements])


@given(st.integers(1, 6), st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_solutions_are_those_of_numpy(n: int, seed: int, zeros: float):
    chance = np.random.default_rng(seed)
    lower = np.tril(np.where(chance.random((n, n)) < zeros, 0.0, chance.uniform(-1, 1, (n, n))), -1)
    a = lower + lower.T + 2.0 * n * np.eye(n)
    right = np.where(chance.random((n, 3)) < zeros, 0.0, chance.uniform(-1, 1, (n, 3)))
    (matrix, known), (columns, more) = given_matrix(a, "a"), given_matrix(right, "b")
    statements: Statements = []
    factorised = Factorised(statements, matrix)
    inverse = factorised.inverse("w")
    product = factorised.times_inverse("x", inverse, columns, -1)
    twice = factorised.solved([f"z{i}" for i in range(n)], [one(row[0]) for row in columns], factorised.multiple(2))
    names = values(statements, known | more)
    np.testing.assert_allclose(found(inverse, names), np.linalg.inv(a), atol=1e-13)
    np.testing.assert_allclose(found(product, names), -np.linalg.solve(a, right), atol=1e-13)
    np.testing.assert_allclose(found([twice], names)[0], 2 * np.linalg.solve(a, right[:, 0]), atol=1e-13)
    assert len({statement.name for statement in statements}) == len(statements)


def test_the_row_that_couples_all_others_comes_last():
    assert elimination_order(ARROW) == [3, 2, 1, 0]
    assert elimination_order([range(3)] * 3) == [2, 1, 0]


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8))
def test_no_order_is_cheaper(pairs: set[tuple[int, int]]):
    n = 5
    coupled = [[j for j in range(n) if i == j or (i, j) in pairs or (j, i) in pairs] for i in range(n)]
    matrix: list[list[Element]] = [[f"a{min(i, j)}{max(i, j)}" if j in coupled[i] else None for j in range(n)]
                                   for i in range(n)]  # fmt: skip

    def calculations(order: tuple[int, ...]) -> int:
        """Eliminate the rows of a matrix in their order."""
        statements: Statements = []
        turned = [[matrix[i][j] for j in order] for i in order]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("puma560_dynamics.emdeg.program.linear_equations.elimination_order", lambda _: range(n))
            Factorised(statements, turned).solved([f"x{i}" for i in range(n)], [one(f"b{i}") for i in range(n)])
        return cost(statements)

    best = calculations(tuple(elimination_order(coupled)))
    assert best == min(map(calculations, permutations(range(n))))


def test_a_pivot_that_is_zero_is_refused():
    with pytest.raises(ZeroDivisionError):
        Factorised([], [["a", None], [None, None]])


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=11))
def test_the_order_is_that_of_a_full_search(pairs: set[tuple[int, int]]):
    n = 6
    coupled = [[j for j in range(n) if i == j or (i, j) in pairs or (j, i) in pairs] for i in range(n)]
    assert elimination_order(coupled) == _cheapest(coupled)


def test_two_arms_on_a_torso_are_eliminated_from_their_last_joints():
    """The arms do not affect each other: 631 calculations for 15 joints, and 1660 if A had no zeros."""
    arms = {0: range(15), **dict.fromkeys(range(1, 8), range(8)), **dict.fromkeys(range(8, 15), (0, *range(8, 15)))}
    assert elimination_order([arms[i] for i in range(15)]) == [*reversed(range(15))]
    costs = []
    for dense in (False, True):
        matrix = [[f"a_{i}_{j}" if dense or j in arms[i] else None for j in range(15)] for i in range(15)]
        statements: Statements = []
        Factorised(statements, matrix).solved([f"x_{i}" for i in range(15)], [one(f"t_{i}") for i in range(15)])
        costs.append(cost(statements))
    assert costs == [631, 1660]
