"""L D Lᵀ over floats and arrays against numpy."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.models.counting import Tally
from puma560_dynamics.models.recursive.scalar_solve import solve_symmetric


@pytest.mark.parametrize("n", [1, 2, 6])
def test_against_numpy(n: int):
    rng = np.random.default_rng(n)
    root = rng.normal(size=(40, n, n))
    matrix = root @ np.swapaxes(root, -1, -2) + np.eye(n)
    right = rng.normal(size=(40, n))
    expected = np.linalg.solve(matrix, right[..., None])[..., 0]
    rows = [[matrix[:, j, i] for i in range(j + 1)] for j in range(n)]
    np.testing.assert_allclose(np.stack(solve_symmetric(rows, list(right.T)), axis=-1), expected, rtol=1e-9)
    one = solve_symmetric([[float(x) for x in matrix[0, j, : j + 1]] for j in range(n)], right[0].tolist())
    np.testing.assert_allclose(one, expected[0], rtol=1e-9)


@pytest.mark.parametrize("n", [1, 2, 6])
def test_its_count_is_the_textbooks(n: int):
    tally = Tally()
    solve_symmetric([[tally.variable() for _ in range(j + 1)] for j in range(n)], [tally.variable() for _ in range(n)])
    # n reciprocals; n(n-1)/2 divisions of a row; (n³-n)/6 products of the factors; n² to solve.
    sums = (n**3 - n) // 6 + n * (n - 1)
    assert tally.count == (n + n * (n - 1) // 2 + (n**3 - n) // 6 + n * n, sums)
