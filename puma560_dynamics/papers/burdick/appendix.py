"""Burdick's appendix II: exact tests of the legible equations of the PUMA.

The arm of section 6 has more parameters than AKB's: full inertia tensors of links 1 to 3, and a center of link 5 off
its origin. The generator derives the equations with a symbol for each parameter; every line below must then be an
identity of polynomials.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from ...emdeg import Body, Chain, ChainJoint, Poly, Ring, christoffel_symbol, gravity_torque, kinetic_energy_matrix
from ...models.tables.table import evaluate, parse
from ..bench import Bench
from ..corrections import of_place
from ..entry import EXACTLY, Chapter, EntryResult, EntryRow, Paper
from .errata import APPENDIX, ERRATA, corrected_constants

CHAPTER = Chapter(Paper.BURDICK)

N = 6
"""Number of joints."""

IDENTITY = (
    "every line is an identity with what the generator derives for the arm of section 6, with a symbol for each "
    "parameter, "
    f"{EXACTLY}"
)

CONSTANTS = """
K112 = m5*ry5*ry5 + Ixx6 - Izz6 + m6*rz6*rz6
K119 = Ixx4 - Iyy4 + Ixx5 - Izz5
K1110 = m5*a3*ry5 - m6*a3*rz6
K1115 = m5*a2*ry5 - m6*a2*rz6
K1116 = m5*d4*ry5 - m6*d4*rz6
K121 = -Ixz2 + m2*d2*rx2 + (m3 + m4 + m5 + m6)*a2*(d2 + d3)
K141 = Izz4 + Ixx5 + Izz6
K151 = Izz5 + m5*ry5*ry5 + Ixx6 + m6*rz6*rz6
K33 = Izz5 + m6*a3*a3 + m6*d4*d4 + m5*ry5*ry5 + m5*d4*d4 + m5*a3*a3 \
  + m6*rz6*rz6 + Ixx6 + Iyy4 + m4*d4*d4 + m4*a3*a3 + m3*ry3*ry3 + Izz3
g211 = m2*rx2 + m3*a2 + m6*a2 + m5*a2 + m4*a2
g311 = m3*ry3 + m4*d4 + m5*d4 + m6*d4
g312 = m4*a3 + m6*a3 + m5*a3
g313 = m6*rz6 - m5*ry5
g314 = m6*rz6 + m5*ry5
"""
"""Constants as printed, of which two are wrong (`errata.ERRATA`).

