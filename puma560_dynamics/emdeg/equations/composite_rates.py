"""Compute the rates of a composite body's moments, customised for few calculations.

The points of a composite move relative to the origin of its frame. With the velocity w of a point r relative to the
origin, in the present axes of the frame, the *one-sided rates* of first and second moments are h' = Σ w dm and
W = Σ w rᵀ dm. W + Wᵀ is the rate of the second moments K = Σ r rᵀ dm, and W - Wᵀ contains the angular momentum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..algebra.vectors import IDENTITY, ZERO, Matrix, Scalar, Vector, cross, plus, scaled, times, transposed, turned
from .composite_bodies import Composite
from .link_motion import flipped, named

Let = Callable[[Any], Any]


@dataclass(frozen=True)
class CompositeRates:
    """One-sided rates of the moments of a composite about a frame's origin.

    Attributes:
        first: (3,) h', kg·m/s.
        second: (3, 3) rows of W, kg·m²/s; not symmetric.
    """

    first: Vector = ZERO
    second: Matrix = (ZERO, ZERO, ZERO)

    @classmethod
    def of(cls, body: Composite, omega: Vector, let: Let) -> CompositeRates:
        """Return the rates of a rigid body that rotates with the angular velocity `omega` (3,) about the origin."""
        columns = [cross(omega, column) for column in transposed(body.second)]
        rows = transposed((columns[0], columns[1], columns[2]))
        return cls(named(let, cross(omega, body.first)), _named(let, rows))

    @property
    def polar(self) -> Scalar:
        """W_xx + W_yy, half the rate of the moment of inertia about z, kg·m²/s."""
        return self.second[0][0] + self.second[1][1]

    def plus(self, other: CompositeRates, let: Let) -> CompositeRates:
        """Return the rates of both bodies together."""
        first, second, third = (plus(a, b) for a, b in zip(self.second, other.second, strict=True))
        return CompositeRates(named(let, plus(self.first, other.first)), _named(let, (first, second, third)))

    def turned(self, rotation: Matrix, let: Let) -> CompositeRates:
        """Return the rates in axes rotated by a rotation matrix, whose present motion is not part of the rates."""
        if rotation == IDENTITY:
            return self
        if tuple(rotation[2]) == (0, 0, 1):
            return self._turned_about_z(rotation, let)
        first, second, third = (named(let, turned(rotation, row)) for row in self.second)  # W Rᵀ
        one, two, three = (named(let, turned(rotation, column)) for column in transposed((first, second, third)))
        return CompositeRates(named(let, turned(rotation, self.first)), transposed((one, two, three)))

    def _turned_about_z(self, rotation: Matrix, let: Let) -> CompositeRates:
        """Return the rates in axes rotated about z; one product w of the block x, y replaces its double angles."""
        ((xx, xy, xz), (yx, yy, yz), (zx, zy, zz)), (c, s) = self.second, (rotation[0][0], rotation[1][0])
        w = let(times(s, let(xx - yy)) + times(c, let(xy + yx)))
        sw, cw = let(times(s, w)), let(times(c, w))
        x, y, _ = named(let, turned(rotation, (xz, yz, 0)))
        low = named(let, turned(rotation, (zx, zy, zz)))
        rows = (named(let, (xx - sw, cw - yx, x)), named(let, (cw - xy, yy + sw, y)), low)
        return CompositeRates(named(let, turned(rotation, self.first)), rows)

    def flipped(self, flip: int) -> CompositeRates:
        """Return the rates in axes rotated by 180° about x if `flip` is -1."""
        if flip == 1:
            return self
        x, y, z = (flipped(row, flip) for row in self.second)
        y, z = (-y[0], -y[1], -y[2]), (-z[0], -z[1], -z[2])
        return CompositeRates(flipped(self.first, flip), (x, y, z))

    def shifted(self, body: Composite, r: Vector, rate: Vector, let: Let) -> CompositeRates:
        """Return the rates about a new origin.

        Args:
            body: moments about the present origin.
            r: position (3,) of the present origin relative to the new one, m.
            rate: velocity (3,) of the present origin relative to the new one, m/s.
            let: function that assigns a name to an intermediate result.
        """
        if not any(r) and not any(rate):
            return self
        # Σ (w + r')(p + r)ᵀ = W + (h' + m r') rᵀ + r' hᵀ
        first = named(let, plus(self.first, scaled(body.mass, rate)))
        rows = [
            tuple(own + times(first[a], r[b]) + times(rate[a], body.first[b]) for b, own in enumerate(row))
            for a, row in enumerate(self.second)
        ]
        return CompositeRates(first, _named(let, (rows[0], rows[1], rows[2])))


def _named(let: Let, rows: Matrix) -> Matrix:
    return (named(let, rows[0]), named(let, rows[1]), named(let, rows[2]))
