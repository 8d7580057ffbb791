"""Compute mass moments of a body about its frame's origin, and move matter between neighbouring bodies.

Ten numbers determine the dynamics of a body: mass m, first moments h = ∫ r dm and second moments K = ∫ r rᵀ dm (the
inertia tensor is tr(K)·1 - K). Matter on the axis of a revolute joint moves in the same way with the bodies on both
sides of the joint. So a mass, a first moment along the axis and a second moment along the axis can be moved from one
body to the other without changing any torque: the *inertial gauge*. A suitable choice makes most numbers zero (base
parameters; Khalil and Kleinfinger 1987, Mayeda et al. 1990).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..algebra.vectors import Matrix, Scalar, Vector, about_x, about_z, dot, plus, product, scaled, times, turned
from .chain import Body, Chain, ChainJoint

PLACES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
"""Order of the six second moments: xx, yy, zz, xy, xz, yz."""


@dataclass(frozen=True)
class Moments:
    """Mass (kg), first moments (3,) (kg·m) and second moments xx yy zz xy xz yz (kg·m²) about the frame's origin."""

    mass: Scalar = 0
    first: Vector = (0, 0, 0)
    second: tuple[Scalar, ...] = (0, 0, 0, 0, 0, 0)

    def plus(self, other: Moments) -> Moments:
        """Return the moments of both bodies together."""
        return Moments(
            self.mass + other.mass,
            tuple(a + b for a, b in zip(self.first, other.first, strict=True)),
            tuple(a + b for a, b in zip(self.second, other.second, strict=True)),
        )

    def minus(self, other: Moments) -> Moments:
        """Return the moments of the body without the matter `other`."""
        return self.plus(Moments(-other.mass, tuple(-x for x in other.first), tuple(-x for x in other.second)))

    def seen_from(self, rotation: Matrix, origin: Vector) -> Moments:
        """Return the moments in a frame in which the present frame has the given rotation (rows) and origin."""
        xx, yy, zz, xy, xz, yz = self.second
        rows = product(rotation, ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))
        h = turned(rotation, self.first)
        moved = scaled(self.mass, origin)
        second = []
        for i, j in PLACES:
            own = dot(rows[i], rotation[j])
            second.append(own + times(h[i], origin[j]) + times(origin[i], h[j]) + times(moved[i], origin[j]))
        first = plus(h, moved)
        return Moments(self.mass, first, tuple(second))


def moments(body: Body) -> Moments:
    """Return the moments of a body about its frame's origin."""
    xx, yy, zz, xy, xz, yz = body.inertia
    m, c = body.mass, body.center
    half = (xx + yy + zz) * Fraction(1, 2)
    diagonal = (half - xx, half - yy, half - zz)
    second = [diagonal[0], diagonal[1], diagonal[2], -xy, -xz, -yz]
    second = [k + m * c[i] * c[j] for k, (i, j) in zip(second, PLACES, strict=True)]
    return Moments(m, (m * c[0], m * c[1], m * c[2]), tuple(second))


def matter(chain: Chain) -> tuple[Moments, ...]:
    """Return the moments of a chain's bodies and their loads about the frames' origins."""
    found = list(map(moments, chain.bodies))
    for link, body in chain.loads:
        found[link] = found[link].plus(moments(body))
    return tuple(found)


def step(joint: ChainJoint) -> tuple[Matrix, Vector]:
    """Return rotation (rows) and origin of the joint's frame at position zero; d is omitted for a prismatic joint."""
    ca, sa, branch = joint.cos_alpha, joint.sin_alpha, joint.branch
    d = joint.d if joint.revolute else 0
    rotation, origin = about_x(ca, sa), (joint.a, -sa * d, ca * d)
    if branch is None:
        return rotation, origin
    gamma = about_z(branch.cos_gamma, branch.sin_gamma)
    return product(gamma, rotation), plus(turned(gamma, origin), (0, 0, branch.b))


def with_moved_matter(chain: Chain, bodies: tuple[Moments, ...], joint: int, matter: Moments) -> tuple[Moments, ...]:
    """Move matter on the axis of a revolute joint from body `joint` to its parent; return all bodies.

    `matter` has only mass, first moment z and second moment zz, in the joint's frame. Matter of a body whose parent is
    the base is dropped.
    """
    result = list(bodies)
    result[joint] = bodies[joint].minus(matter)
    parent = chain.parents[joint]
    if parent >= 0:
        result[parent] = bodies[parent].plus(matter.seen_from(*step(chain.joints[joint])))
    return tuple(result)
