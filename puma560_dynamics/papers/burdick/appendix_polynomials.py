"""Polynomials of Burdick's appendix II: what the generator derives for the arm of section 6, and the names as read.

The arm of section 6 has more parameters than AKB's: full inertia tensors of links 1 to 3, and a center of link 5 off
its origin. The generator derives the equations with a symbol for each parameter.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from ...emdeg import Body, Chain, ChainJoint, Poly, Ring, christoffel_symbol, gravity_torque, kinetic_energy_matrix
from ...models.tables.table import evaluate, parse
from .appendix_constants import CONSTANTS, pairs_of
from .appendix_lines import AppendixLine, appendix_lines, candidates, lines_of
from .errata import corrected_constants

N = 6
"""Number of joints."""


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
        found[f"D{i + 1}{j + 1}{k + 1}"] = a[i][j].derivative(k)
    for i, j in product(range(N), repeat=2):
        found[f"c{i + 1}{j + 1}{j + 1}"] = christoffel_symbol(a, i, j, j)
    ((weight, _),) = ring.variable("g").items()
    for i, element in enumerate(gravity_torque(chain, ring)):
        found[f"g{i + 1}"] = Poly(ring, {monomial - weight: -value for monomial, value in element.items()})
    return found


def zero_coriolis_terms() -> str:
    """Return how the names of the Coriolis terms as read differ from those of the terms that are not zero."""
    found = {name: value for name, value in derived_coefficients().items() if name[0] == "b"}
    read = {line.name for line in lines_of("b")}
    zero = [name for name in sorted(read) if not found[name]]
    unread = [name for name, value in found.items() if value and name not in read]
    return f"{', '.join(zero)} are 0 as read, and {', '.join(unread)}, not 0, has no line in the scan"


def definitions() -> list[tuple[str, str]]:
    """Return names and expressions of the constants as printed, and of T, V and η as read, in the order of use."""
    return [
        *pairs_of(CONSTANTS),
        *((name, line.text) for name, line in appendix_lines().items() if name[0] in "TVe"),
    ]


@cache
def known(printed_constants: bool = False) -> Mapping[str, Any]:
    """Return the polynomial of every name of the appendix.

    M, c, b, g, D and the derivatives DV are derived; constants, T, V and η are as read.

    Args:
        printed_constants: whether the two wrong constants are as printed.
    """
    found: dict[str, Any] = dict(derived_coefficients())
    ring = found["M11"].ring
    found |= {name: ring.variable(name) for name in ring.names}
    found["c3"] = found["c2"] * found["c23"] + found["s2"] * found["s23"]
    found["s3"] = found["s23"] * found["c2"] - found["c23"] * found["s2"]
    corrected = {} if printed_constants else corrected_constants()
    for name, text in definitions():
        found[name] = evaluate(parse(corrected.get(name, text)), found) + ring.constant(Fraction(0))
    for name in ("V2", "V5"):
        found[f"D{name}5"] = found[name].derivative(N - 2)
    return found


def difference(name: str, text: str, printed_constants: bool = False) -> Poly:
    """Return the polynomial by which a right side differs from what its name stands for; it is zero for an identity."""
    own = known(printed_constants)
    left: Poly = own[name]
    right: Poly = evaluate(parse(text), own) + left.ring.constant(Fraction(0))
    return left - right


def holding_signs(line: AppendixLine) -> list[tuple[str, ...]]:
    """Return all patterns of the lost signs of a line for which the line is an identity."""
    return [signs for signs in line.sign_patterns if not difference(line.name, line.with_signs(signs))]


@cache
def values() -> Mapping[str, float]:
    """Return the value of every name at one random point, to test many readings."""
    ring = known()["M11"].ring
    random = np.random.default_rng(1986)
    point = {
        name: float(value) for name, value in zip(ring.names, random.uniform(0.5, 2.0, len(ring.names)), strict=True)
    }
    angles = dict(zip("123456", random.uniform(0.3, 1.2, N), strict=True))
    angles["23"] = angles["2"] + angles["3"]
    point |= {f"c{key}": float(np.cos(angle)) for key, angle in angles.items() if f"c{key}" in point}
    point |= {f"s{key}": float(np.sin(angle)) for key, angle in angles.items() if f"s{key}" in point}
    return {name: float(poly.evaluate(point)) for name, poly in known().items()}


def with_doubled(name: str) -> Mapping[str, float]:
    """Return `values` with one definition doubled, and with those that use it."""
    at = dict(values())
    for other, text in definitions():
        value = float(evaluate(parse(corrected_constants().get(other, text)), at))
        at[other] = 2 * value if other == name else value
    return at


def holds_at_point(name: str, text: str, at: Mapping[str, float]) -> bool:
    """Return whether a line holds at one point, up to rounding."""
    value = float(evaluate(parse(text), at))
    return abs(value - at[name]) < 1e-9 * max(1.0, abs(value))


def other_names(line: AppendixLine) -> list[str]:
    """Return the readings of single names, other than ours, with which a line holds as well."""
    found = []
    for reading in line.needed:
        for name in sorted(candidates(reading.scan) - {reading.name}):
            if reading.name == line.name and reading.scan == line.scan_name:
                holds = name in values() and holds_at_point(name, line.text, values())
            else:
                marked = line.marked.replace(f"{reading.name}[{reading.scan}]", f"{name}[{reading.scan}]")
                text = AppendixLine(line.name, line.scan_name, marked).text
                holds = holds_at_point(line.name, text, values())
            if holds:
                found.append(f"{reading.scan} as {name}")
    return found
