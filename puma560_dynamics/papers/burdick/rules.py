"""Burdick's simplification rules: parallel joints, and Coriolis and centripetal terms that follow from others."""

from __future__ import annotations

from itertools import product

import numpy as np

from ...emdeg import RULES, Body, Chain, ChainJoint, Ring, Rule, angle_values, christoffel_symbol, kinetic_energy_matrix
from ...models.sampling import sample_states
from ..bench import Bench
from ..corrections import of_place
from ..entry import EQUALITY, EXACTLY, NO_NUMBER, ROUNDING, TO_ROUNDING, Chapter, EntryResult, EntryRow, Paper
from ..link_motion import links_in_motion
from .errata import ERRATA
from .extended import first_moment, tilde

CHAPTER = Chapter(Paper.BURDICK)

RULES_COMMAND = "puma560 derive --rules"
_, ZERO_DERIVATIVES, _, _, PARALLEL, _ = RULES

P = 1
"""Index p of the first of the PUMA's parallel joints 2 and 3, counted from 0."""


@CHAPTER.entry(
    "equation (24)",
    "parallel joints p, p+1: M_p,p+1 = M_p+1,p+1 + η_p+1,p+1 with η = -z·P̃·Ũ·z",
    RULES_COMMAND,
    criterion="M23 - M33 by our recursion against -z·P̃·Ũ·z of the links' positions at 50 random configurations; "
    "relative to "
    f"the largest, below {ROUNDING:.0e}. The lines between (23) and (24) are damaged; this is what is legible of them",
)
def eta(bench: Bench) -> EntryResult:
    q = sample_states(bench.arm, 50)[0]
    a = bench.recursive.kinetic_energy_matrix(q) - np.diag(bench.arm.motor_inertia)
    expected = a[:, P, P + 1] - a[:, P + 1, P + 1]
    ours = []
    for state in q:
        links = links_in_motion(bench.arm, state, np.zeros(bench.arm.n))
        z = links[P].rotation[:, 2]
        step, moment = links[P + 1].origin - links[P].origin, first_moment(bench.arm, links, P + 1)
        ours.append(-z @ tilde(step) @ tilde(moment) @ z)
    error = float(np.abs(np.array(ours) - expected).max() / np.abs(expected).max())
    return EntryResult(EQUALITY, error, error < ROUNDING, "relative")


@CHAPTER.entry(
    "equation (25)",
    "parallel joints p, p+1: M_pp - M_p+1,p+1 - 2η and M_p,p+1 - M_p+1,p+1 - η are free of q; M_pi = M_p+1,i + η_p+1,i",
    RULES_COMMAND,
    criterion="of the PUMA's joints 2 and 3, "
    f"{EXACTLY}: z·K·z = M22 - 2 M23 + M33 depends on no joint, M2i - M3i (η_3i) not on joint 2. The factors of its "
    "third line are not legible",
)
def parallel_inertia(bench: Bench) -> EntryResult:
    a = kinetic_energy_matrix(bench.chain, Ring())
    difference = a[P][P + 1] - a[P + 1][P + 1]
    constant = a[P][P] - 2 * a[P][P + 1] + a[P + 1][P + 1]
    free = [not constant.derivative(k) for k in range(bench.arm.n)]
    shifted = [not (a[P][j] - a[P + 1][j]).derivative(P) for j in range(P + 1, bench.arm.n)]
    return EntryResult(
        "η of q3 … q6; constant",
        f"η has {len(difference)} terms; z·K·z is {'' if all(free) else 'not '}constant",
        all(free) and all(shifted),
    )


@CHAPTER.entry(
    "equations (22) and (23)",
    "axes and partial velocities of two parallel joints",
    RULES_COMMAND,
    criterion="none, because the equations are not in the scan. Our check: the axes are parallel, and v_p - v_p+1 "
    f"= z × P for all later links, to {ROUNDING:.0e}",
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
    criterion=f"every such derivative of the PUMA's M, {EXACTLY}",
)
def zero_derivatives(bench: Bench) -> EntryResult:
    return _relations(bench, ZERO_DERIVATIVES)


