"""Kane and Levinson: velocities and accelerations, equations (1) to (75), one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ...arrays import FloatArray
from ...emdeg import Ring, angle_values, kinetic_energy_matrix
from ..bench import Bench
from ..corrections import Corrections, OfEquations
from ..entry import EQUALITY, ROUNDING, TO_ROUNDING, EntryResult, EntryRow, Paper
from ..link_motion import STANFORD_AXES, LinkMotion, links_in_motion
from .equations import equation_values
from .parameters import ORDER
from .states import MORE, STATES, against, chain_states, known_at, rates_of_speeds, section_2_errata

CHAPTER = OfEquations(Paper.KANE_LEVINSON)

STEP = 1e-5
"""Step of finite differences in time, s."""

BY_DIFFERENCES = 1e-8
"""Permitted relative error of central differences over `STEP`: truncation STEP² and rounding, times a hundred."""


class PrintedVector(NamedTuple):
    """A vector in the form of the paper.

    Attributes:
        equation: number of the equation.
        body: body to which the vector belongs.
        basis: body whose unit vectors form the basis.
        components: expressions of the three components.
    """

    equation: str
    body: str
    basis: str
    components: tuple[str, str, str]


ANGULAR = (
    PrintedVector("(13)", "A", "A", ("0", "qd1", "0")),
    PrintedVector("(14)", "A", "A", ("0", "Z1", "0")),
    PrintedVector("(15)", "A", "A", ("0", "Z4*u1 + Z5*u3", "0")),
    PrintedVector("(16)", "B", "B", ("Z2", "Z10", "Z11")),
    PrintedVector("(17)", "B", "B", ("c3*u1 + s3*u3", "Z6*u1 + Z7*u3", "Z8*u1 + Z9*u3")),
    PrintedVector("(18)", "D", "D", ("u1", "u2", "u3")),
    PrintedVector("(19)", "E", "E", ("Z12", "Z13", "Z14")),
    PrintedVector("(20)", "E", "E", ("u1 + u4", "c4*u2 + s4*u3", "-s4*u2 + c4*u3")),
    PrintedVector("(21)", "F", "F", ("Z19", "Z20", "Z21")),
    PrintedVector("(22)", "F", "F", ("c5*u1 + Z15*u2 + Z16*u3 + c5*u4", "c4*u2 + s4*u3 + u5",
                              "s5*u1 + Z17*u2 + Z18*u3 + s5*u4")),
)  # fmt: skip
"""Angular velocities of the bodies, in several forms."""

VELOCITIES = (
    PrintedVector("(28)", "A", "A", ("0", "0", "0")),
    PrintedVector("(29)", "B", "A", ("0", "0", "-L1*qd1")),
    PrintedVector("(30)", "B", "A", ("0", "0", "Z22*u1 + Z23*u3")),
    PrintedVector("(31)", "B", "A", ("0", "0", "Z24")),
    PrintedVector("(32)", "C", "C", ("Z25*u1 + Z26*u3", "Z27*u1 + Z28*u3 + u6", "Z29*u1 + Z30*u3")),
    PrintedVector("(33)", "C", "C", ("Z31", "Z32", "Z33")),
    PrintedVector("(34)", "D", "C", ("Z34*u1 + Z35*u3", "Z27*u1 + Z28*u3 + u6", "Z36*u1 + Z37*u3")),
    PrintedVector("(35)", "D", "C", ("Z38", "Z32", "Z39")),
    PrintedVector("(40)", "E", "E", ("Z44*u1 + Z50*u2 + Z51*u3", "Z46*u1 + Z47*u3 + C22*u6",
                              "Z52*u1 + Z49*u3 + L6*u4 + C23*u6")),
    PrintedVector("(41)", "E", "E", ("Z54", "Z55", "Z57")),
    PrintedVector("(42)", "F", "E", ("Z44*u1 + Z58*u2 + Z59*u3", "Z46*u1 + Z47*u3 + C22*u6",
                              "Z60*u1 + Z49*u3 + L3*u4 + C23*u6")),
    PrintedVector("(43)", "F", "E", ("Z61", "Z55", "Z62")),
)  # fmt: skip
"""Velocities of the mass centers, in several forms."""

ANGULAR_ACCELERATIONS = (
    PrintedVector("(56)", "A", "A", ("0", "ud1*Z4 + ud3*Z5 + Z71", "0")),
    PrintedVector("(57)", "B", "B", ("ud1*c3 + ud3*s3 + Z72", "ud1*Z6 + ud3*Z7 + Z73", "ud1*Z8 + ud3*Z9 + Z74")),
    PrintedVector("(58)", "D", "D", ("ud1", "ud2", "ud3")),
    PrintedVector("(59)", "E", "E", ("ud1 + ud4", "ud2*c4 + ud3*s4 + Z75", "-ud2*s4 + ud3*c4 + Z76")),
    PrintedVector("(60)", "F", "F", ("ud1*c5 + ud2*Z15 + ud3*Z16 + ud4*c5 + Z81", "ud2*c4 + ud3*s4 + ud5 + Z82",
                              "ud1*s5 + ud2*Z17 + ud3*Z18 + ud4*s5 + Z83")),
)  # fmt: skip
"""Angular accelerations."""

ACCELERATIONS = (
    PrintedVector("(65)", "A", "A", ("0", "0", "0")),
    PrintedVector("(71)", "B", "A", ("Z94", "0", "Z22*ud1 + Z23*ud3 + Z95")),
    PrintedVector("(72)", "C", "C", ("Z25*ud1 + Z26*ud3 + Z105", "Z27*ud1 + Z28*ud3 + ud6 + Z106",
                              "Z29*ud1 + Z30*ud3 + Z107")),
    PrintedVector("(73)", "D", "C", ("Z34*ud1 + Z35*ud3 + Z112", "Z27*ud1 + Z28*ud3 + ud6 + Z113",
                              "Z36*ud1 + Z37*ud3 + Z114")),
    PrintedVector("(74)", "E", "E", ("Z44*ud1 + Z50*ud2 + Z51*ud3 + Z128", "Z46*ud1 + Z47*ud3 + C22*ud6 + Z129",
                              "Z52*ud1 + Z49*ud3 + L6*ud4 + C23*ud6 + Z130")),
    PrintedVector("(75)", "F", "E", ("Z44*ud1 + Z58*ud2 + Z59*ud3 + Z134", "Z46*ud1 + Z47*ud3 + C22*ud6 + Z135",
                              "Z60*ud1 + Z49*ud3 + L3*ud4 + C23*ud6 + Z136")),
)  # fmt: skip
"""Accelerations of mass centers."""

PARTIAL = {
    "A": {1: ("0", "Z4", "0"), 3: ("0", "Z5", "0")},
    "B": {1: ("c3", "Z6", "Z8"), 3: ("s3", "Z7", "Z9")},
}
"""Nonzero partial angular velocities (24) to (27), by body and number of the generalized speed."""

PARTIAL_VELOCITIES = {"A": {}, "B": {1: ("0", "0", "Z22"), 3: ("0", "0", "Z23")}}
"""Nonzero partial velocities (45) to (47) of mass centers, by body and number of the generalized speed."""

KINEMATICS = (
    "along the paper's unit vectors, against elementary kinematics (frames, cross products and sums from link to "
    "link) at "
    f"20 random states, {TO_ROUNDING}"
)


@CHAPTER.entry(
    "equations (1) to (3) and (5) to (12)",
    "generalized speeds u1 to u6 and their solution for the rates",
    MORE,
    criterion="u by (3) and (5) to (7) solved by (8) to (11) against the rates, and u1 to u3 as the angular "
    "velocity of D "
    f"{KINEMATICS}",
)
def generalized_speeds(bench: Bench) -> EntryResult:
    found = _components(bench, ANGULAR[5:6], lambda link: link.angular, Corrections(()))
    known, _, qd, _ = known_at(bench, 20)
    rates = np.column_stack(equation_values(("Z1", "Z2", "Z3", "u4", "u5", "u6"), known, bench.equations))
    error = float(np.abs(rates - qd[:, list(ORDER)]).max() / np.abs(qd).max())
    rows = (*found.rows, EntryRow("rates out of u", EQUALITY, error, "relative", error < ROUNDING))
    worst = max(float(row.computed) for row in rows)  # type: ignore[arg-type]
    return EntryResult(EQUALITY, worst, all(row.agrees for row in rows), "relative", rows=rows)


@CHAPTER.entry(
    "equation (1)",
    "generalized speeds are free to choose: with u = q̇ Kane's method gives the same kinetic energy matrix",
    MORE,
    criterion="-Jᵀ X J of appendix 2 (u1 to u3 the angular velocity of D) against the generator's matrix, which "
    "takes Kane's "
    f"partial velocities for u = q̇; {STATES}",
)
def free_choice(bench: Bench) -> EntryResult:
    q, _, _ = chain_states()
    chain, ring = bench.stanford.exact_chain, Ring()
    a = kinetic_energy_matrix(chain, ring)
    atoms = {f"q{i + 1}": q[:, i] for i in range(chain.n)} | angle_values(chain, q)
    entries = [[np.broadcast_to(entry.evaluate(atoms), len(q)) for entry in row] for row in a]
    expected = np.moveaxis(np.array(entries), 2, 0)
    return against(bench.kane.kinetic_energy_matrix(q), expected, Corrections(()))


@CHAPTER.entry(
    "equation (4)",
    "the angular velocity of D in terms of the rates",
    MORE,
    criterion=f"none, because the equation is not in the scan. Ours: (5) to (7) as its components, {KINEMATICS}",
)
def equation_4(bench: Bench) -> EntryResult:
    found = _components(bench, ANGULAR[5:6], lambda link: link.angular, Corrections(()))
    return EntryResult(None, found.computed, found.holds, "relative",
                   absent="the equation is not in the scan; ours stands alone")  # fmt: skip


@CHAPTER.entry("equations (13) to (22)", "angular velocities of A to F", MORE, criterion=f"each equation, {KINEMATICS}")
def angular_velocities(bench: Bench) -> EntryResult:
    return _components(bench, ANGULAR, lambda link: link.angular, section_2_errata(()))


@CHAPTER.entry(
    "equations (23) to (27)",
    "partial angular velocities: the coefficients of u1 to u6",
    MORE,
    criterion=f"of A and B for each u alone, {KINEMATICS}",
)
def partial_angular_velocities(bench: Bench) -> EntryResult:
    return _partial(bench, PARTIAL, {"A": "A", "B": "B"}, lambda link: link.angular, Corrections(()))


@CHAPTER.entry(
    "equations (28) to (43)", "velocities of the mass centers A* to F*", MORE, criterion=f"each equation, {KINEMATICS}"
)
def velocities(bench: Bench) -> EntryResult:
    return _components(bench, VELOCITIES, lambda link: link.velocity, Corrections(()))


@CHAPTER.entry(
    "equations (44) to (47)",
    "partial velocities of A* and B*",
    MORE,
    criterion=f"for each u alone, {KINEMATICS}",
)
def partial_velocities(bench: Bench) -> EntryResult:
    return _partial(
        bench, PARTIAL_VELOCITIES, {"A": "A", "B": "A"}, lambda link: link.velocity, section_2_errata(("(46)",))
    )


_MOVED = (
    "each equation, against differences in time of velocities by elementary kinematics, central over 1e-5 s, at 20 "
    "random "
    "states: below 1e-8 of the largest, a hundred times their truncation"
)


@CHAPTER.entry("equations (48) to (60)", "angular accelerations of A to F", MORE, criterion=_MOVED)
def angular_accelerations(bench: Bench) -> EntryResult:
    return _accelerated(bench, ANGULAR_ACCELERATIONS, lambda link: link.angular, section_2_errata(("(49)",)))


@CHAPTER.entry("equations (61) to (75)", "accelerations of the mass centers A* to F*", MORE, criterion=_MOVED)
def accelerations(bench: Bench) -> EntryResult:
    return _accelerated(bench, ACCELERATIONS, lambda link: link.velocity, section_2_errata(("(67)", "(73)")))


def _evaluated(
    bench: Bench, vectors: Iterable[PrintedVector], known: Mapping[str, Any], count: int
) -> list[FloatArray]:
    """Return the components (count, 3) of each vector at `count` states."""
    vectors = tuple(vectors)
    names = [f"component_{n}_{i}" for n in range(len(vectors)) for i in range(3)]
    parts = dict(zip(names, (text for vector in vectors for text in vector.components), strict=True))
    found = [np.broadcast_to(value, count) for value in equation_values(names, known, {**bench.equations, **parts})]
    return [np.column_stack(found[3 * n : 3 * n + 3]) for n in range(len(vectors))]


def _held(
    vectors: Iterable[PrintedVector],
    ours: list[FloatArray],
    expected: list[FloatArray],
    limit: float,
    corrections: Corrections,
) -> EntryResult:
    rows = []
    largest = max(float(np.abs(value).max()) for value in expected)
    for vector, found, wanted in zip(vectors, ours, expected, strict=True):
        error = float(np.abs(found - wanted).max() / largest)
        rows.append(EntryRow(f"{vector.equation} {vector.body}", EQUALITY, error, "relative", error < limit))
    worst = max(float(row.computed) for row in rows)  # type: ignore[arg-type]
    holds = all(row.agrees for row in rows)
    return EntryResult(
        EQUALITY, worst, holds, "relative", corrected=corrections.sentences, note=corrections.note, rows=tuple(rows)
    )


def _along(links: list[list[LinkMotion]], vector: PrintedVector, of: Callable[[LinkMotion], FloatArray]) -> FloatArray:
    """Return the components (count, 3) of a vector along the unit vectors of its basis, at every state."""
    body, basis = "ABCDEF".index(vector.body), "ABCDEF".index(vector.basis)
    return np.array([state[basis].rotation.T @ of(state[body]) for state in links])


def _components(
    bench: Bench, vectors: tuple[PrintedVector, ...], of: Callable[[LinkMotion], FloatArray], corrections: Corrections
) -> EntryResult:
    """Compare vectors of the paper with elementary kinematics, by components along the paper's unit vectors."""
    known, q, qd, _ = known_at(bench, 20)
    links = [links_in_motion(bench.stanford, *state, STANFORD_AXES) for state in zip(q, qd, strict=True)]
    expected = [_along(links, vector, of) for vector in vectors]
    return _held(vectors, _evaluated(bench, vectors, known, len(q)), expected, ROUNDING, corrections)


