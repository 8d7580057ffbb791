"""Table A2 from the generator alone: which lumped constants the elements of A and g need.

AKB's step 2: combine the inertia constants that multiply a common variable expression. Over the
ring this is no search. An element's monomials in c2, s2, c23 … are independent, so the polynomial in
the parameters that stands with each is its constant; those that are multiples of each other are one. How many
constants are independent is the rank of their polynomials.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ...emdeg import Poly
from ...models.tables.table import is_trigonometric
from .rederived import Rederivation


@dataclass(frozen=True)
class Lumped:
    """A constant of the generator.

    Attributes:
        element: where it was met first, e.g. ``a_12``.
        factors: the variable expression it multiplies there, (name, exponent) each; none for a constant term.
        value: polynomial in the parameters, as it stands there.
    """

    element: str
    factors: tuple[tuple[str, int], ...]
    value: Poly


def lumped(own: Rederivation, kind: str) -> tuple[Lumped, ...]:
    """Constants of all elements of one kind, ``"a"`` (kg·m², without motors) or ``"g"`` (N·m), each once."""
    found: dict[tuple[tuple[int, Fraction], ...], Lumped] = {}
    for name, element in own.elements.items():
        if name.startswith(kind):
            for factors, value in _collected(element).items():
                found.setdefault(_shape(value), Lumped(name, factors, value))
    return tuple(found.values())


def _collected(element: Poly) -> Mapping[tuple[tuple[str, int], ...], Poly]:
    ring = element.ring
    parts: dict[tuple[tuple[str, int], ...], dict[int, int | Fraction]] = {}
    for monomial, coefficient in element.items():
        factors = ring.factors(monomial)
        if any(name.startswith("Im") for name, _ in factors):
            continue
        variable = tuple(pair for pair in factors if is_trigonometric(pair[0].upper()))
        rest = monomial - ring.monomial(dict(variable))
        parts.setdefault(variable, {})[rest] = coefficient
    return {variable: Poly(ring, terms) for variable, terms in parts.items()}


def _shape(value: Poly) -> tuple[tuple[int, Fraction], ...]:
    terms = sorted(value.items())
    return tuple((monomial, Fraction(coefficient, terms[0][1])) for monomial, coefficient in terms)


def rank(rows: list[Poly]) -> int:
    """Return the number of polynomials of which none is a combination of the others."""
    kept: list[tuple[int, dict[int, Fraction]]] = []
    zero = Fraction(0)
    for poly in rows:
        row = {monomial: Fraction(value) for monomial, value in poly.items()}
        for pivot, other in kept:
            if factor := row.get(pivot):
                less = ((m, row.get(m, zero) - factor * other.get(m, zero)) for m in row.keys() | other.keys())
                row = {monomial: value for monomial, value in less if value}
        if row:
            pivot = next(iter(row))
            kept.append((pivot, {m: v / row[pivot] for m, v in row.items()}))
    return len(kept)
