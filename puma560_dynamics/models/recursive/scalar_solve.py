"""Linear equations with a symmetric positive definite matrix, by L D Lᵀ, over any kind of scalar."""

from __future__ import annotations

from collections.abc import Sequence

from .scalar_newton_euler import Scalar


def solve_symmetric(rows: Sequence[Sequence[Scalar]], right: Sequence[Scalar]) -> list[Scalar]:
    """x of ``A x = right``; no square root, n reciprocals.

    Args:
        rows: element [j][i] of A for i ≤ j, on and below the diagonal.
        right: n numbers.
    """
    n = len(right)
    lower: list[list[Scalar]] = []
    reciprocal: list[Scalar] = []
    for j in range(n):
        scaled = list(rows[j][:j])  # L times D
        for i in range(j):
            for k in range(i):
                scaled[i] = scaled[i] - scaled[k] * lower[i][k]
        own = [element * inverse for element, inverse in zip(scaled, reciprocal, strict=True)]
        pivot = rows[j][j]
        for one, two in zip(own, scaled, strict=True):
            pivot = pivot - one * two
        lower.append(own)
        reciprocal.append(1.0 / pivot)
    x = list(right)
    for j in range(n):
        for i in range(j):
            x[j] = x[j] - lower[j][i] * x[i]
    x = [value * inverse for value, inverse in zip(x, reciprocal, strict=True)]
    for j in reversed(range(n)):
        for i in range(j + 1, n):
            x[j] = x[j] - lower[i][j] * x[i]
    return x
