"""Bodies, joints and moving links of the analytic recursions of derivatives, with operators only, without CasADi."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from casadi_forms import Scalar, Tensor, Vector, cross, plus, tensor, times
from derivative_parts import Beyond, Planar, X, Z, dot, scaled, scaled_rate, symmetric_turned, turned


class Mass(NamedTuple):
    """Mass, first moment and second moments ∫ r rᵀ dm of a link about its origin."""

    mass: Scalar
    first: Vector
    second: Tensor

    @classmethod
    def of(cls, body: Any) -> Mass:
        """Return the moments of a body of a chain as numbers."""
        xx, yy, zz, xy, xz, yz = (float(x) for x in body.second)
        return cls(float(body.mass), [float(x) for x in body.first], [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])

    def turned(self, by: Planar) -> Mass:
        """Return the moments rotated about z."""
        return Mass(self.mass, turned(Z, by, self.first), symmetric_turned(Z, by, self.second))

    def turned_over(self) -> Mass:
        """Return the moments in axes rotated by 180° about x."""
        by = (-1.0, 0.0)
        return Mass(self.mass, turned(X, by, self.first), symmetric_turned(X, by, self.second))

    def inertia(self) -> Tensor:
        """Return the inertia tensor."""
        k = self.second
        return tensor([k[0][0], k[1][1], k[2][2], k[0][1], k[0][2], k[1][2]])


class Motion(NamedTuple):
    """Motion of a link.

    Attributes:
        omega, alpha: angular velocity and acceleration.
        velocity, acceleration: of the origin.
        column: U z if it is computed separately, otherwise None; U = [α]× + [ω]×² maps points to their accelerations.
    """

    omega: Vector
    alpha: Vector
    velocity: Vector
    acceleration: Vector
    column: Vector | None = None

    def turned(self, axis: Sequence[int], by: Planar) -> Motion:
        """Return the motion rotated about z or x."""
        return Motion(*(v if v is None else turned(axis, by, v) for v in self))

    def at(self, r: Vector) -> Motion:
        """Return the motion of the point r of the link."""
        velocity = plus(self.velocity, cross(self.omega, r))
        return self._replace(velocity=velocity, acceleration=plus(self.acceleration, times(self.field(), r)))

    def after(self, rate: Scalar, second: Scalar) -> Motion:
        """Return the motion of the next link with the same origin, after a joint about z, which changes no U z."""
        (x, y, z), (u, v, w) = self.omega, self.alpha
        return self._replace(omega=[x, y, z + rate], alpha=[u + y * rate, v - x * rate, w + second])

    def field(self) -> Tensor:
        """Return the matrix U."""
        (x, y, z), (u, v, w), xy = self.omega, self.alpha, self.omega[0] * self.omega[1]
        xx, yy, zz, xz, yz = x * x, y * y, z * z, x * z, y * z
        if self.column is None:
            return [[-(yy + zz), xy - w, xz + v], [xy + w, -(xx + zz), yz - u], [xz - v, yz + u, -(xx + yy)]]
        low = [xz - (self.column[0] - xz), yz - (self.column[1] - yz), self.column[2]]
        return [[-(yy + zz), xy - w, self.column[0]], [xy + w, -(xx + zz), self.column[1]], low]

    def with_column(self) -> Motion:
        """Return the motion with its third column of U computed separately."""
        return self._replace(column=self.third())

    def without_column(self) -> Motion:
        """Return the motion with α as the column of U has it."""
        if self.column is None:
            return self
        (x, y, z), (one, other, _) = self.omega, self.column
        return self._replace(alpha=[y * z - other, one - x * z, self.alpha[2]], column=None)

    def third(self) -> Vector:
        """Return U z."""
        (x, y, z), (u, v, _) = self.omega, self.alpha
        return [x * z + v, y * z - u, -(x * x + y * y)] if self.column is None else self.column


class Joint(NamedTuple):
    """Cosine and sine of α, distances a and d, cosine and sine of the joint angle, and the link's body."""

    twist: Planar
    a: Scalar
    d: Scalar
    angle: Planar
    body: Mass


@dataclass(frozen=True)
class Inputs:
    """Rates and accelerations of the joints, armature, and the upward acceleration that stands for gravity."""

    rates: Sequence[Scalar]
    seconds: Sequence[Scalar]
    armature: Sequence[float]
    down: Sequence[float]


def body_part(own: Mass, motion: Motion, factor: int) -> Beyond:
    """Return one body as a composite."""
    omega, velocity = scaled_rate(factor, motion.omega), scaled_rate(factor, motion.velocity)
    k, h = own.second, own.first
    columns = [plus(cross(omega, [row[j] for row in k]), scaled(h[j], velocity)) for j in range(3)]
    trace = dot(velocity, h)  # [ω]× K has none
    rates = [[trace - columns[i][i] if i == j else -columns[j][i] for j in range(3)] for i in range(3)]
    u, (x, y, z) = motion.field(), motion.omega
    force = plus(scaled(own.mass, motion.acceleration), times(u, h))
    moment = plus(moment_of(k, u, [z * z - y * y, x * x - z * z, y * y - x * x]), cross(h, motion.acceleration))
    momentum = plus(scaled(own.mass, velocity), cross(omega, h))
    return Beyond(factor, own.mass, h, own.inertia(), momentum, rates, force, moment)


def moment_of(k: Tensor, u: Tensor, squares: Vector) -> list[Scalar]:
    """Return ∫ r × U r dm from K = ∫ r rᵀ dm, U, and ω_z² - ω_y², ω_x² - ω_z², ω_y² - ω_x²."""
    found = []
    for x, y, z in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        turning = k[x][y] * u[z][x] - k[x][z] * u[y][x] + k[y][y] * u[z][y] - k[z][z] * u[y][z]
        found.append(turning + k[y][z] * squares[x])
    return found