@CHAPTER.entry(
    "equations (27) to (29)",
    "what follows for c and b: c_ij = ∂M_ij/∂q_j, 0, -½∂M_jj/∂q_i; b_iik = -2 c_kii, b_kjk = 0, b_ijk = -b_kji for "
    "i > k",
    RULES_COMMAND,
    criterion=f"every such relation between Christoffel symbols of the PUMA's M, {EXACTLY}",
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
    return EntryResult(len(checks), sum(checks), all(checks), "relations")


@CHAPTER.entry(
    "equation (34)",
    "parallel joints p, p+1: b_ipk = b_i,p+1,k for i < p and for i > p+1",
    RULES_COMMAND,
    criterion=f"every such relation between Christoffel symbols of the PUMA's M, {EXACTLY}",
)
def parallel_rules(bench: Bench) -> EntryResult:
    return _relations(bench, PARALLEL)


@CHAPTER.entry(
    "equation (33)",
    "parallel joints p, p+1 and i < p: ∂M_ik/∂q_p - ∂M_ik/∂q_p+1 = z_i·(z_k × U_k)~·P̃·z",
    RULES_COMMAND,
    criterion="derivatives of the generator's M1k by q2 and q3, for k = 4 to 6, against the product by the links' "
    f"positions at 50 random configurations; relative to the largest, below {ROUNDING:.0e}. The line is damaged; this "
    "is what is legible of it",
)
def derivative_of_later_joints(bench: Bench) -> EntryResult:
    q = sample_states(bench.arm, 50)[0]
    a = kinetic_energy_matrix(bench.chain, Ring())
    later = range(P + 2, bench.arm.n)
    values = angle_values(bench.chain, q)
    expected = np.column_stack(
        [(a[0][k].derivative(P) - a[0][k].derivative(P + 1)).evaluate(values) * np.ones(len(q)) for k in later]
    )
    ours = []
    for state in q:
        links = links_in_motion(bench.arm, state, np.zeros(bench.arm.n))
        first, z, step = links[0].rotation[:, 2], links[P].rotation[:, 2], links[P + 1].origin - links[P].origin
        turned = [np.cross(links[k].rotation[:, 2], first_moment(bench.arm, links, k)) for k in later]
        ours.append([first @ tilde(moment) @ tilde(step) @ z for moment in turned])
    error = float(np.abs(np.array(ours) - expected).max() / np.abs(expected).max())
    return EntryResult(EQUALITY, error, error < ROUNDING, "relative")


@CHAPTER.entry(
    "equations (30) to (32)",
    "the derivation of (34) from derivatives of M_ip and M_ik",
    RULES_COMMAND,
    criterion="none: (30) and (31) are not in the scan, and (32) is damaged. Our check is (34) itself, which "
    f"follows from them, in derivatives of M: ∂M_ip/∂q_k - ∂M_i,p+1/∂q_k = ∂M_ik/∂q_p+1 - ∂M_ik/∂q_p, {EXACTLY}",
)
def way_to_34(bench: Bench) -> EntryResult:
    a = kinetic_energy_matrix(bench.chain, Ring())
    checks = [
        a[i][P].derivative(k) - a[i][P + 1].derivative(k) == a[i][k].derivative(P + 1) - a[i][k].derivative(P)
        for i in range(P)
        for k in range(P + 2, bench.arm.n)
    ]
    return EntryResult(None, f"{sum(checks)} of {len(checks)} relations", all(checks),
                   absent="these equations are not in the scan, or not whole; ours stand alone")  # fmt: skip


@CHAPTER.entry(
    "equation (35)",
    "parallel joints p, p+1: b_p,i,p+1 = 0",
    RULES_COMMAND,
    criterion=f"∂M_ip/∂q_p+1 = ∂M_i,p+1/∂q_p, which the rule states, and b itself, for the PUMA, {EXACTLY}. For a "
    "chain whose axis i has another angle the rule must fail; otherwise its condition would be unnecessary",
)
def parallel_across(bench: Bench) -> EntryResult:
    a = kinetic_energy_matrix(bench.chain, Ring())
    checks = [
        a[i][P].derivative(P + 1) == a[i][P + 1].derivative(P) and not christoffel_symbol(a, P, i, P + 1)
        for i in range(P)
    ]
    counterexample = christoffel_symbol(kinetic_energy_matrix(_skew_chain(), Ring()), 1, 0, 2)
    return EntryResult(
        len(checks),
        sum(checks),
        all(checks) and bool(counterexample),
        "relations",
        corrected=of_place(ERRATA, "section 4").sentences,
        note=f"with axis i at another angle b_p,i,p+1 has {len(counterexample)} terms; the PUMA's axes do cross at "
        "right angles",
    )


@CHAPTER.entry(
    "equation (35)",
    "parallel joints p, p+1: c_p,i,i = c_p+1,i,i - z·(… P̃ …)·Ũ_i·z",
    RULES_COMMAND,
    criterion="c_2ii - c_3ii of the PUMA's joints i = 4 to 6 by our recursion against (z × P)·(z_i × (z_i × U_i)) "
    "at 50 random "
    f"configurations, {TO_ROUNDING}",
)
def parallel_centripetal(bench: Bench) -> EntryResult:
    q = sample_states(bench.arm, 50)[0]
    c = bench.recursive.centrifugal_coefficients(q)
    rows: list[EntryRow] = []
    zero: list[str] = []
    for i in range(P + 2, bench.arm.n):
        ours = []
        for state in q:
            links = links_in_motion(bench.arm, state, np.zeros(bench.arm.n))
            turned = np.cross(links[P].rotation[:, 2], links[P + 1].origin - links[P].origin)
            axis = tilde(links[i].rotation[:, 2])
            ours.append(turned @ axis @ axis @ first_moment(bench.arm, links, i))
        expected = c[:, P, i] - c[:, P + 1, i]
        error = float(np.abs(np.array(ours) - expected).max() / np.abs(c).max())
        rows.append(
            EntryRow(
                f"i = {i + 1}{', where both sides are 0' if i == bench.arm.n - 1 and not expected.any() else ''}",
                None,
                error,
                "of the largest c",
                error < ROUNDING,
            )
        )
    holds = all(row.agrees for row in rows)
    return EntryResult(
        None,
        max(float(row.computed) for row in rows),  # type: ignore[arg-type]
        holds,
        "relative",
        absent="sign and factors of this relation are not legible in the scan; ours, of the form that is, stands alone",
        note=f"{', '.join(zero)}: both sides are 0" if zero else "",
        rows=tuple(rows),
    )


@CHAPTER.entry(
    "section 4",
    "the best method of recursion depends on the manipulator's geometry",
    RULES_COMMAND,
    criterion="none: no count of one method against another is printed",
)
def best_recursion(bench: Bench) -> EntryResult:
    return EntryResult("no number", "nothing to compare", False,
                   obstacle="neither the methods' counts nor the rule of choice are printed")  # fmt: skip


@CHAPTER.entry(
    "section 5",
    "terms are sorted canonically, and patterns matched by rules, to find common factors",
    "puma560 derive",
    criterion="none: the form of a term is printed, the order of terms and the patterns are not",
)
def sorting_rules(bench: Bench) -> EntryResult:
    return EntryResult("constant × (inertia term) × (trigonometric terms)", "nothing to compute", False,
                   obstacle="the order in which terms are sorted and the patterns are not printed")  # fmt: skip


@CHAPTER.entry(
    "section 4",
    "special geometries give a substantial amount of simplification of the Coriolis and centripetal terms",
    RULES_COMMAND,
    criterion=f"{NO_NUMBER}. The entry reports how many unique Christoffel symbols of the PUMA (34) eliminates "
    "after the general rules and (35), and shows that it eliminates some",
)
def saved_by_geometry(bench: Bench) -> EntryResult:
    before, after = bench.steps[4].symbols, bench.steps[5].symbols
    return EntryResult(
        "no number", f"{before - after} of {before} symbols", False,
        obstacle="“substantial” is not a number", shown=after < before,
    )  # fmt: skip


def _relations(bench: Bench, rule: Rule) -> EntryResult:
    a = kinetic_energy_matrix(bench.chain, Ring())
    ring = a[0][0].ring
    relations = list(rule.relations(bench.chain))
    kept = sum(not ring.sum(a[i][j].derivative(k) * f for (i, j, k), f in form.items()) for form in relations)
    return EntryResult(len(relations), kept, 0 < kept == len(relations), "relations")


def _skew_chain() -> Chain:
    """Return a chain with parallel axes 2 and 3, and axis 1 neither parallel nor perpendicular to them."""
    body = Body(2, (0.1, -0.2, 0.3), (3, 4, 5, 0.1, 0.2, 0.3))
    joints = (
        ChainJoint("1", a=0.1, d=0.2),
        ChainJoint("2", cos_alpha=0.6, sin_alpha=0.8, a=0.3, d=0.4),
        ChainJoint("3", a=0.5, d=0.6),
    )
    return Chain("skew", joints, (body,) * 3)