Letters and digits that the scan confuses are read like those of the other terms in the same sum.
"""


ELEMENTS = """
M16 = Izz6*(c23*c5 - s23*c4*s5)
M26 = M36
M24 = M34 + K1115*s3*s4*s5
M33 = K33 + (K119 - K112*s5*s5)*s4*s4 - 2*K1110*c4*s5 - 2*K1116*c5
M34 = -(K112*s5*c5 - K1116*s5)*s4
M35 = -K1110*s5 + (K151 - K1116*c5)*c4
M36 = Izz6*s4*s5
M44 = K141 + K112*s5*s5
M45 = 0
M46 = Izz6*c5
M55 = K151
M56 = 0
M66 = Izz6
"""
"""Elements of M whose lines are complete in the scan (the line of M66 is lost, but not its constant)."""

GRAVITY = """
g1 = 0
g2 = g211*c2 + g3
g3 = g311*s23 + g312*c23 + g313*(c23*c4*s5 + s23*c5)
g4 = -g313*s23*s4*s5
g5 = g314*(s23*c4*c5 + c23*s5)
g6 = 0
"""

NOT_ZERO = "c122 c133 c144 c155 c211 c233 c244 c255 c311 c322 c344 c355 c411 c422 c433 c511 c522 c533 c544"
"""Centripetal terms that are not zero according to appendix II."""

CENTRIPETAL = """
c122 = c133 + Iyz2*s2 + K121*c2 - K1115*c2*s4*s5
c244 = -(K112*s5*c5 - K1116*s5)*c4 + K1115*s3*c4*s5
c255 = c355 + K1115*s3*c4*s5 - K1115*c3*c5
c322 = -c233
c355 = -K1110*c5 + K1116*c4*s5
c422 = c433 - K1115*c3*s4*s5
c433 = -((K119 - K112*s5*s5)*c4 + K1110*s5)*s4
c522 = c533 + K1115*c3*c4*c5 - K1115*s3*s5
c544 = -K112*s5*c5
"""
"""Centripetal terms whose lines are complete in the scan."""

RELATIONS = """
b112 = -2*c211
b113 = -2*c311
b114 = -2*c411
b115 = -2*c511
b123 = 2*c133
b124 = b134
b125 = b135
b126 = b136
b136 = -b316
b146 = Izz6*s23*s4*s5
b156 = -b516
b214 = b314 - 2*K1115*s2*c4*s5
b215 = b315 - 2*K1115*s2*s4*c5
b216 = b316
b223 = -2*c322
b224 = -2*c422
b225 = -2*c522
b234 = b224
b235 = b335 - 2*K1115*c3*c4*c5 + 2*K1115*s3*s5
b245 = b345 + 2*K1115*s3*s4*c5
b246 = b346
b256 = b356
b312 = -b213
b316 = Izz6*s23*c5 + Izz6*c23*c4*s5
b324 = b334
b325 = b335
b334 = -2*c433
b335 = -2*c533
b346 = -b436
b356 = -b536
b412 = -b214
b413 = -b314
b416 = -Izz6*s23*s4*s5
b425 = b435
b426 = b436
b445 = -2*c544
b456 = -b546
b512 = -b215
b513 = -b315
b514 = -b415
b516 = Izz6*c23*s5 + Izz6*s23*c4*c5
b523 = -b325
b524 = -b425
b526 = b536
b534 = -b435
b536 = -Izz6*s4*c5
b546 = Izz6*s5
b612 = -b216
b613 = -b316
b614 = -b416
b615 = -b516
b623 = -b326
b624 = -b426
b625 = -b526
b634 = -b436
b635 = -b536
b645 = -b546
"""


def chain_of_section_6(ring: Ring) -> Chain:
    """Return the PUMA of section 6 with a symbol for each parameter; its frames are those of table A1."""
    v = ring.variable
    twists = ((1, 0), (0, -1), (1, 0), (0, 1), (0, -1), (0, 1))
    offsets = ((0, 0), (0, v("d2")), (v("a2"), v("d3")), (v("a3"), v("d4")), (0, 0), (0, 0))
    joints = tuple(
        ChainJoint(f"joint{i}", cos_alpha=c, sin_alpha=s, a=a, d=d)
        for i, ((c, s), (a, d)) in enumerate(zip(twists, offsets, strict=True), start=1)
    )
    centers = ((0, v("ry1"), 0), (v("rx2"), 0, 0), (0, v("ry3"), 0), (0, 0, 0), (0, v("ry5"), 0), (0, 0, v("rz6")))
    full = [tuple(v(f"I{axes}{i}") for axes in ("xx", "yy", "zz", "xy", "xz", "yz")) for i in (1, 2, 3)]
    wrist = [(v("Ixx4"), v("Iyy4"), v("Izz4")), *((v(f"Ixx{i}"), v(f"Ixx{i}"), v(f"Izz{i}")) for i in (5, 6))]
    moments = [*full, *((*diagonal, 0, 0, 0) for diagonal in wrist)]
    bodies = tuple(
        Body(v(f"m{i}"), center, inertia)
        for i, (center, inertia) in enumerate(zip(centers, moments, strict=True), start=1)
    )
    return Chain("PUMA 560 of EMDEG", joints, bodies, (0, 0, -v("g")))


@cache
def derived_coefficients() -> dict[str, Poly]:
    """Return M, b, c and g (divided by -g) by their names in appendix II, with parameters, cosines and sines."""
    ring = Ring()
    chain = chain_of_section_6(ring)
    a = kinetic_energy_matrix(chain, ring)
    found: dict[str, Any] = {f"M{i + 1}{j + 1}": a[i][j] for i, j in product(range(N), repeat=2) if i <= j}
    for i, j, k in product(range(N), repeat=3):
        if j < k:
            found[f"b{i + 1}{j + 1}{k + 1}"] = christoffel_symbol(a, i, j, k) * 2
    for i, j in product(range(N), repeat=2):
        found[f"c{i + 1}{j + 1}{j + 1}"] = christoffel_symbol(a, i, j, j)
    unit = ring.variable("g").items()
    ((weight, _),) = unit
    for i, element in enumerate(gravity_torque(chain, ring)):
        found[f"g{i + 1}"] = Poly(ring, {monomial - weight: -value for monomial, value in element.items()})
    found |= {name: ring.variable(name) for name in ring.names}
    found["c3"] = found["c2"] * found["c23"] + found["s2"] * found["s23"]
    found["s3"] = found["s23"] * found["c2"] - found["c23"] * found["s2"]
    return found


def holding(lines: str, corrected: dict[str, str]) -> list[EntryRow]:
    """Return a row for each line ``name = expression``, with the result whether the line is an identity.

    Args:
        lines: lines as printed.
        corrected: corrected expressions of constants, by name.
    """
    known = dict(derived_coefficients())
    for name, text in pairs_of(CONSTANTS):
        known[name] = evaluate(parse(corrected.get(name, text)), known)
    rows = []
    for name, text in pairs_of(lines):
        ours = known[name]
        same = not ours - (evaluate(parse(text), known) + ours.ring.constant(Fraction(0)))
        rows.append(EntryRow(name, text, "identical" if same else "another polynomial", "", same))
    return rows


@CHAPTER.entry("appendix II", "elements of M that are whole in the scan", "puma560 derive", criterion=IDENTITY)
def inertia(bench: Bench) -> EntryResult:
    return _held(holding(ELEMENTS, {}), "elements")


@CHAPTER.entry(
    "appendix II",
    "the vector of gravity forces",
    "puma560 derive",
    criterion="every line, corrected, is an identity with what the generator derives for the arm of section 6, "
    f"{EXACTLY}; and each correction is needed",
)
def gravity_forces(bench: Bench) -> EntryResult:
    rows, printed = holding(GRAVITY, corrected_constants()), holding(GRAVITY, {})
    wrong = [row.name for row in printed if not row.agrees]
    needed = all(holding(GRAVITY, {name: text}) != rows for name, text in corrected_constants().items())
    corrections = of_place(ERRATA, APPENDIX, entries=lambda name: name.startswith("g"))
    return replace(
        _held(rows, "elements"),
        holds=all(row.agrees for row in rows) and bool(wrong) and needed,
        corrected=corrections.sentences,
        note=f"as printed {' and '.join(wrong)} would be wrong, up to the factor",
    )


@CHAPTER.entry(
    "appendix II",
    "which centripetal terms are not zero",
    "puma560 derive",
    criterion="the names under that heading against the terms that the generator derives and that are not zero for all "
    "parameters; equal sets",
)
def centripetal(bench: Bench) -> EntryResult:
    own = {name for name, value in derived_coefficients().items() if name[0] == "c" and len(name) == 4 and value}
    printed = set(NOT_ZERO.split())
    return EntryResult(
        f"{len(printed)} terms",
        f"{len(own)} terms{'' if own == printed else ': ' + ' '.join(sorted(own ^ printed))}",
        own == printed,
        note="exactly, with a symbol for every parameter",
    )


@CHAPTER.entry("appendix II", "centripetal terms that are whole in the scan", "puma560 derive", criterion=IDENTITY)
def whole_centripetal(bench: Bench) -> EntryResult:
    return _held(holding(CENTRIPETAL, {}), "terms")


@CHAPTER.entry("appendix II", "Coriolis terms that are given by others", "puma560 derive", criterion=IDENTITY)
def coriolis(bench: Bench) -> EntryResult:
    return _held(holding(RELATIONS, {}), "relations")


def _held(rows: list[EntryRow], what: str) -> EntryResult:
    agree = sum(row.agrees for row in rows)
    return EntryResult(f"{len(rows)} {what}", f"{agree} identical", agree == len(rows), rows=tuple(rows))


def pairs_of(lines: str) -> list[tuple[str, str]]:
    """Return the names and expressions of lines ``name = expression``."""
    return [
        (name.strip(), text.strip()) for name, text in (line.split("=") for line in lines.splitlines() if line.strip())
    ]
