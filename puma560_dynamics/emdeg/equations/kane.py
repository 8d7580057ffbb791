"""Kinetic energy matrix, its Christoffel symbols, and gravity from Kane's partial velocities (Burdick's EMDEG).

Equation numbers are EMDEG's. Vectors stand in the unturned frame of their link (`link_steps`), which has
the link's origin and axis; partial velocities are those of that origin. The sum over links in
equation (9) is taken first, into the *extended bodies* of (17) to (21): what moves when joint k alone
moves is the one rigid body of links k…n, and

    M_jk = ω_j · L_k + v_j · p_k,    j ≤ k,

with its momentum p_k and angular momentum L_k for unit speed of joint k.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    """Velocity of a link for unit speed of one joint: the joint's column of the link's Jacobian.

    Attributes:
        angular: ω_j, partial angular velocity (equation 4), rad/s.
        linear: v_j, partial velocity of the origin (equation 5 with r = 0), m/s.
    """

    angular: Vector
    linear: Vector


class Extended(NamedTuple):
    """A rigid body by mass, first moment and inertia about the origin.

    Attributes:
        mass: kg.
        moment: (3,) Σ m r, kg·m.
        inertia: (3, 3) about the origin, kg·m².
    """

    mass: Scalar
    moment: Vector
    inertia: Matrix


class Momentum(NamedTuple):
    """Momentum p and angular momentum L about the origin, each (3,)."""

    linear: Vector
    angular: Vector


def partial_velocities(chain: Chain, ring: Ring) -> tuple[tuple[Partial, ...], ...]:
    """For each link i the partial velocities by joints 1…i (by later ones they are zero, equation 7)."""
    return _partial_velocities(chain, link_steps(chain, ring))


def angular_velocity_components(
    chain: Chain, ring: Ring, axes: Sequence[tuple[int, Sequence[float]]]
) -> tuple[tuple[Scalar, ...], ...]:
    """Components of links' angular velocities along axes that are fixed in them, for unit speed of each joint.

    Args:
        chain: the arm.
        ring: in which the chain's cosines, sines and positions are made.
        axes: number of the link, from 0, and axis (3,) in its frame; a float is taken as its decimal.

    Returns:
        For each axis the components by joints 1…i of its link i, rad/s (by later ones they are zero).
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
    partials: tuple[Partial, ...] = ()
    for joint, step in zip(chain.joints, along, strict=True):
        back = transposed(step.rotation)
        carried = (Partial(turned(back, w), turned(back, plus(v, cross(w, step.displacement)))) for w, v in partials)
        partials = (*carried, Partial(Z, ZERO) if joint.revolute else Partial(ZERO, Z))
        links.append(partials)
    return tuple(links)


def _extended_bodies(chain: Chain, along: Sequence[LinkStep]) -> tuple[Extended, ...]:
    """For each joint k the rigid body of links k…n about the origin of link k."""
    result: list[Extended] = []
    for i in reversed(range(chain.n)):
        body = _seen(_extended(chain.bodies[i]), along[i].turn, ZERO)
        if result:
            outer = _seen(result[-1], along[i + 1].rotation, along[i + 1].displacement)
            inertia = tuple(plus(a, b) for a, b in zip(body.inertia, outer.inertia, strict=True))
            body = Extended(body.mass + outer.mass, plus(body.moment, outer.moment), inertia)  # type: ignore[arg-type]
        result.append(body)
    return tuple(reversed(result))


def _extended(body: Body) -> Extended:
    """Return a body's inertia moved from its center of mass to the origin of its link."""
    xx, yy, zz, xy, xz, yz = body.inertia
    about_center: Matrix = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    moment = scaled(body.mass, body.center)
    return Extended(body.mass, moment, _shifted(about_center, moment, body.center))


