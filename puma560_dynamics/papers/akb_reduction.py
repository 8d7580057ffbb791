"""Armstrong, Khatib and Burdick, equations (2) and (3): what combining constants saves, on their 3 dof example."""

from __future__ import annotations

from ..counted import Tally
from ..emdeg.ring import Poly, Ring
from ..explicit.constants import PRINTED
from ..explicit.evaluate import evaluate
from ..explicit.table import names_in, parse, read_table
from .bench import Bench
from .claim import Chapter, Finding, Paper

CHAPTER = Chapter(Paper.AKB)

MURRAY_NEUMAN = (
    "J3xx*CC23 + J3yy*SS23 + J3zz + d3*d3*m3 + 2*M3x*a2*C2*C23 + a2*a2*m3*CC2 + 2*M3x*a3*CC23 + a3*a3*m3*CC23 + "
    "2*a2*a3*m3*C2*C23 + J2yy*SS2 + J2xx*CC2 + 2*d2*d3*m3 + 2*M2x*a2*CC2 + a2*a2*m2*CC2 + d2*d2*m3 + d2*d2*m2 + J2zz "
    "+ J1zz + J1xx"
)
"""Equation (2). J are second moments ∫x²dm …, so that each link has one about the axis of joint 1; the scan has xx "
"for zz."""

REDUCED = "I1 + I2*CC2 + I3*C2*C23 + I4*CC23"
"""Equation (3)."""

FIRST = "d3*d3*m3 + d2*d2*m3 + 2*d2*d3*m3 + d2*d2*m2 + J3yy + J3zz + J2zz + J2yy + J1zz + J1xx"
"""I1 as printed below (3)."""

CROSS = ("C2*C23", "X23")
"""The one product of two different cosines, and a name for it when it is taken as given."""


@CHAPTER.entry("equation (2)", "a11 of a 3 dof arm takes 37 multiplications and 18 additions")
def equation_2(bench: Bench) -> Finding:
    ours = _calculations(MURRAY_NEUMAN)
    return Finding("37 + 18", _sum(ours), ours == (37, 18), "× and +", note="squares of cosines and sines at hand")


@CHAPTER.entry("equation (3)", "combining constants takes a11 from 35 to 3 multiplications, from 18 to 3 additions")
def equation_3(bench: Bench) -> Finding:
    before, after = (_calculations(text.replace(*CROSS)) for text in (MURRAY_NEUMAN, REDUCED))
    return Finding(
        "35 + 18 → 3 + 3",
        f"{_sum(before)} → {_sum(after)}",
        (before, after) == ((35, 18), (3, 3)),
        "× and +",
        mended=("37 above and 35 here are the same expression: here cos q2 · cos(q2 + q3) is at hand as well",),
    )


@CHAPTER.entry(
    "equation (3)", "(2) is a sum of four variable expressions: 1, cos² q2, cos q2 · cos(q2+q3), cos²(q2+q3)"
)
def four_expressions(bench: Bench) -> Finding:
    found = _groups(MURRAY_NEUMAN)
    expected = _groups(REDUCED)
    return Finding(
        len(expected), len(found), set(found) == set(expected), "constants",
        note="multiplied out exactly, with sin² = 1 - cos²",
    )  # fmt: skip


@CHAPTER.entry("equation (3)", "I1 is the constant part of (2)")
def first_constant(bench: Bench) -> Finding:
    ring = Ring()
    printed, ours = _groups(FIRST, ring)[()], _groups(MURRAY_NEUMAN, ring)[()]
    return Finding(
        f"{len(printed)} terms", f"{len(ours)} terms", ours == printed,
        note="J1zz twice in the scan is J1zz and J1xx: both move with joint 1",
    )  # fmt: skip


@CHAPTER.entry("section 2", "computing I1 takes 18 calculations")
def cost_of_the_first_constant(bench: Bench) -> Finding:
    ours = sum(_calculations(FIRST))
    return Finding(18, ours, ours == 18, "calculations")


@CHAPTER.entry("section 2", "the full model needs 34 lumped constants", "puma560 constants")
def lumped_constants(bench: Bench) -> Finding:
    ours = len(bench.full.constants)
    return Finding(34, ours, ours == 34, "constants", note="23 of inertia, 6 of motors, 5 of gravity (table A3)")


@CHAPTER.entry("section 2", "42 simple parameters describe the arm, 8 more than lumped constants", "puma560 arm")
def simple_parameters(bench: Bench) -> Finding:
    lumped = read_table("a2")
    names = {name for entry in lumped.values() for name in names_in(entry.tree) if name not in lumped}
    ours = len(names) + sum(name.startswith("Im") for name in PRINTED)
    return Finding(
        42,
        ours,
        ours == 42,
        "parameters",
        obstacle="the paper does not list them; ours are the symbols of table A2 (g among them) and six motor inertias",
        bounded=abs(ours - 42) <= 2,
    )


def _calculations(text: str) -> tuple[int, int]:
    """Multiplications and additions of an expression as it is written; what stands as one name is at hand."""
    tally = Tally(skip_known=False)
    tree = parse(text.replace("2*", "two*"))
    evaluate(tree, {name: tally.variable() for name in names_in(tree)})
    return tally.multiplications, tally.additions


def _groups(text: str, ring: Ring | None = None) -> dict[tuple[tuple[str, int], ...], Poly]:
    """Cosines with their exponents -> the polynomial in the parameters that multiplies them."""
    ring = Ring() if ring is None else ring
    angles = [ring.angle("2", ((1, 1),)), ring.angle("23", ((1, 1), (2, 1)))]
    names = {f"{f}{label}": value for label, pair in zip(("2", "23"), angles, strict=True)
             for f, value in zip("CS", pair, strict=True)}  # fmt: skip
    names |= {f"{f}{name}": value * value for name, value in names.items() for f in name[0]}
    tree = parse(text)
    known = {name: names[name] if name in names else ring.variable(name) for name in names_in(tree)}
    found: dict[tuple[tuple[str, int], ...], Poly] = {}
    for monomial, scale in evaluate(tree, known).items():
        factors = ring.factors(monomial)
        angle = tuple(factor for factor in factors if factor[0][0] in "cs" and factor[0][1:].isdigit())
        rest = Poly(ring, {ring.monomial(dict(factor for factor in factors if factor not in angle)): scale})
        found[angle] = found.get(angle, ring.constant(0)) + rest
    return {angle: value for angle, value in found.items() if value}


def _sum(count: tuple[int, int]) -> str:
    return f"{count[0]} + {count[1]}"