def _accelerated(
    bench: Bench, vectors: tuple[PrintedVector, ...], of: Callable[[LinkMotion], FloatArray], corrections: Corrections
) -> EntryResult:
    """Compare vectors of the paper with differences of velocities in time, along the paper's unit vectors."""
    known, q, qd, qdd = known_at(bench, 20)

    def moved(step: float) -> list[list[LinkMotion]]:
        later = zip(q + step * qd + step**2 / 2 * qdd, qd + step * qdd, strict=True)
        return [links_in_motion(bench.stanford, *state, STANFORD_AXES) for state in later]

    now, ahead, behind = moved(0.0), moved(STEP), moved(-STEP)
    expected = []
    for vector in vectors:
        body, basis = "ABCDEF".index(vector.body), "ABCDEF".index(vector.basis)
        expected.append(np.array([
            here[basis].rotation.T @ (of(after[body]) - of(before[body])) / (2 * STEP)
            for here, after, before in zip(now, ahead, behind, strict=True)
        ]))  # fmt: skip
    return _held(vectors, _evaluated(bench, vectors, known, len(q)), expected, BY_DIFFERENCES, corrections)


def _partial(
    bench: Bench,
    said: Mapping[str, Mapping[int, tuple[str, str, str]]],
    basis: Mapping[str, str],
    of: Callable[[LinkMotion], FloatArray],
    corrections: Corrections,
) -> EntryResult:
    """Compare the coefficients of each generalized speed with the motion that this speed causes alone."""
    known, q, _, _ = known_at(bench, 20)
    rates = rates_of_speeds(known, len(q))
    vectors, expected = [], []
    for r in range(1, 7):
        alone = np.empty_like(q)
        alone[:, list(ORDER)] = rates[:, :, r - 1]
        links = [links_in_motion(bench.stanford, *state, STANFORD_AXES) for state in zip(q, alone, strict=True)]
        for body, parts in said.items():
            vectors.append(PrintedVector(f"u{r}:", body, basis[body], parts.get(r, ("0", "0", "0"))))
            expected.append(_along(links, vectors[-1], of))
    return _held(vectors, _evaluated(bench, vectors, known, len(q)), expected, ROUNDING, corrections)
