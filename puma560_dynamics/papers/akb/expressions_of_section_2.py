"""Expressions of section 2 of Armstrong, Khatib and Burdick: multiplied out, grouped by their cosines, counted."""

from __future__ import annotations

from fractions import Fraction

from ...emdeg import Poly, Ring
from ...models.counting import Tally
from ...models.tables.evaluate import evaluate
from ...models.tables.table import names_in, parse


def expanded(text: str, ring: Ring) -> Poly:
    """An expression multiplied out."""
    return ring.sum(_with_angle(angle, value, ring) for angle, value in grouped_terms(text, ring).items())


def _with_angle(angle: tuple[tuple[str, int], ...], value: Poly, ring: Ring) -> Poly:
    return value * Poly(ring, {ring.monomial(dict(angle)): Fraction(1)})


def calculations(text: str) -> tuple[int, int]:
    """Multiplications and additions of an expression as it is written; what stands as one name is at hand."""
    tally = Tally(skip_known=False)
    tree = parse(text.replace("2*", "two*"))
    evaluate(tree, {name: tally.variable() for name in names_in(tree)})
    return tally.multiplications, tally.additions


def grouped_terms(text: str, ring: Ring | None = None) -> dict[tuple[tuple[str, int], ...], Poly]:
    """Cosines with their exponents -> the polynomial in the parameters that multiplies them."""
    ring = Ring() if ring is None else ring
    angles = [ring.angle("2", ((1, 1),)), ring.angle("23", ((1, 1), (2, 1)))]
    names = {f"{f}{label}": value for label, pair in zip(("2", "23"), angles, strict=True)
             for f, value in zip("CS", pair, strict=True)}  # fmt: skip
    names |= {f"{name[0]}{name}": value * value for name, value in names.items()}
    tree = parse(text)
    known = {name: names[name] if name in names else ring.variable(name) for name in names_in(tree)}
    found: dict[tuple[tuple[str, int], ...], Poly] = {}
    for monomial, scale in evaluate(tree, known).items():
        factors = ring.factors(monomial)
        angle = tuple(factor for factor in factors if factor[0][0] in "cs" and factor[0][1:].isdigit())
        rest = Poly(ring, {ring.monomial(dict(factor for factor in factors if factor not in angle)): scale})
        found[angle] = found.get(angle, ring.constant(0)) + rest
    return {angle: value for angle, value in found.items() if value}
