"""The kinetic energy matrix by composite rigid bodies, customised as the recursive Newton-Euler equations are.

What moves when joint k alone moves is the one rigid body of links k to n (Walker and Orin 1982, third method). Its
momentum for unit speed, carried inwards, has row j of column k in its z component at joint j. What is done
differently from the textbook, each because it costs less:

* bodies are first and second moments about frames' origins in any inertial gauge. With the usual one composites have no
  mass, and a shift by r only adds h rᵀ + r hᵀ;
* column k and the diagonal need no further products: the momentum about z is made of moments of the composite,
  p = (-h_y, h_x, 0) and L = (-K_xz, -K_yz, K_xx + K_yy), in whatever axes these are known;
* the second moments turn about z by two products and their sum, w = s (K_xx - K_yy) + 2 c K_xy, as K_xx - s w,
  K_yy + s w and c w - K_xy; their trace is carried along;
* along parallel axes each composite is seen in the axes of the group's first frame, turned once by the sum of angles;
* nothing is turned about the first joint: its row needs z components alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..algebra.vectors import IDENTITY, Matrix, Scalar, Vector, about_x, about_z, cross, plus, times, transposed, turned
from ..chain.angles import JointMotion
from ..chain.chain import Chain, ChainJoint
from ..chain.gauge import Gauge
from ..chain.groups import Turn, groups
from ..chain.inertia import Moments
from ..program.system import Polynomial, System
from ..program.variables import prepared

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
        """Return the composite of one body."""
        xx, yy, zz, xy, xz, yz = body.second
        return cls(body.mass, body.first, ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)), xx + yy)

    def plus(self, other: Composite, let: Let) -> Composite:
        """Return both as one."""
        second = symmetric(lambda i, j: let(self.second[i][j] + other.second[i][j]))
        first = _let(let, plus(self.first, other.first))
        return Composite(self.mass + other.mass, first, second, let(self.polar + other.polar))

    def turned_about_z(self, c: Scalar, s: Scalar, let: Let) -> Composite:
        """Return the same in axes in which its own have turned by this angle about z."""
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = self.second
        w = let(times(s, let(xx - yy)) + times(c, 2 * xy))
        sw = let(times(s, w))
        x, y = let(times(c, xz) - times(s, yz)), let(times(s, xz) + times(c, yz))
        xy = let(times(c, w) - xy)
        second = ((let(xx - sw), xy, x), (xy, let(yy + sw), y), (x, y, zz))
        return Composite(self.mass, _let(let, turned(about_z(c, s), self.first)), second, self.polar)

    def turned(self, rotation: Matrix, let: Let) -> Composite:
        """Return the body in other axes; `rotation`, of numbers, is that of its own axes in these."""
        rows = [turned(rotation, row) for row in self.second]  # K Rᵀ
        columns = transposed((rows[0], rows[1], rows[2]))
        both = transposed(tuple(turned(rotation, column) for column in columns))  # type: ignore[arg-type]
        second = symmetric(lambda i, j: let(both[j][i]))
        polar = let(second[0][0] + second[1][1])
        return Composite(self.mass, _let(let, turned(rotation, self.first)), second, polar)

    def shifted(self, r: Vector, let: Let) -> Composite:
        """Return the same about an origin from which its own is seen at r."""
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
        """Return the same in axes in which its own have that rotation."""
        return Column(_let(let, turned(rotation, self.linear)), _let(let, turned(rotation, self.angular)))

    def shifted(self, r: Vector, let: Let) -> Column:
        """Return the same about an origin from which its own is seen at r."""
        return Column(self.linear, _let(let, plus(self.angular, cross(r, self.linear)))) if any(r) else self


def symmetric(element: Callable[[int, int], Scalar]) -> Matrix:
    """Rows of a symmetric matrix, each element formed once."""
    xx, xy, xz, yy, yz, zz = (element(i, j) for i in range(3) for j in range(i, 3))
    return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))


def _let(let: Let, v: Sequence[Scalar]) -> Vector:
    return (let(v[0]), let(v[1]), let(v[2]))


class CompositeBodies:
    """The elements of A of one chain, traced; what columns share is defined once.

    Args:
        chain: what to derive.
        gauge: of its matter.
    """

    def __init__(self, chain: Chain, gauge: tuple[Gauge, ...]) -> None:
        self.chain, self._bodies, self.variables = prepared(chain, gauge)
        self.system: System = self.variables.system()

    def kinetic_energy(self) -> dict[str, Polynomial]:
        """``a_11 …``, the upper half."""
        still = [0] * self.chain.n
        motion = self.variables.joint_motion(self.system, still, still)
        elements = composite_bodies(self.chain.without_gravity(), self._bodies, motion)
        return {f"a_{j + 1}{k + 1}": self.system.polynomial_of(value) for (j, k), value in sorted(elements.items())}


def composite_bodies(chain: Chain, bodies: tuple[Moments, ...], motion: JointMotion) -> dict[tuple[int, int], Scalar]:
    """Return the upper half of A, armature included.

    The chain's offsets along parallel axes must have been put together by `slide.slid`.

    Args:
        chain: the arm.
        bodies: in any gauge.
        motion: gives sines, cosines and positions.
    """
    elements: dict[tuple[int, int], Scalar] = {}
    body, columns = Composite.of(Moments()), dict[int, Column]()
    for group in reversed(groups(chain, bodies)):
        body, columns = _inward(chain, bodies, motion, group, body, columns, elements)
    return elements


def _inward(
    chain: Chain,
    bodies: tuple[Moments, ...],
    motion: JointMotion,
    group: Sequence[Turn],
    body: Composite,
    columns: dict[int, Column],
    elements: dict[tuple[int, int], Scalar],
) -> tuple[Composite, dict[int, Column]]:
    """Rows of a group; what it carries and the columns, seen from the link before it."""
    let = motion.let
    for turn in reversed(group):
        i, joint = turn.joint, chain.joints[turn.joint]
        own, rotation = Composite.of(bodies[i]), _rotation(motion, turn, joint)
        if turn is group[-1]:  # in the link's own axes so far
            body = body.plus(own, let)
            for k, column in columns.items():
                elements[i, k] = column.angular[2] if joint.revolute else column.linear[2]
            if i:
                body = _flipped_body(_turned(body, rotation, let), turn.flip)
                columns = {k: _flipped_column(column.turned(rotation, let), turn.flip) for k, column in columns.items()}
        else:
            beyond = chain.joints[i + 1]
            r = _flipped(turned(rotation, (beyond.a, 0, 0)), turn.flip)
            body = body.shifted(r, let).plus(_flipped_body(_turned(own, rotation, let), turn.flip), let)
            columns = {k: column.shifted(r, let) for k, column in columns.items()}
            for k, column in columns.items():
                elements[i, k] = turn.flip * column.angular[2]
        elements[i, i] = let((body.polar if joint.revolute else body.mass) + joint.armature)
        if i:
            columns[i] = _column(body, turn.flip, joint.revolute)
    start = chain.joints[group[0].joint]
    if not group[0].joint:
        return body, columns
    along = start.d if start.revolute else let(motion.position[group[0].joint] + start.d)
    twist = about_x(start.cos_alpha, start.sin_alpha)
    along_z, along_x = (0, 0, along), (start.a, 0, 0)
    body = body.shifted(along_z, let).turned(twist, let).shifted(along_x, let)
    return body, {
        k: column.shifted(along_z, let).turned(twist, let).shifted(along_x, let) for k, column in columns.items()
    }


def _column(body: Composite, flip: int, revolute: bool) -> Column:
    """Momentum for unit speed about or along the axis ``flip`` z."""
    x, y, _ = body.first
    if not revolute:
        return Column((0, 0, body.mass), (y, -x, 0))
    linear, angular = (-y, x, 0), (-body.second[0][2], -body.second[1][2], body.polar)
    return Column(_times(flip, linear), _times(flip, angular))


def _rotation(motion: JointMotion, turn: Turn, joint: ChainJoint) -> Matrix:
    """Return the rotation from a link's axes to those of its group before any flip; none if the angle cannot matter."""
    if not joint.revolute:
        return about_z(joint.cos_offset, joint.sin_offset)
    return IDENTITY if turn.total is None else about_z(*motion.trigonometry(turn.total))


def _turned(body: Composite, rotation: Matrix, let: Let) -> Composite:
    return body if rotation == IDENTITY else body.turned_about_z(rotation[0][0], rotation[1][0], let)


def _flipped(v: Vector, flip: int) -> Vector:
    """Half a turn about x, or none."""
    return v if flip == 1 else (v[0], -v[1], -v[2])


def _flipped_column(column: Column, flip: int) -> Column:
    return Column(_flipped(column.linear, flip), _flipped(column.angular, flip))


def _flipped_body(body: Composite, flip: int) -> Composite:
    if flip == 1:
        return body
    signs = (1, -1, -1)
    second = symmetric(lambda i, j: signs[i] * signs[j] * body.second[i][j])
    return Composite(body.mass, _flipped(body.first, flip), second, body.polar)


def _times(sign: int, v: Vector) -> Vector:
    return v if sign == 1 else (-v[0], -v[1], -v[2])