def _shifted(inertia: Matrix, moment: Vector, r: Vector) -> Matrix:
    """I + (moment·r) 1 - moment ⊗ r: the parallel axis theorem where moment is parallel to r."""
    trace = dot(moment, r)
    rows = (
        tuple(inertia[i][j] + (trace if i == j else 0) - times(moment[i], r[j]) for j in range(3)) for i in range(3)
    )
    return tuple(rows)  # type: ignore[return-value]


def _seen(body: Extended, rotation: Matrix, displacement: Vector) -> Extended:
    """Return the same body from the frame in which its own one is so turned and displaced."""
    moment = turned(rotation, body.moment)
    inertia = product(product(rotation, body.inertia), transposed(rotation))
    if not any(displacement):
        return Extended(body.mass, moment, inertia)
    moved = plus(moment, scaled(body.mass, displacement))
    # About the new origin: I + 2(r·S)1 - r ⊗ S - S ⊗ r + m(r² 1 - r ⊗ r), as two shifts.
    inertia = _shifted(_shifted(inertia, moved, displacement), displacement, moment)
    return Extended(body.mass, moved, inertia)


def momentum(extended: Extended, revolute: bool) -> Momentum:
    """Momentum of a body that moves with unit speed about or along z."""
    x, y, _ = extended.moment
    if revolute:
        return Momentum((-y, x, 0), (extended.inertia[0][2], extended.inertia[1][2], extended.inertia[2][2]))
    return Momentum((0, 0, extended.mass), (y, -x, 0))


def kinetic_energy_matrix(chain: Chain, ring: Ring) -> tuple[tuple[Poly, ...], ...]:
    """A(q), (n, n) kg·m² (kg, kg·m where joints slide), armature on the diagonal (equations 8 and 9).

    Only the upper half is computed; the lower half holds the same elements.
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
    """g(q), (n,) N·m (N where a joint slides): the effort that holds the arm (equations 10 and 16).

    ∂V/∂q_j = -Σ m_i γ · v_j^i* = -γ · p_j with the acceleration of gravity γ.
    """
    along = link_steps(chain, ring)
    falls = _in_each_frame(chain.gravity, along)
    return tuple(ring.sum((-dot(fall, p.linear),)) for fall, p in zip(falls, _momenta(chain, along), strict=True))


def _momenta(chain: Chain, along: Sequence[LinkStep]) -> tuple[Momentum, ...]:
    bodies = _extended_bodies(chain, along)
    return tuple(momentum(body, joint.revolute) for body, joint in zip(bodies, chain.joints, strict=True))


def _in_each_frame(vector: Vector, along: Sequence[LinkStep]) -> Iterator[Vector]:
    for step in along:
        vector = turned(transposed(step.rotation), vector)
        yield vector


Rows = tuple[tuple[Poly, ...], ...]


def christoffel_symbol(a: Sequence[Sequence[Poly]], i: int, j: int, k: int) -> Poly:
    """β^{i,jk} = ½ (∂a_ij/∂q_k + ∂a_ik/∂q_j - ∂a_jk/∂q_i), indices from 0."""
    return (a[i][j].derivative(k) + a[i][k].derivative(j) - a[j][k].derivative(i)) * Fraction(1, 2)


def pairs(n: int) -> tuple[tuple[int, int], ...]:
    """Joints of the velocity products in the columns of B: 12, 13, … 1n, 23, …, indices from 0."""
    return tuple(combinations(range(n), 2))


def coriolis_and_centrifugal(a: Sequence[Sequence[Poly]]) -> tuple[Rows, Rows]:
    """B (n, n(n-1)/2), b = 2β^{i,jk}, and C (n, n), c = β^{i,jj}, of the kinetic energy matrix `a`.

    Every symbol is formed from its definition; `reduction.Reduction` forms only those that are needed.
    """
    n = len(a)
    b = tuple(tuple(christoffel_symbol(a, i, j, k) * 2 for j, k in pairs(n)) for i in range(n))
    c = tuple(tuple(christoffel_symbol(a, i, j, j) for j in range(n)) for i in range(n))
    return b, c
