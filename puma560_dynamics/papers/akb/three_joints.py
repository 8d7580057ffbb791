"""Armstrong, Khatib and Burdick, equations (2) and (3): expressions of a11 of an arm of 3 joints, as in the scan."""

from __future__ import annotations

from fractions import Fraction

from ...emdeg import Poly, Ring
from ...models.counting import Tally
from ...models.tables.table import evaluate, names_in, parse
from ..corrections import Corrections, of_place
from .errata import akb_errata

SCANNED = (
    "J3xx*CC23 + J3yy*SS23 + J3xx + d3*d3*m3 + 2*M3x*a2*C2*C23 + a2*a2*m3*CC2 + 2*M3x*a3*CC23 + a3*a3*m3*CC23 + "
    "2*a2*a3*m3*C2*C23 + J2yy*SS2 + J2xx*CC2 + 2*d2*d3*m3 + 2*M2x*a2*CC2 + a2*a2*m2*CC2 + d2*d2*m3 + d2*d2*m2 + J2xx "
    "+ J1xx + J1xx"
)
"""Equation (2) as in the scan. J are second moments ∫x²dm …, so that a moment of inertia is the sum of two of them."""

REDUCED = "I1 + I2*CC2 + I3*C2*C23 + I4*CC23"
"""Equation (3)."""

SCANNED_FIRST = "d3*d3*m3 + d2*d2*m3 + 2*d2*d3*m3 + d2*d2*m2 + J3yy + J3zz + J2zz + J2yy + J1zz + J1zz"
"""Expression of I1 below (3), as in the scan."""

JOINTS = 6
"""Number of joints of the arm."""

CROSS = ("C2*C23", "X23")
"""The only product of two different cosines, and a name for it where it is not counted."""


def corrected(text: str, entry: str) -> str:
    """Apply the errata of `entry` to a text of section 2."""
    for erratum in errata_of(entry).errata:
        old, new = erratum.details["replace"]
        text = text.replace(old, new, 1)
    return text


def errata_of(*names: str) -> Corrections:
    """Return the errata of section 2 with the given names."""
    return of_place(akb_errata(), "section 2", entries=lambda name: name in names)


def of_the_mass(ring: Ring) -> Poly:
    """Return a11 of the arm with 3 joints from the squared distance of every particle to the vertical axis, ∫ρ²dm.

    The frames are those of Murray and Neuman's ARM (Paul's): the frame of a link is at its outer end, with x along the
    link; axes 2 and 3 are horizontal, and y of link 1 is vertical. A particle at (x, y, z) of link 3 has the distances
    x cos q23 - y sin q23 + a3 cos q23 + a2 cos q2 and z + d2 + d3 from the vertical axis, along the arm and
    perpendicular to it. As in (2), cross moments are zero, and first moments are along the links.
    """
    total = ring.constant(0)
    (c2, s2), (c23, s23) = ring.angle("2", ((1, 1),)), ring.angle("23", ((1, 1), (2, 1)))
    a2, a3, d2, d3 = (ring.variable(name) for name in ("a2", "a3", "d2", "d3"))
    x, y, z = (ring.variable(name) for name in ("x", "y", "z"))
    zero = ring.constant(0)
    distances = {
        1: (x, z),
        2: (x * c2 - y * s2 + a2 * c2, z + d2),
        3: (x * c23 - y * s23 + a3 * c23 + a2 * c2, z + d2 + d3),
    }
    for link, (along, beside) in distances.items():
        moments = {(): ring.variable(f"m{link}"), (("x", 1),): ring.variable(f"M{link}x") if link > 1 else zero}
        moments |= {((axis, 2),): ring.variable(f"J{link}{axis}{axis}") for axis in "xyz"}
        for monomial, scale in (along * along + beside * beside).items():
            factors = ring.factors(monomial)
            place = tuple(sorted(factor for factor in factors if factor[0] in "xyz"))
            rest = ring.monomial(dict(factor for factor in factors if factor[0] not in "xyz"))
            total = total + moments.get(place, zero) * Poly(ring, {rest: scale})
    return total


def expanded(text: str, ring: Ring) -> Poly:
    """Expand an expression of section 2."""
    return ring.sum(_with_angle(angle, value, ring) for angle, value in grouped_terms(text, ring).items())


def _with_angle(angle: tuple[tuple[str, int], ...], value: Poly, ring: Ring) -> Poly:
    return value * Poly(ring, {ring.monomial(dict(angle)): Fraction(1)})


def calculations(text: str) -> tuple[int, int]:
    """Count multiplications and additions of an expression as it is written; single names cost nothing."""
    tally = Tally(skip_known=False)
    tree = parse(text.replace("2*", "two*"))
    evaluate(tree, {name: tally.variable() for name in names_in(tree)})
    return tally.multiplications, tally.additions


def grouped_terms(text: str, ring: Ring | None = None) -> dict[tuple[tuple[str, int], ...], Poly]:
    """Group an expression by powers of cosines, and return the polynomial in the parameters that multiplies each."""
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
