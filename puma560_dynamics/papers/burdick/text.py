"""Burdick's kinematics and kinetic energy, by partial velocities and by extended bodies: equations (1) to (21)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...models.recursive.newton_euler import NewtonEulerModel
from ...models.sampling import sample_states
from ..bench import Bench
from ..entry import EQUALITY, ROUNDING, TO_ROUNDING, Chapter, EntryResult, EntryRow, Paper
from ..link_motion import LinkMotion, links_in_motion
from .extended import matrix_of_extended, of_the_recursion, tilde
from .partial_velocities import partial_velocities

CHAPTER = Chapter(Paper.BURDICK)


STEP = 1e-5
"""Step of finite differences with respect to positions, rad or m."""

BY_DIFFERENCES = 1e-8
"""Permitted error of central differences over `STEP`: a hundred times STEP², above truncation, STEP² / 6 times a third
derivative, and rounding, 1e-16 / STEP."""

DIFFERENCES = (
    f"central differences over {STEP:g} rad or m: below {BY_DIFFERENCES:g}, a hundred times the square of the step"
)

_ARMS = "at 20 random configurations of the PUMA (all revolute) and of the Stanford Arm (joint 3 slides), our choice"

LOST = "the equation is not in the scan; our result is shown alone"


@CHAPTER.entry(
    "equation (1)",
    "rotation and origin of frame i in frame i-1 by θ, the twist α, a and d",
    "puma560 derive",
    criterion="none, because R_i and P_i are not in the scan. Our R_i and P_i, from Craig's book, agree at one "
    f"random configuration with the frames that our kinematics has for table A1 of AKB, to {ROUNDING:.0e}",
)
def rotation(bench: Bench) -> EntryResult:
    q = sample_states(bench.arm, 1)[0][0]
    links = links_in_motion(bench.arm, q, np.zeros_like(q))
    moving = [np.eye(3), *(link.rotation for link in links)]
    origins = [np.zeros(3), *(link.origin for link in links)]
    errors = []
    for i, joint in enumerate(bench.arm.joints):
        (c, s), (ca, sa) = ((np.cos(angle), np.sin(angle)) for angle in (q[i], joint.alpha))
        ours = np.array([[c, -s, 0.0], [s * ca, c * ca, -sa], [s * sa, c * sa, ca]])
        step = np.array([joint.a, -sa * joint.d, ca * joint.d])
        errors.append(float(np.abs(moving[i].T @ moving[i + 1] - ours).max()))
        errors.append(float(np.abs(moving[i].T @ (origins[i + 1] - origins[i]) - step).max()))
    return EntryResult(None, max(errors), max(errors) < ROUNDING, "1 or m", absent=LOST)


@CHAPTER.entry(
    "equations (2) and (4) to (6)",
    "velocities as sums of partial velocities: z × L or z, and z or 0",
    "puma560 derive",
    criterion=f"{_ARMS}, all vectors in the base frame (in the paper, in that of a link): (4) against the links' "
    f"rotations, and (5) with L by (6) against the centers' positions, by {DIFFERENCES}; the sums (2) against "
    f"velocities from link to link at random rates, {TO_ROUNDING}",
)
def partial_velocity_equations(bench: Bench) -> EntryResult:
    rows: list[EntryRow] = []
    for name, arm in _arms(bench).items():
        turning, moving, sums = 0.0, 0.0, 0.0
        rates = np.random.default_rng(2).uniform(-1.0, 1.0, (len(_configurations(arm)), arm.n))
        for q, qd in zip(_configurations(arm), rates, strict=True):
            angular, linear = partial_velocities(arm, q)
            still = links_in_motion(arm, q, np.zeros(arm.n))
            for j, i in product(range(arm.n), repeat=2):
                ahead, behind = shifted(arm, q, np.eye(arm.n)[j])[i]
                turn, slope = ((getattr(ahead, of) - getattr(behind, of)) / (2 * STEP) for of in ("rotation", "center"))
                turning = max(turning, float(np.abs(tilde(angular[i, j]) @ still[i].rotation - turn).max()))
                moving = max(moving, float(np.abs(linear[i, j] - slope).max()))
            links = links_in_motion(arm, q, qd)
            sums = max(sums, largest_error(qd @ angular, np.array([link.angular for link in links])))
            sums = max(sums, largest_error(qd @ linear, np.array([link.velocity for link in links])))
        rows += [
            EntryRow(f"{name}, (4)", EQUALITY, turning, "1/rad or 1/m", turning < BY_DIFFERENCES),
            EntryRow(f"{name}, (5) with (6)", EQUALITY, moving, "m/rad or m/m", moving < BY_DIFFERENCES),
            EntryRow(f"{name}, (2)", EQUALITY, sums, "relative", sums < ROUNDING),
        ]
    return replace(
        _worst(rows),
        unit="",
        corrected=(
            "(2) and (4) to (6), damaged in the scan, are read: sums of partial velocities times rates; z for a "
            "revolute and 0 for a sliding joint; z × L for a revolute and z for a sliding joint; L_ji = Σ R_k P_k+1 "
            "over k = j … i-1, plus R_i r_i",
        ),
        note="the value is the largest of the rows",
    )


@CHAPTER.entry(
    "equation (8)",
    "kinetic energy T = ½ Σ (m v·v + ω·I·ω) over the links, and the same by partial velocities",
    "puma560 derive",
    criterion="T of moving links by elementary kinematics, and the sum with partial velocities by (4) and (5), against "
    f"½ q̇ᵀ M q̇ with M by our recursion, motors left out, at 50 random states of the PUMA, {TO_ROUNDING}",
)
def kinetic_energy(bench: Bench) -> EntryResult:
    q, qd, _ = sample_states(bench.arm, 50)
    a = bench.recursive.kinetic_energy_matrix(q) - np.diag(bench.arm.motor_inertia)
    expected = np.einsum("ni,nij,nj->n", qd, a, qd) / 2
    by_links, by_partials = [], []
    for state, rate in zip(q, qd, strict=True):
        angular, linear = partial_velocities(bench.arm, state)
        energy, sums = 0.0, 0.0
        for i, (body, link) in enumerate(zip(bench.arm.links, links_in_motion(bench.arm, state, rate), strict=True)):
            spin = link.rotation.T @ link.angular
            energy += (body.mass * link.velocity @ link.velocity + spin @ body.inertia @ spin) / 2
            turns = angular[i] @ link.rotation
            sums += rate @ (body.mass * linear[i] @ linear[i].T + turns @ body.inertia @ turns.T) @ rate / 2
        by_links.append(energy)
        by_partials.append(sums)
    rows = []
    for name, ours in (("by links", by_links), ("by partial velocities", by_partials)):
        error = largest_error(np.array(ours), expected)
        rows.append(EntryRow(name, EQUALITY, error, "relative", error < ROUNDING))
    return replace(
        _worst(rows),
        corrected=(
            "(8): Σ ½ [m V·V + ω·I·ω] is read, where the scan has “I::dm;(V' ·V' )+w'-I ·w']”, and ½ ΣΣΣ [m V_j·V_k + "
            "ω_j·I·ω_k] q̇_j q̇_k, where it has “22: 2: 2::[m;(V1 ·Vd+lii~-I' ·-w~J4A<”",
        ),
    )


@CHAPTER.entry(
    "equations (3), (7), (9), (11), (15) and (16)",
    "partial velocity as a derivative, and of later joints, M link by link, Lagrange's equations, Christoffel's "
    "symbol, gravity forces",
    "puma560 derive",
    criterion="none, because the equations are not in the scan. Our check, of M only: the sum over links of "
    f"m V_j·V_k + ω_j·I·ω_k against our recursion at 50 random configurations of the PUMA, {TO_ROUNDING}",
)
def lost_equations(bench: Bench) -> EntryResult:
    q = sample_states(bench.arm, 50)[0]
    error = largest_error(_link_by_link(bench.arm, q), bench.recursive.kinetic_energy_matrix(q))
    return EntryResult(
        None,
        error,
        error < ROUNDING,
        "relative",
        absent="of these equations, only the left side of (9) and “for j > i” of (7) are in the scan; ours, of M only, "
        "stands alone",
    )


@CHAPTER.entry(
    "equation (29)",
    "an equation after the rules for b in (28)",
    "puma560 derive --rules",
    criterion="none, because the equation is not in the scan, and the text does not tell what it is",
)
def equation_29(bench: Bench) -> EntryResult:
    return EntryResult(None, "nothing to compare it with", None, absent="the scan has only the number of the equation")


@CHAPTER.entry(
    "equations (17) and (18)",
    "M by the dyadics of extended bodies, for revolute and prismatic joints",
    "puma560 derive",
    criterion=f"the sums over links of (17) and (18) {_ARMS}, against M by our recursion, {TO_ROUNDING}. The lines are "
    "damaged in the scan; of those for sliding joints, “mk(z · z)” for i = j, and else the minus before m, y and the "
    "last x or z, and L once, are legible. That z is x × y there is our reading: for sliding joints the test shows "
    "only that such a formula exists",
)
def extended_bodies(bench: Bench) -> EntryResult:
    rows = []
    for name, arm in _arms(bench).items():
        q = _configurations(arm)
        expected = NewtonEulerModel(arm).kinetic_energy_matrix(q) - np.diag(arm.motor_inertia)
        error = largest_error(np.array([matrix_of_extended(arm, state) for state in q]), expected)
        rows.append(EntryRow(name, EQUALITY, error, "relative", error < ROUNDING))
    return replace(
        _worst(rows),
        corrected=(
            "(17) and (18), damaged in the scan, are read: sums over the links k ≥ j, of z_i·(-m L̃_ik·L̃_jk + I)·z_j "
            "for revolute joints, -m x_i·ỹ_i·ỹ_j·x_j for sliding ones, -m x_i·ỹ_i·L̃_jk·z_j if only i slides, and "
            "-m z_i·L̃_ik·ỹ_j·x_j if only j slides",
        ),
    )


@CHAPTER.entry(
    "equations (19) to (21)",
    "extended bodies by recursion from link to link: diagonal, across and down; other relations where joint i slides",
    "puma560 derive",
    criterion="none, because signs and factors of these lines are lost in the scan. Our check is of recursions that we "
    f"derive: dyadics -m L̃·L̃ + I {_ARMS}, against their sums over links, {TO_ROUNDING}. The relations of (21), "
    "where joint i slides, are not tested",
)
def recursion_of_extended(bench: Bench) -> EntryResult:
    rows = []
    for name, arm in _arms(bench).items():
        for kind in ("diagonal", "across", "down"):
            pairs = [of_the_recursion(arm, state, kind) for state in _configurations(arm)]
            error = max(largest_error(np.array(ours), np.array(expected)) for ours, expected in pairs)
            rows.append(EntryRow(f"{name}, {kind}", None, error, "relative", error < ROUNDING))
    return replace(
        _worst(rows),
        printed=None,
        absent="signs and factors of these lines are not in the scan; the recursions that we derive, without those of "
        "(21), stand alone",
    )


def _arms(bench: Bench) -> Mapping[str, Arm]:
    return {"PUMA": bench.arm, "Stanford Arm": bench.stanford}


def _configurations(arm: Arm) -> FloatArray:
    return np.random.default_rng(3).uniform(-1.5, 1.5, (20, arm.n))


def _worst(rows: list[EntryRow]) -> EntryResult:
    worst = max(float(row.computed) for row in rows)  # type: ignore[arg-type]
    return EntryResult(EQUALITY, worst, all(row.agrees for row in rows), "relative", rows=tuple(rows))


def _link_by_link(arm: Arm, q: FloatArray) -> FloatArray:
    """Return M (N, n, n) by (9), Σ (m v·v + ω·I·ω), at configurations (N, n)."""
    n, rows = arm.n, []
    for state in q:
        by_joint = [links_in_motion(arm, state, unit) for unit in np.eye(n)]
        a = np.diag(arm.motor_inertia).astype(float)
        for i, link in enumerate(arm.links):
            v = np.array([motion[i].velocity for motion in by_joint])
            w = np.array([motion[i].rotation.T @ motion[i].angular for motion in by_joint])
            a = a + link.mass * v @ v.T + w @ link.inertia @ w.T
        rows.append(a)
    return np.array(rows)


def shifted(arm: Arm, q: FloatArray, unit: FloatArray) -> list[tuple[LinkMotion, LinkMotion]]:
    """Return every link at positions one step ahead and one step behind along `unit`."""
    still = np.zeros_like(q)
    ahead, behind = (links_in_motion(arm, q + sign * STEP * unit, still) for sign in (1, -1))
    return list(zip(ahead, behind, strict=True))


def largest_error(ours: FloatArray, expected: FloatArray) -> float:
    """Return the largest difference, relative to the largest expected value."""
    return float(np.abs(ours - expected).max() / np.abs(expected).max())
