"""Represent everything beyond a joint, for derivatives of the torque: composite, rates, and loads of its joints.

`torque_derivatives` transforms these vectors and moments inwards, from joint to joint, and adds those of several joints
on one link.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..algebra.vectors import IDENTITY, Matrix, Vector, cross, plus, turned
from ..chain.inertia import Moments
from .composite_bodies import Composite, Let
from .composite_rates import CompositeRates
from .link_motion import flipped, named


@dataclass(frozen=True)
class Row:
    """Vectors of an outer joint about an origin: p (kg·m), L (kg·m²) and D (kg·m²/s); see `torque_derivatives`."""

    linear: Vector
    angular: Vector
    rate: Vector

    def turned(self, rotation: Matrix, let: Let) -> Row:
        """Return the vectors rotated by a rotation matrix."""
        return Row(*(named(let, turned(rotation, v)) for v in (self.linear, self.angular, self.rate)))

    def flipped(self, flip: int) -> Row:
        """Return the vectors rotated by 180° about x if `flip` is -1."""
        return Row(*(flipped(v, flip) for v in (self.linear, self.angular, self.rate)))

    def shifted(self, r: Vector, rate: Vector, let: Let) -> Row:
        """Return the vectors about a new origin, from which the present one has position `r` and velocity `rate`."""
        angular, moving = cross(r, self.linear), cross(rate, self.linear)
        return Row(self.linear, named(let, plus(self.angular, angular)), named(let, plus(self.rate, moving)))


@dataclass(frozen=True)
class Load:
    """Change of force (N per unit) and moment (N·m per unit) about an origin, for unit change of one joint."""

    force: Vector
    moment: Vector

    def turned(self, rotation: Matrix, let: Let) -> Load:
        """Return the vectors rotated by a rotation matrix."""
        return Load(named(let, turned(rotation, self.force)), named(let, turned(rotation, self.moment)))

    def flipped(self, flip: int) -> Load:
        """Return the vectors rotated by 180° about x if `flip` is -1."""
        return Load(flipped(self.force, flip), flipped(self.moment, flip))

    def shifted(self, r: Vector, rate: Vector, let: Let) -> Load:
        """Return the load about a new origin, from which the present one has position `r`."""
        return Load(self.force, named(let, plus(self.moment, cross(r, self.force))))


@dataclass(frozen=True)
class Beyond:
    """Everything beyond a joint, about one origin: the composite, its rates, and the vectors of its joints.

    Attributes:
        body: moments of the composite.
        rates: rates of the moments.
        rows: `Row` of each outer joint.
        by_position, by_velocity: `Load` for a change of each outer joint's position or velocity.
    """

    body: Composite
    rates: CompositeRates
    rows: dict[int, Row]
    by_position: dict[int, Load]
    by_velocity: dict[int, Load]

    def with_body(self, own: Composite, omega: Vector, let: Let) -> Beyond:
        """Return the composite together with a body that rotates with the angular velocity `omega`."""
        rates = self.rates.plus(CompositeRates.of(own, omega, let), let)
        return Beyond(self.body.plus(own, let), rates, self.rows, self.by_position, self.by_velocity)

    def plus(self, other: Beyond, let: Let) -> Beyond:
        """Return both together: the composites of two joints on one link, about the same origin."""
        return Beyond(
            self.body.plus(other.body, let),
            self.rates.plus(other.rates, let),
            self.rows | other.rows,
            self.by_position | other.by_position,
            self.by_velocity | other.by_velocity,
        )

    def in_group(self, rotation: Matrix, flip: int, let: Let) -> Beyond:
        """Return everything in the axes of a group, given the rotation about z and the flip of a `Turn`."""

        def seen(vectors: Any) -> Any:
            return {
                k: (v if rotation == IDENTITY else v.turned(rotation, let)).flipped(flip) for k, v in vectors.items()
            }

        body, rates = self.body.in_group(rotation, flip, let), self.rates.turned(rotation, let).flipped(flip)
        return Beyond(body, rates, seen(self.rows), seen(self.by_position), seen(self.by_velocity))

    def turned(self, rotation: Matrix, let: Let) -> Beyond:
        """Return everything rotated by a constant rotation matrix."""

        def seen(vectors: Any) -> Any:
            return {k: v.turned(rotation, let) for k, v in vectors.items()}

        body, rates = self.body.turned(rotation, let), self.rates.turned(rotation, let)
        return Beyond(body, rates, seen(self.rows), seen(self.by_position), seen(self.by_velocity))

    def shifted(self, r: Vector, rate: Vector, let: Let) -> Beyond:
        """Return everything about a new origin, from which the present one has position `r` and velocity `rate`."""
        if not any(r) and not any(rate):
            return self

        def seen(vectors: Any) -> Any:
            return {k: v.shifted(r, rate, let) for k, v in vectors.items()}

        body, rates = self.body.shifted(r, let), self.rates.shifted(self.body, r, rate, let)
        return Beyond(body, rates, seen(self.rows), seen(self.by_position), seen(self.by_velocity))

    @classmethod
    def nothing(cls) -> Beyond:
        """Return what is beyond the last joint of an arm."""
        return cls(Composite.of(Moments()), CompositeRates(), {}, {}, {})
