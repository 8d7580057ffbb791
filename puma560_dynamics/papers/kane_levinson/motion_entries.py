"""Kane and Levinson: velocities and accelerations, equations (1) to (75), one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...arrays import FloatArray
from ...emdeg import Ring, angle_values, kinetic_energy_matrix
from ..bench import Bench
from ..corrections import Corrections, OfEquations
from ..entry import EQUALITY, ROUNDING, TO_ROUNDING, EntryResult, EntryRow, Paper
from ..link_motion import STANFORD_AXES, LinkMotion, links_in_motion
from .disclosure import disclosing
from .equations import ELEMENTS, equation_values
from .parameters import ORDER
from .printed_vectors import (
    ACCELERATIONS,
    ANGULAR,
    ANGULAR_ACCELERATIONS,
    PARTIAL,
    PARTIAL_VELOCITIES,
    VELOCITIES,
    PrintedVector,
)
from .states import MORE, SAMPLE, STATES, against, chain_states, known_at, rates_of_speeds, section_2_errata

CHAPTER = OfEquations(Paper.KANE_LEVINSON)

STEP = 1e-5
"""Step of finite differences in time, s."""

BY_DIFFERENCES = 1e-8
"""Permitted relative error of central differences: a hundred times the square of `STEP`."""


CENTRAL = (
    f"central differences with {STEP:.0e} s on each side; below {BY_DIFFERENCES:.0e} of the largest, a hundred times "
    "the square of that step"
)
"""Text of the tolerance `BY_DIFFERENCES`, for criteria."""

OF_D = tuple(vector for vector in ANGULAR if vector.equation == "(18)")
"""The angular velocity of D, by which (2) defines u1 to u3."""

FORM_OF_1 = {"by_A_1": "s2*s3*qd1 + c3*qd2", "by_A_2": "c2*qd1 + qd3", "by_A_3": "-s2*c3*qd1 + s3*qd2"}
"""u1 to u3 by (1), with A_rs and B_r as listed after (7)."""

RATES = {"(8)": "(u1*s3 - u3*c3)/s2", "(9)": "u1*c3 + u3*s3", "(10)": "u2 + (u3*c3 - u1*s3)*c2/s2"}
"""Rates of q1 to q3 as printed."""


def _rows(vectors: Iterable[PrintedVector]) -> dict[str, tuple[str, ...]]:
    """Return the components of vectors by equation, for `disclosing`."""
    return {vector.equation.rstrip(":"): vector.components for vector in vectors}


KINEMATICS = (
    "along the paper's unit vectors, against elementary kinematics (frames, cross products and sums from link to "
    "link) at "
    f"20 {SAMPLE}, {TO_ROUNDING}"
)


@CHAPTER.entry(
    "equations (1) to (3) and (5) to (12)",
    "generalized speeds u1 to u6, which have the form of (1) with the listed A_rs and B_r, and their solution for the "
    "rates",
    MORE,
    criterion="u by (3) and (5) to (7) solved by (11) and (12), with Z1 to Z3 of appendix 1, and by (8) to (10) as "
    "printed, against the rates; u1 to u3 by the listed A_rs and B_r of (1) against u; and u1 to u3 as the angular "
    f"velocity of D {KINEMATICS}",
)
def generalized_speeds(bench: Bench) -> EntryResult:
    found = _components(bench, OF_D, lambda link: link.angular, Corrections(()))
    known, _, qd, _ = known_at(bench, 20)
    rates = np.column_stack(equation_values(("Z1", "Z2", "Z3", "u4", "u5", "u6"), known, bench.equations))
    largest = np.abs(qd).max()
    error = float(np.abs(rates - qd[:, list(ORDER)]).max() / largest)
    printed = np.column_stack(equation_values(RATES, known, {**bench.equations, **RATES}))
    each = np.abs(printed - qd[:, list(ORDER[:3])]).max(axis=0) / largest
    u = np.column_stack(equation_values(("u1", "u2", "u3"), known, bench.equations))
    linear = np.column_stack(equation_values(FORM_OF_1, known, {**bench.equations, **FORM_OF_1}))
    form = float(np.abs(linear - u).max() / np.abs(u).max())
    rows = (
        *found.rows,
        EntryRow("(11) and (12)", EQUALITY, error, "relative", error < ROUNDING),
        *(
            EntryRow(name, EQUALITY, float(one), "relative", bool(one < ROUNDING))
            for name, one in zip(RATES, each, strict=True)
        ),
        EntryRow("(1) with A_rs and B_r", EQUALITY, form, "relative", form < ROUNDING),
    )
    worst = max(float(row.computed) for row in rows)  # type: ignore[arg-type]
    corrections = section_2_errata(("after equation (6)", "after equation (7)", "before equation (8)"))
    return EntryResult(
        EQUALITY,
        worst,
        all(row.agrees for row in rows),
        "relative",
        corrected=corrections.sentences,
        note=corrections.note,
        rows=rows,
    )


@CHAPTER.entry(
    "equation (1)",
    "A_rs and B_r can be chosen, if (1) can be solved for the rates",
    MORE,
    criterion="one other choice, ours: u = q̇ gives the same kinetic energy matrix. -Jᵀ X J of appendix 2, with u = J q̇ "
    f"by (3) and (5) to (7), against the generator's matrix, which has partial velocities for u = q̇; {STATES}",
)
@disclosing(*ELEMENTS)
def free_choice(bench: Bench) -> EntryResult:
    q, _, _ = chain_states()
    chain, ring = bench.stanford.exact_chain, Ring()
    a = kinetic_energy_matrix(chain, ring)
    atoms = {f"q{i + 1}": q[:, i] for i in range(chain.n)} | angle_values(chain, q)
    entries = [[np.broadcast_to(entry.evaluate(atoms), len(q)) for entry in row] for row in a]
    expected = np.moveaxis(np.array(entries), 2, 0)
    found = against(bench.kane.kinetic_energy_matrix(q), expected, Corrections(()))
    return replace(found, printed="“always can be introduced”")


@CHAPTER.entry(
    "equation (4)",
    "the angular velocity of D in terms of the rates",
    MORE,
    criterion=f"none, because the equation is not in the scan. Ours: (5) to (7) as its components, {KINEMATICS}",
)
def equation_4(bench: Bench) -> EntryResult:
    found = _components(bench, OF_D, lambda link: link.angular, Corrections(()))
    return EntryResult(None, found.computed, found.holds, "relative",
                   absent="the equation is not in the scan; ours stands alone")  # fmt: skip


@CHAPTER.entry("equations (13) to (22)", "angular velocities of A to F", MORE, criterion=f"each equation, {KINEMATICS}")
@disclosing(rows=_rows(ANGULAR))
def angular_velocities(bench: Bench) -> EntryResult:
    return _components(bench, ANGULAR, lambda link: link.angular, section_2_errata(()))


@CHAPTER.entry(
    "equations (23) to (27)",
    "partial angular velocities: the coefficients of u1 to u6",
    MORE,
    criterion=f"of A and B, which (24) to (27) list, for each u alone, {KINEMATICS}",
)
@disclosing(rows={body: [text for parts in said.values() for text in parts] for body, said in PARTIAL.items()})
def partial_angular_velocities(bench: Bench) -> EntryResult:
    return _partial(bench, PARTIAL, {"A": "A", "B": "B"}, lambda link: link.angular, Corrections(()))


@CHAPTER.entry(
    "equations (28) to (35) and (40) to (43)",
    "velocities of the mass centers A* to F*",
    MORE,
    criterion=f"each equation, {KINEMATICS}",
)
@disclosing(rows=_rows(VELOCITIES))
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


_MOVED = f"each equation, against differences in time of velocities by elementary kinematics, at 20 {SAMPLE}: {CENTRAL}"


@CHAPTER.entry(
    "equations (48), (49) and (56) to (60)",
    "angular accelerations of A to F",
    MORE,
    criterion=f"{_MOVED}. Z71 to Z76 and Z81 are not in the scan: ours are what the terms in u̇ leave in (56), (57), "
    "(59) and the first component of (60), which therefore test only these terms",
)
@disclosing(rows=_rows(ANGULAR_ACCELERATIONS))
def angular_accelerations(bench: Bench) -> EntryResult:
    return _accelerated(bench, ANGULAR_ACCELERATIONS, lambda link: link.angular, section_2_errata(("(49)",)))


@CHAPTER.entry(
    "equations (65) and (69) to (75)",
    "accelerations of the mass centers A* to F*",
    MORE,
    criterion=f"{_MOVED}. (70) is the product in (69)",
)
@disclosing(rows=_rows(ACCELERATIONS))
def accelerations(bench: Bench) -> EntryResult:
    return _accelerated(bench, ACCELERATIONS, lambda link: link.velocity, section_2_errata(("(73)", "(74)")))


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
