"""Vectors and moments of everything beyond a joint, for analytic recursions of derivatives; with operators only.

For a point at r with velocity u, the Coriolis matrix B of a system of bodies gives the motion (ω, v) the force
dm ω × u. So B is given by the momentum P = Σ u dm and by N = Σ ((r·u) 1 - u rᵀ) dm: its force is ω × P and its moment
N ω. A uniform velocity may be added to all u, because it does not change the equations of motion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from casadi_forms import Scalar, Tensor, Vector, cross, plus

Planar = tuple[Scalar, Scalar]
"""Cosine and sine of an angle."""

Z, X = (0, 1, 2), (1, 2, 0)
"""Places of the coordinates that a rotation about z or x changes, and of the axis."""


def turned(axis: Sequence[int], by: Planar, v: Vector) -> list[Scalar]:
    """Rotate a vector about z or x."""
    i, j, k = axis
    c, s = by
    found: list[Scalar] = [0.0] * 3
    found[i], found[j], found[k] = c * v[i] - s * v[j], s * v[i] + c * v[j], v[k]
    return found


def dot(a: Vector, b: Vector) -> Scalar:
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def scaled(factor: Scalar, v: Vector) -> list[Scalar]:
    """Return a vector times a number."""
    return [factor * x for x in v]


def symmetric_turned(axis: Sequence[int], by: Planar, m: Tensor) -> list[list[Scalar]]:
    """Rotate a symmetric tensor about z or x, with one difference and one product for three of its elements."""
    i, j, k = axis
    c, s = by
    found: list[list[Scalar]] = [[0.0] * 3 for _ in range(3)]
    if isinstance(s, float) and c * s == 0.0:
        found[i][i], found[j][j], found[i][j] = (m[j][j], m[i][i], -m[i][j]) if s else (m[i][i], m[j][j], m[i][j])
    else:
        w = s * (m[i][i] - m[j][j]) + (c + c) * m[i][j]
        found[i][i], found[j][j], found[i][j] = m[i][i] - s * w, m[j][j] + s * w, c * w - m[i][j]
    found[i][k], found[j][k] = c * m[i][k] - s * m[j][k], s * m[i][k] + c * m[j][k]
    found[k][k] = m[k][k]
    found[j][i], found[k][i], found[k][j] = found[i][j], found[i][k], found[j][k]
    return found


def general_turned(axis: Sequence[int], by: Planar, m: Tensor) -> list[list[Scalar]]:
    """Rotate a tensor without symmetry about z or x, in the same way."""
    i, j, k = axis
    c, s = by
    found: list[list[Scalar]] = [[0.0] * 3 for _ in range(3)]
    if isinstance(s, float) and c * s == 0.0:
        block = (m[j][j], -m[j][i], -m[i][j], m[i][i]) if s else (m[i][i], m[i][j], m[j][i], m[j][j])
    else:
        w = s * (m[i][i] - m[j][j]) + c * (m[i][j] + m[j][i])
        block = (m[i][i] - s * w, c * w - m[j][i], c * w - m[i][j], m[j][j] + s * w)
    found[i][i], found[i][j], found[j][i], found[j][j] = block
    found[i][k], found[j][k] = c * m[i][k] - s * m[j][k], s * m[i][k] + c * m[j][k]
    found[k][i], found[k][j] = c * m[k][i] - s * m[k][j], s * m[k][i] + c * m[k][j]
    found[k][k] = m[k][k]
    return found


def with_diagonal(element: Callable[[int, int], Scalar], diagonal: Vector) -> list[list[Scalar]]:
    """Return a tensor with d_j + d_k added to element (i, i) of a symmetric or general tensor, given by elements."""
    return [
        [element(i, j) + (diagonal[i - 1] + diagonal[i - 2] if i == j else 0.0) for j in range(3)] for i in range(3)
    ]


@dataclass(frozen=True)
class Row:
    """Vectors of an outer joint i with axis z and its composite: they give the torque of joint i for a motion.

    Attributes:
        linear: Σ z × r dm, for an acceleration.
        angular: Σ r × (z × r) dm, for an angular acceleration.
        rate: `factor` times Σ u × (z × r) dm, for an angular velocity.
    """

    linear: Vector
    angular: Vector
    rate: Vector


@dataclass(frozen=True)
class Load:
    """Change of force and moment beyond an outer joint, for its change of position or velocity."""

    force: Vector
    moment: Vector

    def plus(self, other: Load) -> Load:
        """Return the sum."""
        return Load(plus(self.force, other.force), plus(self.moment, other.moment))


@dataclass
class Beyond:
    """Everything beyond a joint, about one origin and in one set of axes.

    Attributes:
        factor: 2 for derivatives of the torque, 1 for the Coriolis matrix; velocities in P, N and `rate` have it.
        mass, first, inertia: of the composite body.
        momentum, rates: P and N of the module, times `factor`.
        force, moment: force and moment that accelerate the composite.
        rows, by_position, by_velocity: vectors of each outer joint.
    """

    factor: int
    mass: Scalar = 0.0
    first: Vector = (0.0,) * 3
    inertia: Tensor = ((0.0,) * 3,) * 3
    momentum: Vector = (0.0,) * 3
    rates: Tensor = ((0.0,) * 3,) * 3
    force: Vector = (0.0,) * 3
    moment: Vector = (0.0,) * 3
    rows: dict[int, Row] = field(default_factory=dict)
    by_position: dict[int, Load] = field(default_factory=dict)
    by_velocity: dict[int, Load] = field(default_factory=dict)

    def add(self, own: Beyond) -> None:
        """Add a body."""
        self.mass = self.mass + own.mass
        self.first, self.momentum = plus(self.first, own.first), plus(self.momentum, own.momentum)
        self.force, self.moment = plus(self.force, own.force), plus(self.moment, own.moment)
        self.inertia = [plus(one, other) for one, other in zip(self.inertia, own.inertia, strict=True)]
        self.rates = [plus(one, other) for one, other in zip(self.rates, own.rates, strict=True)]

    def turn(self, axis: Sequence[int], by: Planar) -> None:
        """Rotate everything about z or x."""

        def seen(v: Vector) -> list[Scalar]:
            return turned(axis, by, v)

        self.first, self.momentum, self.force, self.moment = map(
            seen, (self.first, self.momentum, self.force, self.moment)
        )
        self.inertia, self.rates = symmetric_turned(axis, by, self.inertia), general_turned(axis, by, self.rates)
        self.rows = {k: Row(seen(row.linear), seen(row.angular), seen(row.rate)) for k, row in self.rows.items()}
        for loads in (self.by_position, self.by_velocity):
            loads.update({k: Load(seen(load.force), seen(load.moment)) for k, load in loads.items()})

    def shift(self, r: Vector) -> None:
        """Refer everything to another origin, from which the present one has position r."""
        moved, first = scaled(self.mass, r), self.first
        doubled = plus(plus(first, first), moved)
        inertia, rates, momentum = self.inertia, self.rates, self.momentum

        def second(i: int, j: int) -> Scalar:
            i, j = min(i, j), max(i, j)
            return inertia[i][j] - (r[i] * first[j] + first[i] * r[j] + moved[i] * r[j]) if i != j else inertia[i][i]

        self.inertia = with_diagonal(second, [x * y for x, y in zip(r, doubled, strict=True)])
        self.rates = with_diagonal(
            lambda i, j: rates[i][j] - momentum[i] * r[j] if i != j else rates[i][i],
            [x * y for x, y in zip(momentum, r, strict=True)],
        )
        self.first, self.moment = plus(first, moved), plus(self.moment, cross(r, self.force))
        for k, row in self.rows.items():
            self.rows[k] = Row(row.linear, plus(row.angular, cross(r, row.linear)), row.rate)
        for loads in (self.by_position, self.by_velocity):
            loads.update({k: Load(own.force, plus(own.moment, cross(r, own.force))) for k, own in loads.items()})

    def add_velocity(self, velocity: Vector) -> None:
        """Add a uniform velocity to all points."""
        v, first, rates = scaled_rate(self.factor, velocity), self.first, self.rates
        self.rates = with_diagonal(
            lambda i, j: rates[i][j] - v[i] * first[j] if i != j else rates[i][i],
            [x * y for x, y in zip(v, first, strict=True)],
        )
        self.momentum = plus(self.momentum, scaled(self.mass, v))
        for k, row in self.rows.items():
            self.rows[k] = Row(row.linear, row.angular, plus(row.rate, cross(v, row.linear)))


def scaled_rate(factor: int, v: Vector) -> list[Scalar]:
    """Return a vector once or twice."""
    return plus(v, v) if factor == 2 else list(v)
