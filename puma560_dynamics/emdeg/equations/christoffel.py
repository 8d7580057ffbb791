"""Coriolis and centrifugal matrices from derivatives of the kinetic energy matrix (AKB 4 to 6)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from ..algebra.ring import Poly

Rows = tuple[tuple[Poly, ...], ...]


def christoffel_symbol(a: Sequence[Sequence[Poly]], i: int, j: int, k: int) -> Poly:
    """β^{i,jk} = ½ (∂a_ij/∂q_k + ∂a_ik/∂q_j - ∂a_jk/∂q_i), indices from 0."""
    return (a[i][j].derivative(k) + a[i][k].derivative(j) - a[j][k].derivative(i)) * Fraction(1, 2)


def pairs(n: int) -> tuple[tuple[int, int], ...]:
    """Joints of the velocity products in the columns of B: 12, 13, … 1n, 23, …, indices from 0."""
    return tuple(combinations(range(n), 2))


def coriolis_and_centrifugal(a: Sequence[Sequence[Poly]]) -> tuple[Rows, Rows]:
    """B (n, n(n-1)/2), b = 2β^{i,jk}, and C (n, n), c = β^{i,jj}, of the kinetic energy matrix `a`.

    Every symbol is formed from its definition; `reduction.Reduction` forms only those that are needed.
    """
    n = len(a)
    b = tuple(tuple(christoffel_symbol(a, i, j, k) * 2 for j, k in pairs(n)) for i in range(n))
    c = tuple(tuple(christoffel_symbol(a, i, j, j) for j in range(n)) for i in range(n))
    return b, c
