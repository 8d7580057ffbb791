"""Mass distribution of a body about its frame's origin, and the part that may move to the neighbouring body.

A body acts through ten numbers: mass m, first moments h = ∫ r dm and second moments K = ∫ r rᵀ dm (the
pseudo-inertia; the inertia tensor is tr(K)·1 - K). Matter on the axis of a revolute joint is carried
alike by the bodies on both sides of it, so a mass, a first moment along the axis and a second moment
along the axis may move across the joint without changing any torque: the *inertial gauge*. Choosing
it well leaves the fewest numbers (base parameters; Khalil and Kleinfinger 1987, Mayeda et al. 1990).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..algebra.vectors import Matrix, Scalar, Vector, dot, plus, product, scaled, times, turned
from .chain import Body, Chain, ChainJoint

PLACES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
"""Order of the six second moments: xx, yy, zz, xy, xz, yz."""


@dataclass(frozen=True)
class Moments:
    """Mass kg, first moments (3,) kg·m, second moments xx yy zz xy xz yz kg·m², about the frame's origin."""

    mass: Scalar = 0
    first: Vector = (0, 0, 0)
    second: tuple[Scalar, ...] = (0, 0, 0, 0, 0, 0)

    def plus(self, other: Moments) -> Moments:
        """Return both bodies as one."""
        return Moments(
            self.mass + other.mass,
            tuple(a + b for a, b in zip(self.first, other.first, strict=True)),
            tuple(a + b for a, b in zip(self.second, other.second, strict=True)),
        )

    def minus(self, other: Moments) -> Moments:
        """Return the body without `other`."""
        return self.plus(Moments(-other.mass, tuple(-x for x in other.first), tuple(-x for x in other.second)))

    def seen_from(self, rotation: Matrix, origin: Vector) -> Moments:
        """Return the same matter in a frame where this one has that rotation (rows) and origin."""
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
    """Moments of a body about its frame's origin."""
    xx, yy, zz, xy, xz, yz = body.inertia
    m, c = body.mass, body.center
    half = (xx + yy + zz) * Fraction(1, 2)
    diagonal = (half - xx, half - yy, half - zz)
    second = [diagonal[0], diagonal[1], diagonal[2], -xy, -xz, -yz]
    second = [k + m * c[i] * c[j] for k, (i, j) in zip(second, PLACES, strict=True)]
    return Moments(m, (m * c[0], m * c[1], m * c[2]), tuple(second))


def step(joint: ChainJoint) -> tuple[Matrix, Vector]:
    """Rotation (rows) and origin of the joint's frame at angle and distance 0, d included for a revolute joint."""
    ca, sa = joint.cos_alpha, joint.sin_alpha
    d = joint.d if joint.revolute else 0
    return ((1, 0, 0), (0, ca, -sa), (0, sa, ca)), (joint.a, -sa * d, ca * d)


def with_moved_matter(chain: Chain, bodies: tuple[Moments, ...], joint: int, matter: Moments) -> tuple[Moments, ...]:
    """Return the bodies with matter on the axis of a revolute joint moved from body `joint` to the one before it.

    `matter` has only mass, first moment z and second moment zz, in the joint's frame. The base takes
    what joint 0 gives.
    """
    result = list(bodies)
    result[joint] = bodies[joint].minus(matter)
    if joint:
        result[joint - 1] = bodies[joint - 1].plus(matter.seen_from(*step(chain.joints[joint])))
    return tuple(result)
