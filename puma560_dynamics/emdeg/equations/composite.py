"""A rigid body about a frame's origin and its momentum, as they are seen from other frames, over any algebra."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..algebra.vectors import Matrix, Scalar, Vector, about_z, cross, plus, times, transposed, turned
from ..chain.inertia import Moments

Let = Callable[[Any], Any]


@dataclass(frozen=True)
class Composite:
    """A rigid body about a frame's origin: mass, first moments, second moments, and K_xx + K_yy.

    Attributes:
        mass: kg; of gauged bodies, a number.
        first: (3,) kg·m.
        second: K, rows (3, 3), kg·m², symmetric.
        polar: K_xx + K_yy, the moment of inertia about z.
    """

    mass: Scalar
    first: Vector
    second: Matrix
    polar: Scalar

    @classmethod
    def of(cls, body: Moments) -> Composite:
        """One body."""
        xx, yy, zz, xy, xz, yz = body.second
        return cls(body.mass, body.first, ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)), xx + yy)

    def plus(self, other: Composite, let: Let) -> Composite:
        """Both as one."""
        second = symmetric(lambda i, j: let(self.second[i][j] + other.second[i][j]))
        first = _let(let, plus(self.first, other.first))
        return Composite(self.mass + other.mass, first, second, let(self.polar + other.polar))

    def turned_about_z(self, c: Scalar, s: Scalar, let: Let) -> Composite:
        """In axes in which its own have turned by this angle."""
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = self.second
        w = let(times(s, let(xx - yy)) + times(c, 2 * xy))
        sw = let(times(s, w))
        x, y = let(times(c, xz) - times(s, yz)), let(times(s, xz) + times(c, yz))
        xy = let(times(c, w) - xy)
        second = ((let(xx - sw), xy, x), (xy, let(yy + sw), y), (x, y, zz))
        return Composite(self.mass, _let(let, turned(about_z(c, s), self.first)), second, self.polar)

    def turned(self, rotation: Matrix, let: Let) -> Composite:
        """In axes in which its own have that rotation, whose entries are numbers."""
        rows = [turned(rotation, row) for row in self.second]  # K Rᵀ
        columns = transposed((rows[0], rows[1], rows[2]))
        both = transposed(tuple(turned(rotation, column) for column in columns))  # type: ignore[arg-type]
        second = symmetric(lambda i, j: let(both[j][i]))
        polar = let(second[0][0] + second[1][1])
        return Composite(self.mass, _let(let, turned(rotation, self.first)), second, polar)

    def shifted(self, r: Vector, let: Let) -> Composite:
        """About an origin from which its own is seen at r."""
        if not any(r):
            return self
        h = self.first
        moved = _let(let, plus(h, tuple(times(self.mass, x) for x in r)))
        # h rᵀ + r hᵀ + m r rᵀ = moved rᵀ + r hᵀ

        def added(i: int, j: int) -> Scalar:
            return times(moved[i], r[j]) + times(r[i], h[j])

        second = symmetric(lambda i, j: let(self.second[i][j] + added(i, j)))
        polar = let(self.polar + added(0, 0) + added(1, 1))
        return Composite(self.mass, moved, second, polar)


@dataclass(frozen=True)
class Column:
    """Momentum p and angular momentum L about an origin, for unit speed of one joint."""

    linear: Vector
    angular: Vector

    def turned(self, rotation: Matrix, let: Let) -> Column:
        """In axes in which its own have that rotation."""
        return Column(_let(let, turned(rotation, self.linear)), _let(let, turned(rotation, self.angular)))

    def shifted(self, r: Vector, let: Let) -> Column:
        """About an origin from which its own is seen at r."""
        return Column(self.linear, _let(let, plus(self.angular, cross(r, self.linear)))) if any(r) else self


def symmetric(element: Callable[[int, int], Scalar]) -> Matrix:
    """Rows of a symmetric matrix, each element formed once."""
    xx, xy, xz, yy, yz, zz = (element(i, j) for i in range(3) for j in range(i, 3))
    return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))


def _let(let: Let, v: Sequence[Scalar]) -> Vector:
    return (let(v[0]), let(v[1]), let(v[2]))
