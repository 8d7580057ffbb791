"""Burdick's simplification rules for the Coriolis and centripetal terms of parallel joints: equations (30) to (35)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

import numpy as np

from ...emdeg import Body, Chain, ChainJoint, Ring, angle_values, christoffel_symbol, kinetic_energy_matrix
from ...models.sampling import sample_states
from ..bench import Bench
from ..corrections import of_place
from ..entry import EQUALITY, ROUNDING, TO_ROUNDING, Chapter, EntryResult, EntryRow, Paper
from ..link_motion import links_in_motion
from .errata import ERRATA
from .extended import extended, first_moment, tilde
from .rules import OF_THE_PUMA, RULES_COMMAND, P, matrix_of_section_6

CHAPTER = Chapter(Paper.BURDICK)


@CHAPTER.entry(
    "equation (34) and the sentence after it",
    "parallel joints p, p+1: b_ipk = b_i,p+1,k for i < p and for i > p+1",
    RULES_COMMAND,
    criterion="every such relation with k > p+1, because by (13) b_ijk is defined for j < k only, between Christoffel "
    f"symbols by AKB's (6), as Burdick's (15) is not in the scan, of M {OF_THE_PUMA}. Relations that the paper does "
    "not claim are shown, and do not count",
)
def parallel_rules(bench: Bench) -> EntryResult:
    a = matrix_of_section_6()
    joints = range(bench.arm.n)

    def kept(first: Iterable[int], k: Iterable[int]) -> list[bool]:
        return [christoffel_symbol(a, i, P, j) == christoffel_symbol(a, i, P + 1, j) for i, j in product(first, k)]

    outer, later = [i for i in joints if i not in (P, P + 1)], joints[P + 2 :]
    claimed = {"i < p": kept(joints[:P], later), "i > p+1": kept(joints[P + 2 :], later)}
    others = {
        "not claimed: k = p+1, for the Christoffel symbols": kept(outer, [P + 1]),
        "not claimed: i = p and i = p+1": kept((P, P + 1), joints[P + 1 :]),
    }
    rows = tuple(
        EntryRow(
            name,
            None if name in others else EQUALITY,
            f"{sum(found)} of {len(found)}",
            "relations",
            name in others or all(found),
        )
        for name, found in (claimed | others).items()
    )
    checks = [relation for found in claimed.values() for relation in found]
    return EntryResult(
        EQUALITY,
        f"{sum(checks)} of {len(checks)}",
        all(checks),
        "relations",
        corrected=(
            "(34) and the sentence after it: b_i,p,k = b_i,p+1,k is read, where the scan has “b;,p,k = b;,p+l,k”",
        ),
        rows=rows,
    )


@CHAPTER.entry(
    "equation (33)",
    "parallel joints p, p+1 and i < p: ∂M_ik/∂q_p - ∂M_ik/∂q_p+1 = z_i·(z_k × U_k)~·P̃_p+1·z_p",
    RULES_COMMAND,
    criterion="derivatives of the generator's M1k of the PUMA, our example, by q2 and q3, for k = 4 to 6, against the "
    "product by the links' positions at 50 random configurations; relative to the largest of these differences, below "
    f"{ROUNDING:.0e}. The line is damaged in the scan, and is read so",
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
    return EntryResult(
        EQUALITY,
        error,
        error < ROUNDING,
        "relative",
        corrected=("z_i·(z_k × U_k)~·P̃_p+1·z_p is read, where the scan has “+ Pz; · (PRkzUk) ·Pp+! · •”",),
    )


@CHAPTER.entry(
    "equations (30) and (31)",
    "the derivation of (34): how b_ipk and b_i,p+1,k are related for i < p, and ∂M_ip/∂q_k",
    RULES_COMMAND,
    criterion="none: (30) and (31) are not in the scan. Our check is of (34), to which (30) to (33) lead, in "
    "derivatives of M: ∂M_ip/∂q_k - ∂M_i,p+1/∂q_k = ∂M_ik/∂q_p+1 - ∂M_ik/∂q_p with i < p and k > p+1, "
    f"{OF_THE_PUMA}",
)
def way_to_34(bench: Bench) -> EntryResult:
    a = matrix_of_section_6()
    checks = [
        a[i][P].derivative(k) - a[i][P + 1].derivative(k) == a[i][k].derivative(P + 1) - a[i][k].derivative(P)
        for i in range(P)
        for k in range(P + 2, bench.arm.n)
    ]
    return EntryResult(None, f"{sum(checks)} of {len(checks)} relations", all(checks),
                   absent="these equations are not in the scan; our check of (34) stands alone")  # fmt: skip


@CHAPTER.entry(
    "equation (32)",
    "∂M_ik/∂q_p = -(z_p × z_i)·(I_kk - L̃_ik·Ũ_k)·z_k + z_i·(z_p × L_ip)~·Ũ_k·z_k",
    RULES_COMMAND,
    criterion="for all joints i < p < k of the PUMA, our example: derivatives of the generator's M against the right "
    f"side by the links' positions at 50 random configurations, {TO_ROUNDING}. The line is damaged in the scan, and is "
    "read so",
)
def derivative_by_middle_joint(bench: Bench) -> EntryResult:
    q = sample_states(bench.arm, 50)[0]
    a = kinetic_energy_matrix(bench.chain, Ring())
    values = angle_values(bench.chain, q)
    joints = list(combinations(range(bench.arm.n), 3))
    expected = np.column_stack([a[i][k].derivative(p).evaluate(values) * np.ones(len(q)) for i, p, k in joints])
    ours = []
    for state in q:
        links = links_in_motion(bench.arm, state, np.zeros(bench.arm.n))
        z = [link.rotation[:, 2] for link in links]
        row = []
        for i, p, k in joints:
            far = tilde(links[k].origin - links[i].origin)
            moment = tilde(first_moment(bench.arm, links, k))
            dyad = extended(bench.arm, links, k, k) - far @ moment
            lever = tilde(np.cross(z[p], links[p].origin - links[i].origin))
            row.append(-np.cross(z[p], z[i]) @ dyad @ z[k] + z[i] @ lever @ moment @ z[k])
        ours.append(row)
    error = float(np.abs(np.array(ours) - expected).max() / np.abs(expected).max())
    return EntryResult(
        EQUALITY,
        error,
        error < ROUNDING,
        "relative",
        corrected=(
            "-(z_p × z_i)·(I_kk - L̃_ik·Ũ_k)·z_k + z_i·(z_p × L_ip)~·Ũ_k·z_k is read, where the scan has “-(3RP zPz;) · "
            "[lf,f - iLf,; · U;] · l'l + iz;. (iaPzPLf,p). Uf. s”",
        ),
    )


@CHAPTER.entry(
    "equation (35)",
    "parallel joints p, p+1: b_p,i,p+1 = 0",
    RULES_COMMAND,
    criterion="∂M_ip/∂q_p+1 = ∂M_i,p+1/∂q_p, to which the rule comes by AKB's (8), and b itself, for i < p, because "
    f"for i = p (28) applies, {OF_THE_PUMA}. For a chain of three joints, our choice, whose axis 1 is not "
    "perpendicular to the parallel axes 2 and 3, the rule must fail; otherwise its condition would be unnecessary",
)
def parallel_across(bench: Bench) -> EntryResult:
    a = matrix_of_section_6()
    checks = [
        a[i][P].derivative(P + 1) == a[i][P + 1].derivative(P) and not christoffel_symbol(a, P, i, P + 1)
        for i in range(P)
    ]
    counterexample = christoffel_symbol(kinetic_energy_matrix(_skew_chain(), Ring()), 1, 0, 2)
    return EntryResult(
        EQUALITY,
        f"{sum(checks)} of {len(checks)}",
        all(checks) and bool(counterexample),
        "relations",
        corrected=of_place(ERRATA, "section 4").sentences,
        note=f"in the chain of three joints, with cosine {_TWIST[0]} and sine {_TWIST[1]} of the twist between axes 1 "
        f"and 2, b_p,i,p+1 has {len(counterexample)} terms; the PUMA's axis 1 is perpendicular to axes 2 and 3",
    )


@CHAPTER.entry(
    "equation (35)",
    "parallel joints p, p+1: c_p,i,i = c_p+1,i,i - z·(… P̃ …)·Ũ_i·z_i",
    RULES_COMMAND,
    criterion="none, because a factor is not legible in the scan. Our check: c_2ii - c_3ii of the PUMA's "
    "joints i = 4 to 6 by our recursion against -z·P̃·z̃_i·Ũ_i·z_i at 50 random configurations; relative to the "
    f"largest c, below {ROUNDING:.0e}",
)
def parallel_centripetal(bench: Bench) -> EntryResult:
    q = sample_states(bench.arm, 50)[0]
    c = bench.recursive.centrifugal_coefficients(q)
    rows: list[EntryRow] = []
    for i in range(P + 2, bench.arm.n):
        ours = []
        for state in q:
            links = links_in_motion(bench.arm, state, np.zeros(bench.arm.n))
            step, moment = tilde(links[P + 1].origin - links[P].origin), tilde(first_moment(bench.arm, links, i))
            z, axis = links[P].rotation[:, 2], links[i].rotation[:, 2]
            ours.append(-z @ step @ tilde(axis) @ moment @ axis)
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
        absent="a factor of this relation is not legible in the scan; ours, with the legible minus, stands alone",
        rows=tuple(rows),
    )


_TWIST = (0.6, 0.8)
"""Cosine and sine of the twist between axes 1 and 2 of `_skew_chain`."""


def _skew_chain() -> Chain:
    """Return a chain with parallel axes 2 and 3, and axis 1 neither parallel nor perpendicular to them."""
    body = Body(2, (0.1, -0.2, 0.3), (3, 4, 5, 0.1, 0.2, 0.3))
    joints = (
        ChainJoint("1", a=0.1, d=0.2),
        ChainJoint("2", cos_alpha=_TWIST[0], sin_alpha=_TWIST[1], a=0.3, d=0.4),
        ChainJoint("3", a=0.5, d=0.6),
    )
    return Chain("skew", joints, (body,) * 3)
