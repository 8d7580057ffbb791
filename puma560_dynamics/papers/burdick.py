"""Burdick's EMDEG: kinematics, the kinetic energy matrix by partial velocities, and the simplification rules."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..arm.transform import rotation_x
from ..emdeg.angles import link_angles
from ..emdeg.inverse_jacobian import inverse_jacobian
from ..emdeg.kane import kinetic_energy_matrix
from ..emdeg.kinematics import jacobian
from ..emdeg.ring import Poly, Ring
from ..explicit.comparison import sample_states
from ..simulation.energy import potential_energy
from .akb_derivation import christoffel
from .bench import Bench
from .claim import ROUNDING, Chapter, Finding, Paper
from .drawing import Array
from .link_motion import LinkMotion, links_in_motion

CHAPTER = Chapter(Paper.BURDICK)


STEP = 1e-5
"""Of differences by position, rad."""

BY_DIFFERENCES = 1e-8
"""Relative error that central differences over `STEP` may have."""


@CHAPTER.entry("equation (1)", "rotation from frame i to i-1 by θ and the twist α", "puma560 derive")
def rotation(bench: Bench) -> Finding:
    q = sample_states(bench.arm, 1)[0][0]
    moving = [np.eye(3), *(link.rotation for link in links_in_motion(bench.arm, q, np.zeros_like(q)))]
    errors = []
    for i, joint in enumerate(bench.arm.joints):
        (c, s), (ca, sa) = ((np.cos(angle), np.sin(angle)) for angle in (q[i], joint.alpha))
        printed = np.array([[c, -s, 0.0], [s * ca, c * ca, -sa], [s * sa, c * sa, ca]])
        errors.append(float(np.abs(moving[i].T @ moving[i + 1] - printed).max()))
    return Finding(0, max(errors), max(errors) < ROUNDING,
                   note="the matrix is lost in the scan; taken from Craig's book, which it follows")  # fmt: skip


@CHAPTER.entry("equations (2) to (7)", "partial velocities of the links, zero for later joints", "puma560 derive")
def partial_velocities(bench: Bench) -> Finding:
    worst, later = 0.0, 0.0
    for q in sample_states(bench.arm, 5)[0]:
        for j in range(bench.arm.n):
            unit = np.eye(bench.arm.n)[j]
            moving = links_in_motion(bench.arm, q, unit)
            for i, (ahead, behind) in enumerate(_shifted(bench, q, unit)):
                slope = (ahead.center - behind.center) / (2 * STEP)
                worst = max(worst, float(np.abs(moving[i].velocity - slope).max()))
                if j > i:
                    later = max(later, float(np.abs(slope).max()))
    return Finding(0, worst, worst < BY_DIFFERENCES and later == 0.0, "m/s for 1 rad/s",
                   note="z × L of (5) against differences of the centers' positions")  # fmt: skip


@CHAPTER.entry("equations (8) and (9)", "M from partial velocities, link by link", "puma560 derive")
def kinetic_energy(bench: Bench) -> Finding:
    q = sample_states(bench.arm, 50)[0]
    return _same(_link_by_link(bench, q), bench.recursive.kinetic_energy_matrix(q), "against Newton-Euler")


@CHAPTER.entry("equations (10) and (16)", "gravity forces are derivatives of the potential energy", "puma560 derive")
def gravity(bench: Bench) -> Finding:
    q = sample_states(bench.arm, 50)[0]
    steps = STEP * np.eye(bench.arm.n)
    slope = np.stack(
        [(potential_energy(bench.arm, q + s) - potential_energy(bench.arm, q - s)) / (2 * STEP) for s in steps], axis=1
    )
    return _same(bench.generated.gravity(q), slope, "the generator's g against differences of V", BY_DIFFERENCES)


@CHAPTER.entry("equations (11) to (13)", "M q̈ + c + b + g = F: the equations of motion", "puma560 derive")
def equations_of_motion(bench: Bench) -> Finding:
    states = sample_states(bench.arm, 1000)
    return _same(bench.generated.torque(*states), bench.recursive.torque(*states), "generated against Newton-Euler")


@CHAPTER.entry("equations (14) and (15)", "b = 2β and c = β with Christoffel symbols β", "puma560 derive --rules")
def christoffel_symbols(bench: Bench) -> Finding:
    return christoffel(bench)


@CHAPTER.entry("equations (17) to (21)", "extended bodies by recursion give the same M", "puma560 derive")
def extended_bodies(bench: Bench) -> Finding:
    q = sample_states(bench.arm, 50)[0]
    a = kinetic_energy_matrix(bench.chain, Ring())
    return _same(_numbers(bench, a, q), _link_by_link(bench, q), "in the generator, against (9) link by link")


@CHAPTER.entry("equations (A-1) and (A-2)", "∂R/∂q_p = R z̃ R: derivative of a rotation matrix")
def rotation_derivative(bench: Bench) -> Finding:
    z = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    errors = []
    for joint, angle in zip(bench.arm.joints, (0.3, -1.1, 0.7, 2.0, -0.4, 1.3), strict=True):
        twist = rotation_x(joint.alpha)
        slope = (twist @ _about_z(angle + STEP) - twist @ _about_z(angle - STEP)) / (2 * STEP)
        errors.append(float(np.abs(slope - twist @ _about_z(angle) @ z).max()))
    return Finding(0, max(errors), max(errors) < BY_DIFFERENCES, note="by central differences, for all six joints")


@CHAPTER.entry("equations (A-3) and (A-4)", "derivatives of L and U: z × what lies beyond the joint")
def lever_derivative(bench: Bench) -> Finding:
    mass = np.array([link.mass for link in bench.arm.links])
    worst = 0.0
    for q in sample_states(bench.arm, 5)[0]:
        still = links_in_motion(bench.arm, q, np.zeros(6))
        for p in range(bench.arm.n):
            pairs = _shifted(bench, q, np.eye(6)[p])
            first_moment = sum(
                m * (ahead.center - behind.center) for m, (ahead, behind) in zip(mass, pairs, strict=True)
            )
            turned = sum(m * (link.center - still[p].origin) for m, link in zip(mass[p:], still[p:], strict=True))
            expected = np.cross(still[p].rotation[:, 2], turned)
            worst = max(worst, float(np.abs(first_moment / (2 * STEP) - expected).max()))
    return Finding(0, worst, worst < BY_DIFFERENCES, "kg·m", note="first moments, by central differences")


@CHAPTER.entry("section 5", "EMDEG also gives kinematics, Jacobian and its analytic inverse", "puma560 derive")
def analytic_inverse(bench: Bench) -> Finding:
    ring = Ring()
    rows, found = jacobian(bench.chain, ring), inverse_jacobian(bench.chain, ring)
    worst = 0.0
    for q in sample_states(bench.arm, 10)[0]:
        values = _atoms(bench, q)
        matrix = np.array([[float(entry.evaluate(values)) for entry in row] for row in rows])
        product_ = found.matrix(values) @ matrix
        worst = max(worst, float(np.abs(product_ - np.eye(6)).max()))
    return Finding(
        0,
        worst,
        worst < 1e-9,
        note=f"J⁻¹ J - 1 at 10 poses; singular where one of {len(found.singularities)} factors is 0",
    )


def _link_by_link(bench: Bench, q: Array) -> Array:
    """(9): Σ m v·v + ω·I ω, for every configuration (N, n)."""
    n, rows = bench.arm.n, []
    for state in q:
        by_joint = [links_in_motion(bench.arm, state, unit) for unit in np.eye(n)]
        a = np.diag(bench.arm.motor_inertia).astype(float)
        for i, link in enumerate(bench.arm.links):
            v = np.array([motion[i].velocity for motion in by_joint])
            w = np.array([motion[i].rotation.T @ motion[i].angular for motion in by_joint])
            a = a + link.mass * v @ v.T + w @ link.inertia @ w.T
        rows.append(a)
    return np.array(rows)


def _shifted(bench: Bench, q: Array, unit: Array) -> list[tuple[LinkMotion, LinkMotion]]:
    """Every link a step ahead and a step behind along `unit`."""
    still = np.zeros_like(q)
    ahead, behind = (links_in_motion(bench.arm, q + sign * STEP * unit, still) for sign in (1, -1))
    return list(zip(ahead, behind, strict=True))


def _atoms(bench: Bench, q: Array) -> Mapping[str, Array]:
    """Cosine and sine of the chain's angles for q (…, n)."""
    values: dict[str, Array] = {}
    for angle in link_angles(bench.chain):
        assert angle is not None
        total = angle.offset + sum(sign * q[..., joint] for joint, sign in angle.joints)
        values |= {f"c{angle.label}": np.cos(total), f"s{angle.label}": np.sin(total)}
    return values


def _numbers(bench: Bench, a: tuple[tuple[Poly, ...], ...], q: Array) -> Array:
    values = _atoms(bench, q)
    return np.stack(
        [np.stack([np.broadcast_to(x.evaluate(values), len(q)) for x in row], axis=-1) for row in a], axis=-2
    )


def _same(ours: Array, expected: Array, note: str, limit: float = ROUNDING) -> Finding:
    error = float(np.abs(ours - expected).max() / np.abs(expected).max())
    return Finding(0, error, error < limit, "relative", note=note)


def _about_z(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
