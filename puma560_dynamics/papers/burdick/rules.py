"""Burdick's simplification rules for M, general ones and those of parallel joints: equations (22) to (28)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np

from ...emdeg import RULES, Poly, Ring, Rule, christoffel_symbol, kinetic_energy_matrix
from ...models.sampling import sample_states
from ..bench import Bench
from ..entry import EQUALITY, EXACTLY, ROUNDING, Chapter, EntryResult, EntryRow, Paper
from ..link_motion import LinkMotion, links_in_motion
from .appendix_polynomials import chain_of_section_6
from .extended import first_moment, tilde

CHAPTER = Chapter(Paper.BURDICK)

RULES_COMMAND = "puma560 derive --rules"
ZERO_DERIVATIVES = RULES[1]

P = 1
"""Index p of the first of the PUMA's parallel joints 2 and 3, counted from 0."""

IN_SYMBOLS = f"with a symbol for each parameter of section 6, {EXACTLY}"
"""Text about exact identities of `matrix_of_section_6`, for criteria."""

OF_THE_PUMA = f"of the PUMA, our example, {IN_SYMBOLS}"
"""The same with the name of the arm."""


@cache
def matrix_of_section_6() -> tuple[tuple[Poly, ...], ...]:
    """Return M of the PUMA of section 6, with a symbol for each parameter."""
    ring = Ring()
    return kinetic_energy_matrix(chain_of_section_6(ring), ring)


@CHAPTER.entry(
    "equation (24)",
    "parallel joints p, p+1: M_p,p+1 = M_p+1,p+1 + η_p+1,p+1 with η = -z·P̃·Ũ·z",
    RULES_COMMAND,
    criterion="M23 - M33 of the PUMA, our example, by our recursion against -z·P̃·Ũ·z of the links' positions at 50 "
    f"random configurations; relative to the largest of these differences, below {ROUNDING:.0e}. The lines between "
    "(23) and (24) are damaged in the scan, and are read so",
)
def eta(bench: Bench) -> EntryResult:
    q = sample_states(bench.arm, 50)[0]
    a = bench.recursive.kinetic_energy_matrix(q) - np.diag(bench.arm.motor_inertia)
    expected = a[:, P, P + 1] - a[:, P + 1, P + 1]
    ours = np.array([_eta(links_in_motion(bench.arm, state, np.zeros(bench.arm.n)), bench, P + 1) for state in q])
    error = float(np.abs(ours - expected).max() / np.abs(expected).max())
    return EntryResult(
        EQUALITY,
        error,
        error < ROUNDING,
        "relative",
        corrected=(
            "M_p,p+1 = M_p+1,p+1 + η_p+1,p+1 is read, where the scan has no left side, and “Af'v+1,p+1 + 1/p+i,p+1” as "
            "the last right side",
            "η_ij = -z_i·P̃_i·Ũ_j·z_j is read, where the scan has “t/i,j = _jli . Jl.\\ . Uj .•”",
        ),
    )


def _eta(links: list[LinkMotion], bench: Bench, i: int) -> float:
    """Return η_p+1,i = -z_p·P̃·Ũ_i·z_i of links at one configuration, kg·m²."""
    step = links[P + 1].origin - links[P].origin
    moment = first_moment(bench.arm, links, i)
    return float(-links[P].rotation[:, 2] @ tilde(step) @ tilde(moment) @ links[i].rotation[:, 2])


@CHAPTER.entry(
    "equation (25)",
    "parallel joints p, p+1: M_pp = M_p+1,p+1 + z·K·z + 2η = M_p,p+1 + z·K·z + η with a constant z·K·z; "
    "M_pi = M_p+1,i + η_p+1,i",
    RULES_COMMAND,
    criterion="joints 2 and 3 of the PUMA, our example: with M by our recursion and η of the links' positions at 50 "
    "random configurations, z·K·z by the first line is the same at all of them, and so it is by the second line, "
    f"relative to the largest element of row 2 of M, below {ROUNDING:.0e}; M22 - 2 M23 + M33, which is z·K·z by the "
    f"first line and (24), depends on no joint, {IN_SYMBOLS}. K itself, by (20), and the third line, M_ip, are "
    "damaged in the scan, and are not tested",
)
def parallel_inertia(bench: Bench) -> EntryResult:
    exact = matrix_of_section_6()
    constant = exact[P][P] - 2 * exact[P][P + 1] + exact[P + 1][P + 1]
    free = not any(constant.derivative(k) for k in range(bench.arm.n))
    q = sample_states(bench.arm, 50)[0]
    a = bench.recursive.kinetic_energy_matrix(q) - np.diag(bench.arm.motor_inertia)
    largest = float(np.abs(a[:, P]).max())
    errors: dict[str, list[float]] = {}
    shifts: dict[int, list[float]] = {i: [] for i in range(P + 2, bench.arm.n)}
    for state, m in zip(q, a, strict=True):
        links = links_in_motion(bench.arm, state, np.zeros(bench.arm.n))
        eta = _eta(links, bench, P + 1)
        errors.setdefault("first line", []).append(m[P, P] - m[P + 1, P + 1] - 2 * eta)
        errors.setdefault("second line", []).append(m[P, P] - m[P, P + 1] - eta)
        for i, found in shifts.items():
            found.append(_eta(links, bench, i))
    own = float(np.mean(errors["first line"]))
    errors = {name: [value - own for value in values] for name, values in errors.items()}
    for i, found in shifts.items():
        zero = ", where both sides are 0" if np.abs(found).max() < ROUNDING * largest else ""
        errors[f"fourth line, i = {i + 1}{zero}"] = list(a[:, P, i] - a[:, P + 1, i] - found)
    worst = {name: float(np.abs(values).max()) / largest for name, values in errors.items()}
    rows = [EntryRow(name, EQUALITY, error, "relative", error < ROUNDING) for name, error in worst.items()]
    rows.append(EntryRow("z·K·z", "constant", "constant" if free else "depends on q", "", free))
    return EntryResult(
        EQUALITY,
        max(worst.values()),
        all(row.agrees for row in rows),
        "relative",
        corrected=(
            "2η_p+1,p+1 is read, where the scan has “211p+l,p+l”; η_p+1,p+1, where it has “l1v+1.p+I”; and η_p+1,i, "
            "where it has “l1p+i,i”; η as in (24); the second line, which has no left side in the scan, as a second "
            "form of M_pp; M and z, where the scan has “.Yp.p”, “,,fp,i”, “II”, “15” and “l!”",
        ),
        rows=tuple(rows),
    )


