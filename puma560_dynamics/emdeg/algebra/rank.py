"""Compute the rank of a matrix over a prime field: that of a matrix of rational functions at a random point."""

from __future__ import annotations

from collections.abc import Sequence

from .residue import PrimeField, Residue


def rank(matrix: Sequence[Sequence[Residue]], field: PrimeField) -> int:
    """Return the rank of a matrix, by Gaussian elimination."""
    rows, found = [list(row) for row in matrix], 0
    for column in range(len(rows[0])):
        pivot = next((row for row in rows[found:] if row[column]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        rows.insert(found, pivot)
        inverse = field.of(field.reciprocal(pivot[column].value))
        for row in rows[found + 1 :]:
            factor = row[column] * inverse
            row[:] = [own - factor * other for own, other in zip(row, pivot, strict=True)]
        found += 1
    return found
