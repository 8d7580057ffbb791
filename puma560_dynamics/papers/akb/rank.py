"""How many constants are independent: the rank of their polynomials in the parameters, exactly."""

from __future__ import annotations

from fractions import Fraction

from ...emdeg import Poly

ZERO = Fraction(0)


def rank(rows: list[Poly]) -> int:
    """Number of polynomials of which none is a combination of the others."""
    kept: list[tuple[int, dict[int, Fraction]]] = []
    for poly in rows:
        row = {monomial: Fraction(value) for monomial, value in poly.items()}
        for pivot, other in kept:
            if factor := row.get(pivot):
                row = {m: v for m in row.keys() | other.keys() if (v := row.get(m, ZERO) - factor * other.get(m, ZERO))}
        if row:
            pivot = next(iter(row))
            kept.append((pivot, {m: v / row[pivot] for m, v in row.items()}))
    return len(kept)