@CHAPTER.entry(
    "equations (22) and (23)",
    "axes and partial velocities of two parallel joints",
    RULES_COMMAND,
    criterion="none, because the equations are not in the scan. Our check, of the PUMA: the axes are parallel, and "
    "for link p+1 and all later ones ω_p = ω_p+1 and v_p - v_p+1 = z × P, at 20 random configurations, to "
    f"{ROUNDING:.0e}",
)
def parallel_velocities(bench: Bench) -> EntryResult:
    worst = 0.0
    for q in sample_states(bench.arm, 20)[0]:
        first, second = (links_in_motion(bench.arm, q, np.eye(bench.arm.n)[joint]) for joint in (P, P + 1))
        z, step = first[P].rotation[:, 2], first[P + 1].origin - first[P].origin
        worst = max(worst, float(np.abs(z - first[P + 1].rotation[:, 2]).max()))
        for i in range(P + 1, bench.arm.n):
            worst = max(worst, float(np.abs(first[i].velocity - second[i].velocity - np.cross(z, step)).max()))
            worst = max(worst, float(np.abs(first[i].angular - second[i].angular).max()))
    return EntryResult(
        None, worst, worst < ROUNDING, "1 or m", absent="these equations are not in the scan; ours stand alone"
    )


@CHAPTER.entry(
    "equation (26)",
    "what is 0 for k ≤ min(i, j), because of the serial nature of manipulators",
    RULES_COMMAND,
    criterion="none, because the left side is not in the scan. Our check: every derivative ∂M_ij/∂q_k with "
    f"k ≤ min(i, j) {OF_THE_PUMA}",
)
def zero_derivatives(bench: Bench) -> EntryResult:
    return replace(
        _relations(bench, ZERO_DERIVATIVES),
        printed=None,
        absent="the left side and the sign in “k ~ min(i,j)” are not in the scan; ours, ∂M_ij/∂q_k and ≤, are those of "
        "AKB's (8), and stand alone",
    )


@CHAPTER.entry(
    "equations (27) and (28)",
    "what follows for c and b, with j < k: c_ijj = ∂M_ij/∂q_j for i < j, 0 for i = j, -½∂M_jj/∂q_i for i > j; "
    "b_iik = -2 c_kii, b_kjk = 0, b_ijk = -b_kji for i > k",
    RULES_COMMAND,
    criterion=f"every such relation between Christoffel symbols, c = β and b = 2β, of M {OF_THE_PUMA}. c and β are by "
    "AKB's (5) and (6), because Burdick's (15) and his c by β are not in the scan",
)
def general_rules(bench: Bench) -> EntryResult:
    a, n = matrix_of_section_6(), bench.arm.n
    checks = [not christoffel_symbol(a, i, i, i) for i in range(n)]
    checks += [christoffel_symbol(a, i, j, j) == a[i][j].derivative(j) for i in range(n) for j in range(i + 1, n)]
    checks += [christoffel_symbol(a, i, j, j) * 2 == -a[j][j].derivative(i) for i in range(n) for j in range(i)]
    checks += [
        christoffel_symbol(a, i, i, k) == -christoffel_symbol(a, k, i, i) for i in range(n) for k in range(i + 1, n)
    ]
    checks += [not christoffel_symbol(a, k, j, k) for j in range(n) for k in range(j + 1, n)]
    checks += [
        christoffel_symbol(a, i, j, k) == -christoffel_symbol(a, k, j, i)
        for i, j, k in product(range(n), repeat=3)
        if j < k < i
    ]
    return EntryResult(
        EQUALITY,
        f"{sum(checks)} of {len(checks)}",
        all(checks),
        "relations",
        corrected=(
            "(27): ∂M_i,j/∂q_j and -½ ∂M_j,j/∂q_i are read, where the scan has “oM;,1/1Jq1” and “_!aM· ·/oq· 2 J,J I”",
            "(28): -2 c_k,i,i is read, where the scan has “-2 Ck·· ,i,t”",
        ),
    )


def _relations(bench: Bench, rule: Rule) -> EntryResult:
    a = matrix_of_section_6()
    ring = a[0][0].ring
    relations = list(rule.relations(bench.chain))
    kept = sum(not ring.sum(a[i][j].derivative(k) * f for (i, j, k), f in form.items()) for form in relations)
    return EntryResult(EQUALITY, f"{kept} of {len(relations)}", 0 < kept == len(relations), "relations")
