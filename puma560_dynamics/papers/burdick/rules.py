"""Burdick's simplification rules for M, general ones and those of parallel joints: equations (22) to (28)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np

from ...emdeg import RULES, Ring, Rule, christoffel_symbol, kinetic_energy_matrix
from ...models.sampling import sample_states
from ..bench import Bench
from ..entry import EQUALITY, EXACTLY, ROUNDING, Chapter, EntryResult, EntryRow, Paper
from ..link_motion import LinkMotion, links_in_motion
from .extended import first_moment, tilde

CHAPTER = Chapter(Paper.BURDICK)

RULES_COMMAND = "puma560 derive --rules"
ZERO_DERIVATIVES = RULES[1]

P = 1
"""Index p of the first of the PUMA's parallel joints 2 and 3, counted from 0."""


@CHAPTER.entry(
    "equation (24)",
    "parallel joints p, p+1: M_p,p+1 = M_p+1,p+1 + η_p+1,p+1 with η = -z·P̃·Ũ·z",
    RULES_COMMAND,
    criterion="M23 - M33 by our recursion against -z·P̃·Ũ·z of the links' positions at 50 random configurations; "
    "relative to "
    f"the largest, below {ROUNDING:.0e}. The lines between (23) and (24) are damaged in the scan, and are read so",
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
        corrected=("η_ij = -z·P̃·Ũ_j·z is read, where the scan has “t/i,j = _jli . Jl.\\ . Uj .•”",),
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
    criterion="of the PUMA's joints 2 and 3: M by our recursion against K and η of the links' positions at 50 random "
    f"configurations, relative to the largest, below {ROUNDING:.0e}; M22 - 2 M23 + M33 depends on no joint, {EXACTLY}. "
    "The third line, M_ip, is too damaged in the scan to be tested",
)
def parallel_inertia(bench: Bench) -> EntryResult:
    exact = kinetic_energy_matrix(bench.chain, Ring())
    constant = exact[P][P] - 2 * exact[P][P + 1] + exact[P + 1][P + 1]
    free = not any(constant.derivative(k) for k in range(bench.arm.n))
    q = sample_states(bench.arm, 50)[0]
    a = bench.recursive.kinetic_energy_matrix(q) - np.diag(bench.arm.motor_inertia)
    errors: dict[str, list[float]] = {}
    for state, m in zip(q, a, strict=True):
        links = links_in_motion(bench.arm, state, np.zeros(bench.arm.n))
        k, eta = _own_inertia(links, bench), _eta(links, bench, P + 1)
        errors.setdefault("first line", []).append(m[P, P] - m[P + 1, P + 1] - k - 2 * eta)
        errors.setdefault("second line", []).append(m[P, P] - m[P, P + 1] - k - eta)
        for i in range(P + 2, bench.arm.n):
            errors.setdefault(f"fourth line, i = {i + 1}", []).append(m[P, i] - m[P + 1, i] - _eta(links, bench, i))
    largest = float(np.abs(a[:, P]).max())
    worst = {name: float(np.abs(values).max()) / largest for name, values in errors.items()}
    rows = [EntryRow(name, EQUALITY, error, "relative", error < ROUNDING) for name, error in worst.items()]
    rows.append(EntryRow("z·K·z", "constant", "constant" if free else "depends on q", "", free))
    return EntryResult(
        EQUALITY,
        max(worst.values()),
        all(row.agrees for row in rows),
        "relative",
        corrected=("K of (20) and η_p+1,i = -z·P̃·Ũ_i·z_i, damaged in the scan, are read",),
        rows=tuple(rows),
    )


def _own_inertia(links: list[LinkMotion], bench: Bench) -> float:
    """Return z·K_pp·z: link p about its axis, with the later links' mass at the origin of frame p+1, kg·m²."""
    z, origin, link = links[P].rotation[:, 2], links[P].origin, bench.arm.links[P]
    dyad = links[P].rotation @ link.inertia @ links[P].rotation.T
    later = sum(other.mass for other in bench.arm.links[P + 1 :])
    levers = ((link.mass, links[P].center - origin), (later, links[P + 1].origin - origin))
    return float(z @ dyad @ z + sum(mass * (np.cross(z, lever) @ np.cross(z, lever)) for mass, lever in levers))


@CHAPTER.entry(
    "equations (22) and (23)",
    "axes and partial velocities of two parallel joints",
    RULES_COMMAND,
    criterion="none, because the equations are not in the scan. Our check: the axes are parallel, and v_p - v_p+1 "
    f"= z × P for all later links at 20 random configurations, to {ROUNDING:.0e}",
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
    return EntryResult(None, worst, worst < ROUNDING, absent="these equations are not in the scan; ours stand alone")


@CHAPTER.entry(
    "equation (26)",
    "∂M_ij/∂q_k = 0 for k ≤ min(i, j)",
    RULES_COMMAND,
    criterion=f"every such derivative of M of the PUMA, our example, {EXACTLY}",
)
def zero_derivatives(bench: Bench) -> EntryResult:
    found = _relations(bench, ZERO_DERIVATIVES)
    return replace(found, corrected=("the left side, which is not in the scan, is read as ∂M_ij/∂q_k",))


@CHAPTER.entry(
    "equations (27) and (28)",
    "what follows for c and b: c_ij = ∂M_ij/∂q_j, 0, -½∂M_jj/∂q_i; b_iik = -2 c_kii, b_kjk = 0, b_ijk = -b_kji for "
    "i > k",
    RULES_COMMAND,
    criterion=f"every such relation between Christoffel symbols of M of the PUMA, our example, {EXACTLY}",
)
def general_rules(bench: Bench) -> EntryResult:
    a = kinetic_energy_matrix(bench.chain, Ring())
    n = bench.arm.n
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
        corrected=("indices of (27) and (28) that are not legible in the scan are read",),
    )


def _relations(bench: Bench, rule: Rule) -> EntryResult:
    a = kinetic_energy_matrix(bench.chain, Ring())
    ring = a[0][0].ring
    relations = list(rule.relations(bench.chain))
    kept = sum(not ring.sum(a[i][j].derivative(k) * f for (i, j, k), f in form.items()) for form in relations)
    return EntryResult(EQUALITY, f"{kept} of {len(relations)}", 0 < kept == len(relations), "relations")
