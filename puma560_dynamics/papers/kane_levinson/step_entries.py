"""Kane and Levinson: scalars and vectors on the way to the equations of motion, such as (36) to (39) and (61)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ...arrays import FloatArray
from ..bench import Bench
from ..corrections import OfEquations
from ..entry import EQUALITY, ROUNDING, TO_ROUNDING, EntryResult, EntryRow, Paper
from ..link_motion import STANFORD_AXES, LinkMotion, links_in_motion
from .disclosure import disclosing
from .equations import equation_values
from .motion_entries import BY_DIFFERENCES, CENTRAL, STEP
from .states import MORE, SAMPLE, chain_states, known_at, known_of, section_2_errata

CHAPTER = OfEquations(Paper.KANE_LEVINSON)

COSINES = {
    "(37)": ("C11", "C12", "C13"),
    "(38)": ("0", "C22", "C23"),
    "(39)": ("C31", "C32", "C33"),
}
"""C_ij = c_i·e_j, by rows."""

DERIVATIVES = {
    "(50)": {"Z4": "(s2*c3*qd3 - s3*c2*qd2)/s2^2"},
    "(51)": {"Z4": "(s2*c3*Z3 - s3*c2*Z2)/s2^2"},
    "(52)": {"Z4": "Z63"},
    "(53)": {"Z5": "Z64"},
    "(61)": {"C11": "-Z3*s3", "C12": "Z3*c3*s4 + u4*s3*c4"},
    "(62)": {"C11": "Z84", "C12": "Z88", "C13": "Z89"},
    "(63)": {"C22": "Z86", "C23": "Z87"},
    "(64)": {"C31": "Z85", "C32": "Z90", "C33": "Z91"},
    "(66), (67)": {"Z22": "-L1*Z63", "Z23": "-L1*Z64"},
    "(68)": {"Z22": "Z92", "Z23": "Z93"},
}
"""Derivatives in time, by equation: name of the quantity, and its derivative."""

LOST_DERIVATIVES = {
    "(54)": {"Z6": "Z67", "Z7": "Z68", "Z8": "Z69", "Z9": "Z70"},
    "(55)": {"Z15": "Z77", "Z16": "Z78", "Z17": "Z79", "Z18": "Z80"},
}
"""Derivatives whose expressions are not in the scan: ours."""

STEPS = (
    ("(91) n2", "A", "up", ("0", "1", "0")),
    ("(92) n2", "C", "up", ("0", "c2", "-s2")),
    ("(97) v of B̄", "C", "slot", ("Z25*u1 + Z26*u3", "Z27*u1 + Z28*u3", "Z29*u1 + Z30*u3")),
    ("(104) ω^A - ω^B", "B", "hinge", ("-qd2", "0", "0")),
    ("(105) ω^A - ω^B", "B", "hinge", ("-(u1*c3 + u3*s3)", "0", "0")),
)
"""Vectors on the way to the active forces: equation, body of the basis, kind of vector, components."""


@CHAPTER.entry(
    "equations (36) to (39)",
    "C_ij = c_i·e_j",
    MORE,
    criterion=f"each C_ij against the scalar product of unit vectors by elementary kinematics, at 20 {SAMPLE}, "
    f"{TO_ROUNDING}",
)
@disclosing(rows=COSINES)
def direction_cosines(bench: Bench) -> EntryResult:
    known, q, qd, _ = known_at(bench, 20)
    links = _links(bench, q, qd)
    expected = np.array([state[2].rotation.T @ state[4].rotation for state in links])
    rows = []
    for row, (equation, names) in enumerate(COSINES.items()):
        found = [np.broadcast_to(value, len(q)) for value in equation_values(names, known, bench.equations)]
        error = float(np.abs(np.column_stack(found) - expected[:, row]).max() / np.abs(expected).max())
        rows.append(EntryRow(equation, EQUALITY, error, "relative", error < ROUNDING))
    return _all(rows, "relative")


_BY_DIFFERENCES = f"each against differences of the quantity in time, at 20 {SAMPLE}: {CENTRAL}"


@CHAPTER.entry(
    "equations (50) to (53), (61) to (64) and (66) to (68)",
    "derivatives in time of Z4, Z5, C_ij, Z22 and Z23",
    MORE,
    criterion=f"{_BY_DIFFERENCES}. The definition of Z63 is not in the scan: ours is the right-hand side of (51)",
)
@disclosing(rows={equation: pairs.values() for equation, pairs in DERIVATIVES.items()})
def derivatives_in_time(bench: Bench) -> EntryResult:
    return _all(_derivatives(bench, DERIVATIVES), "relative", section_2_errata(("(67)",)).sentences)


@CHAPTER.entry(
    "equations (54) and (55)",
    "derivatives in time of Z6 to Z9 and Z15 to Z18 are Z67 to Z70 and Z77 to Z80",
    MORE,
    criterion="none, because the definitions of Z67 to Z70 and Z77 to Z80 are not in the scan. Ours: "
    f"{_BY_DIFFERENCES}",
)
@disclosing(rows={equation: pairs.values() for equation, pairs in LOST_DERIVATIVES.items()})
def lost_derivatives(bench: Bench) -> EntryResult:
    found = _all(_derivatives(bench, LOST_DERIVATIVES), "relative")
    return replace(found, printed=None, absent="their definitions are not in the scan; ours, by "
                   "differentiation, stand alone and are no evidence about the paper")  # fmt: skip


def _derivatives(bench: Bench, derivatives: Mapping[str, Mapping[str, str]]) -> list[EntryRow]:
    """Compare derivatives with differences of the quantities in time, row by row."""
    q, qd, qdd = chain_states(count=20)
    now = known_of(bench, q, qd, qdd)
    ahead, behind = (known_of(bench, q + step * qd + step**2 / 2 * qdd, qd + step * qdd, qdd) for step in (STEP, -STEP))
    rows = []
    for equation, pairs in derivatives.items():
        values = {f"derivative_{n}": text for n, text in enumerate(pairs.values())}
        ours = _columns(values, now, {**bench.equations, **values}, len(q))
        slope = (_columns(pairs, ahead, bench.equations, len(q)) - _columns(pairs, behind, bench.equations, len(q))) / (
            2 * STEP
        )
        error = float(np.abs(ours - slope).max() / np.abs(slope).max())
        rows.append(EntryRow(equation, EQUALITY, error, "relative", error < BY_DIFFERENCES))
    return rows


@CHAPTER.entry(
    "equations (91), (92), (96) to (101) and (104) to (107)",
    "directions of gravity, the velocity of B̄, and ω^A - ω^B, which decide what torques and forces contribute",
    MORE,
    criterion=f"each vector against elementary kinematics at 20 {SAMPLE}, {TO_ROUNDING}; B̄ is the point of B at "
    "C*, whose velocity is that of C* without sliding. (96) with (32) is (97); (98) to (101), (106) and (107) follow "
    "from (32), (97) and (105) as coefficients of u",
)
@disclosing(rows={equation: components for equation, _, _, components in STEPS})
def steps_to_active_forces(bench: Bench) -> EntryResult:
    known, q, qd, _ = known_at(bench, 20)
    links = _links(bench, q, qd)
    held = qd.copy()
    held[:, 2] = 0.0
    slots = _links(bench, q, held)
    vectors = {
        "up": [state[0].rotation[:, 1] for state in _links(bench, np.zeros_like(q), qd)],
        "slot": [state[2].velocity for state in slots],
        "hinge": [state[0].angular - state[1].angular for state in links],
    }
    rows = []
    for equation, basis, kind, components in STEPS:
        texts = {f"component_{n}": text for n, text in enumerate(components)}
        ours = _columns(texts, known, {**bench.equations, **texts}, len(q))
        body = "ABCDEF".index(basis)
        expected = np.array(
            [state[body].rotation.T @ vector for state, vector in zip(links, vectors[kind], strict=True)]
        )
        error = float(np.abs(ours - expected).max() / np.abs(expected).max())
        rows.append(EntryRow(equation, EQUALITY, error, "relative", error < ROUNDING))
    return _all(rows, "relative", section_2_errata(("equation (91)", "equation (98)", "(106)")).sentences)


def _links(bench: Bench, q: FloatArray, qd: FloatArray) -> list[list[LinkMotion]]:
    return [links_in_motion(bench.stanford, *state, STANFORD_AXES) for state in zip(q, qd, strict=True)]


def _columns(names: Mapping[str, str], known: Mapping[str, object], equations: Mapping[str, str], n: int) -> FloatArray:
    """Return the values (n, k) of equations, by name."""
    return np.column_stack([np.broadcast_to(value, n) for value in equation_values(names, known, equations)])


def _all(rows: list[EntryRow], unit: str, corrected: tuple[str, ...] = ()) -> EntryResult:
    worst = max(float(row.computed) for row in rows)  # type: ignore[arg-type]
    return EntryResult(EQUALITY, worst, all(row.agrees for row in rows), unit, corrected=corrected, rows=tuple(rows))
