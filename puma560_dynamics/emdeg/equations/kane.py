"""Derive the kinetic energy matrix, its Christoffel symbols, and gravity from Kane's partial velocities.

Equation numbers refer to Burdick's EMDEG. Vectors are expressed in the unturned frame of their link (`link_steps`),
which has the link's origin and axis; partial velocities are velocities of this origin. The sum over links of equation
(9) is computed first, as in the *extended bodies* of (17) to (21): if only joint k moves, the links that it carries
(k…n in a serial chain) move as one rigid body, the extended body. With its momentum p_k and angular momentum L_k for
unit speed of joint k,

    M_jk = ω_j · L_k + v_j · p_k,    j ≤ k.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from ..algebra.exact import exact
from ..algebra.ring import Poly, Ring
from ..algebra.vectors import (
    ZERO,
    Matrix,
    Scalar,
    Vector,
    Z,
    cross,
    dot,
    plus,
    product,
    scaled,
    times,
    transposed,
    turned,
)
from ..chain.angles import LinkStep, link_steps
from ..chain.chain import Body, Chain


class Partial(NamedTuple):
    """Partial velocities of a link: its velocities for unit speed of one joint (a column of the link's Jacobian).

    Attributes:
        angular: ω_j, partial angular velocity (equation 4), rad/s.
        linear: v_j, partial velocity of the origin (equation 5 with r = 0), m/s.
    """

    angular: Vector
    linear: Vector


class Extended(NamedTuple):
    """A rigid body, described by its mass, first moment and inertia about the origin.

    Attributes:
        mass: mass, kg.
        moment: (3,) first moment Σ m r, kg·m.
        inertia: (3, 3) inertia about the origin, kg·m².
    """

    mass: Scalar
    moment: Vector
    inertia: Matrix


class Momentum(NamedTuple):
    """Momentum p (`linear`) and angular momentum L (`angular`) about the origin, each (3,)."""

    linear: Vector
    angular: Vector


def partial_velocities(chain: Chain, ring: Ring) -> tuple[tuple[Partial, ...], ...]:
    """Return the partial velocities of each link i for joints 1…i; for later joints they are zero (equation 7)."""
    return _partial_velocities(chain, link_steps(chain, ring))


def angular_velocity_components(
    chain: Chain, ring: Ring, axes: Sequence[tuple[int, Sequence[float]]]
) -> tuple[tuple[Scalar, ...], ...]:
    """Return the components of links' angular velocities along link-fixed axes, for unit speed of each joint.

    Args:
        chain: the chain.
        ring: ring in which the chain's cosines, sines and positions are created.
        axes: index of the link (from 0) and axis (3,) in its frame; floats are converted by `exact`.

    Returns:
        For each axis of a link i, the components for joints 1…i, rad/s; for later joints they are zero.
    """
    along = link_steps(chain, ring)
    links = _partial_velocities(chain, along)
    found: list[tuple[Scalar, ...]] = []
    for link, (x, y, z) in axes:
        axis = turned(along[link].turn, (exact(x), exact(y), exact(z)))
        found.append(tuple(dot(axis, partial.angular) for partial in links[link]))
    return tuple(found)


def _partial_velocities(chain: Chain, along: Sequence[LinkStep]) -> tuple[tuple[Partial, ...], ...]:
    links: list[tuple[Partial, ...]] = []
    for i, (joint, parent, step) in enumerate(zip(chain.joints, chain.parents, along, strict=True)):
        back = transposed(step.rotation)
        partials = links[parent] if parent >= 0 else ()
        carried = (Partial(turned(back, w), turned(back, plus(v, cross(w, step.displacement)))) for w, v in partials)
        aside = (Partial(ZERO, ZERO),) * (i - len(partials))  # joints of other branches
        links.append((*carried, *aside, Partial(Z, ZERO) if joint.revolute else Partial(ZERO, Z)))
    return tuple(links)


def _extended_bodies(chain: Chain, along: Sequence[LinkStep]) -> tuple[Extended, ...]:
    """Return the extended body of each joint k: the links that it moves as one rigid body, about the origin of link k.

    In a serial chain, these are links k…n.
    """
    result = [_seen(_extended(body), step.turn, ZERO) for body, step in zip(chain.bodies, along, strict=True)]
    for i, parent in reversed(list(enumerate(chain.parents))):
        if parent >= 0:
            body, outer = result[parent], _seen(result[i], along[i].rotation, along[i].displacement)
            inertia = tuple(plus(a, b) for a, b in zip(body.inertia, outer.inertia, strict=True))
            moment = plus(body.moment, outer.moment)
            result[parent] = Extended(body.mass + outer.mass, moment, inertia)  # type: ignore[arg-type]
    return tuple(result)


def _extended(body: Body) -> Extended:
    """Convert a body, whose inertia is about its center of mass, to moments about the origin of its link."""
    xx, yy, zz, xy, xz, yz = body.inertia
    about_center: Matrix = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    moment = scaled(body.mass, body.center)
    return Extended(body.mass, moment, _shifted(about_center, moment, body.center))


def _shifted(inertia: Matrix, moment: Vector, r: Vector) -> Matrix:
    """Return I + (moment·r) 1 - moment ⊗ r, the parallel axis theorem if `moment` is parallel to r."""
    trace = dot(moment, r)
    rows = (
        tuple(inertia[i][j] + (trace if i == j else 0) - times(moment[i], r[j]) for j in range(3)) for i in range(3)
    )
    return tuple(rows)  # type: ignore[return-value]


def _seen(body: Extended, rotation: Matrix, displacement: Vector) -> Extended:
    """Transform a body to a frame in which its present frame has the given rotation and displacement."""
    moment = turned(rotation, body.moment)
    inertia = product(product(rotation, body.inertia), transposed(rotation))
    if not any(displacement):
        return Extended(body.mass, moment, inertia)
    moved = plus(moment, scaled(body.mass, displacement))
    # About the new origin: I + 2(r·S)1 - r ⊗ S - S ⊗ r + m(r² 1 - r ⊗ r), as two shifts.
    inertia = _shifted(_shifted(inertia, moved, displacement), displacement, moment)
    return Extended(body.mass, moved, inertia)


def momentum(extended: Extended, revolute: bool) -> Momentum:
    """Return the momenta of a body that moves with unit speed about z (along z if not `revolute`)."""
    x, y, _ = extended.moment
    if revolute:
        return Momentum((-y, x, 0), (extended.inertia[0][2], extended.inertia[1][2], extended.inertia[2][2]))
    return Momentum((0, 0, extended.mass), (y, -x, 0))


def kinetic_energy_matrix(chain: Chain, ring: Ring) -> tuple[tuple[Poly, ...], ...]:
    """Return A(q), (n, n) kg·m² (kg, kg·m for prismatic joints), armature included (equations 8 and 9).

    Only the upper triangle is computed; the lower triangle has the same elements.
    """
    along = link_steps(chain, ring)
    momenta = _momenta(chain, along)
    upper: dict[tuple[int, int], Poly] = {}
    for k, partials in enumerate(_partial_velocities(chain, along)):
        for j, (w, v) in enumerate(partials):
            armature = chain.joints[k].armature if j == k else 0
            upper[j, k] = ring.sum((dot(w, momenta[k].angular), dot(v, momenta[k].linear), armature))
    return tuple(tuple(upper[min(i, j), max(i, j)] for j in range(chain.n)) for i in range(chain.n))


def gravity_torque(chain: Chain, ring: Ring) -> tuple[Poly, ...]:
    """Return g(q), (n,) N·m (N for prismatic joints), the effort that holds the arm (equations 10 and 16).

    ∂V/∂q_j = -Σ m_i γ · v_j^i* = -γ · p_j with the acceleration of gravity γ.
    """
    along = link_steps(chain, ring)
    falls = _in_each_frame(chain, along)
    return tuple(ring.sum((-dot(fall, p.linear),)) for fall, p in zip(falls, _momenta(chain, along), strict=True))


def _momenta(chain: Chain, along: Sequence[LinkStep]) -> tuple[Momentum, ...]:
    bodies = _extended_bodies(chain, along)
    return tuple(momentum(body, joint.revolute) for body, joint in zip(bodies, chain.joints, strict=True))


def wrench_torque(chain: Chain, ring: Ring) -> tuple[Poly, ...]:
    """Return the torques (n,), N·m (N), that hold the chain's wrenches: -Jᵀ F, from the links' partial velocities."""
    along, total = link_steps(chain, ring), [ring.constant(0)] * chain.n
    for wrench in chain.wrenches:
        force, moment = wrench.force, wrench.moment
        for i in chain.path(wrench.link + 1):
            force, moment = (turned(transposed(along[i].rotation), vector) for vector in (force, moment))
        moment = plus(moment, cross(turned(along[wrench.link].turn, wrench.point), force))
        for j, (w, v) in enumerate(_partial_velocities(chain, along)[wrench.link]):
            total[j] = ring.sum((total[j], -dot(moment, w), -dot(force, v)))
    return tuple(total)


def _in_each_frame(chain: Chain, along: Sequence[LinkStep]) -> list[Vector]:
    """Return the acceleration of gravity in the unturned frame of each link."""
    falls: list[Vector] = []
    for parent, step in zip(chain.parents, along, strict=True):
        falls.append(turned(transposed(step.rotation), falls[parent] if parent >= 0 else chain.gravity))
    return falls


Rows = tuple[tuple[Poly, ...], ...]


def christoffel_symbol(a: Sequence[Sequence[Poly]], i: int, j: int, k: int) -> Poly:
    """Return the Christoffel symbol β^{i,jk} = ½ (∂a_ij/∂q_k + ∂a_ik/∂q_j - ∂a_jk/∂q_i), indices from 0."""
    return (a[i][j].derivative(k) + a[i][k].derivative(j) - a[j][k].derivative(i)) * Fraction(1, 2)


def pairs(n: int) -> tuple[tuple[int, int], ...]:
    """Return the joint pairs of the columns of B in order: 12, 13, … 1n, 23, …, as indices from 0."""
    return tuple(combinations(range(n), 2))


def coriolis_and_centrifugal(a: Sequence[Sequence[Poly]]) -> tuple[Rows, Rows]:
    """Return B (n, n(n-1)/2) with b = 2β^{i,jk}, and C (n, n) with c = β^{i,jj}, of the kinetic energy matrix `a`.

    All symbols are computed from their definition; `reduction.Reduction` computes only those that are needed.
    """
    n = len(a)
    b = tuple(tuple(christoffel_symbol(a, i, j, k) * 2 for j, k in pairs(n)) for i in range(n))
    c = tuple(tuple(christoffel_symbol(a, i, j, j) for j in range(n)) for i in range(n))
    return b, c
