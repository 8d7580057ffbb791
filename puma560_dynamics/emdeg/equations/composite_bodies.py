"""Derive the kinetic energy matrix by the composite rigid body algorithm, customised for few calculations.

If only joint k moves, links k to n move as one rigid body, the composite (Walker and Orin 1982, third method). The
momentum of the composite for unit speed of joint k, transformed inwards to joint j, has the element a_jk as its z
component. The differences from the textbook, each of which saves calculations, are:

* Bodies are described by first moments h and second moments K about the frame origins, in any inertial gauge. In the
  usual gauge, composites have no mass, and a shift by r only adds h rᵀ + r hᵀ.
* Column k and the diagonal need no products: the momentum and angular momentum for rotation about z are moments of the
  composite, p = (-h_y, h_x, 0) and L = (-K_xz, -K_yz, K_xx + K_yy), in any axes in which the moments are known.
* Rotation of second moments about z by an angle with cosine c and sine s needs w = s (K_xx - K_yy) + 2 c K_xy, and
  gives K_xx - s w, K_yy + s w and c w - K_xy; the trace K_xx + K_yy does not change.
* Along parallel axes, composites are expressed in the unturned axes of the group, after one rotation by the angle sum.
* Nothing is rotated about the first joint, because its row needs only z components.
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
from ..program.program import element_label
from ..program.system import Polynomial, System
from ..program.variables import prepared
from .link_motion import flipped

Let = Callable[[Any], Any]


@dataclass(frozen=True)
class Composite:
    """A rigid body, described by its moments about a frame's origin.

    Attributes:
        mass: mass, kg; always a number.
        first: (3,) first moments h, kg·m.
        second: (3, 3) rows of the symmetric second moments K, kg·m².
        polar: moment of inertia about z, K_xx + K_yy, kg·m².
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
        """Return both bodies combined into one."""
        second = symmetric(lambda i, j: let(self.second[i][j] + other.second[i][j]))
        first = _let(let, plus(self.first, other.first))
        return Composite(self.mass + other.mass, first, second, let(self.polar + other.polar))

    def turned_about_z(self, c: Scalar, s: Scalar, let: Let) -> Composite:
        """Return the body rotated about z by the angle with cosine c and sine s."""
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = self.second
        w = let(times(s, let(xx - yy)) + times(c, 2 * xy))
        sw = let(times(s, w))
        x, y = let(times(c, xz) - times(s, yz)), let(times(s, xz) + times(c, yz))
        xy = let(times(c, w) - xy)
        second = ((let(xx - sw), xy, x), (xy, let(yy + sw), y), (x, y, zz))
        return Composite(self.mass, _let(let, turned(about_z(c, s), self.first)), second, self.polar)

    def turned(self, rotation: Matrix, let: Let) -> Composite:
        """Return the body rotated by a constant rotation matrix."""
        rows = [turned(rotation, row) for row in self.second]  # K Rᵀ
        columns = transposed((rows[0], rows[1], rows[2]))
        both = transposed(tuple(turned(rotation, column) for column in columns))  # type: ignore[arg-type]
        second = symmetric(lambda i, j: let(both[j][i]))
        polar = let(second[0][0] + second[1][1])
        return Composite(self.mass, _let(let, turned(rotation, self.first)), second, polar)

    def in_group(self, rotation: Matrix, flip: int, let: Let) -> Composite:
        """Return the body in the axes of its group, given the rotation about z and the flip of its `Turn`."""
        body = self if rotation == IDENTITY else self.turned_about_z(rotation[0][0], rotation[1][0], let)
        if flip == 1:
            return body
        signs = (1, -1, -1)
        second = symmetric(lambda i, j: signs[i] * signs[j] * body.second[i][j])
        return Composite(body.mass, flipped(body.first, flip), second, body.polar)

    def shifted(self, r: Vector, let: Let) -> Composite:
        """Return the moments about a new origin; r is the position of the present origin relative to the new one."""
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
    """Momentum p (`linear`) and angular momentum L (`angular`) about an origin, for unit speed of one joint."""

    linear: Vector
    angular: Vector

    def turned(self, rotation: Matrix, let: Let) -> Column:
        """Return the momenta rotated by a rotation matrix."""
        return Column(_let(let, turned(rotation, self.linear)), _let(let, turned(rotation, self.angular)))

    def shifted(self, r: Vector, let: Let) -> Column:
        """Return the momenta about a new origin; r is the position of the present origin relative to the new one."""
        return Column(self.linear, _let(let, plus(self.angular, cross(r, self.linear)))) if any(r) else self


def symmetric(element: Callable[[int, int], Scalar]) -> Matrix:
    """Return the rows of a symmetric matrix; ``element(i, j)`` is called once per element of the upper triangle."""
    xx, xy, xz, yy, yz, zz = (element(i, j) for i in range(3) for j in range(i, 3))
    return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))


def _let(let: Let, v: Sequence[Scalar]) -> Vector:
    return (let(v[0]), let(v[1]), let(v[2]))


class CompositeBodies:
    """Derivation of the elements of A by composite rigid bodies; subexpressions of several columns are defined once.

    Args:
        chain: the chain.
        gauge: inertial gauge of each joint.
    """

    def __init__(self, chain: Chain, gauge: tuple[Gauge, ...]) -> None:
        self.chain, self._bodies, self.variables = prepared(chain, gauge)
        self.system: System = self.variables.system()

    def kinetic_energy(self) -> dict[str, Polynomial]:
        """Return the elements of the upper triangle of A, by label ``a_11 …``."""
        still = [0] * self.chain.n
        motion = self.variables.joint_motion(self.system, still, still)
        elements = composite_bodies(self.chain.without_gravity(), self._bodies, motion)
        return {element_label("a", *at): self.system.polynomial_of(value) for at, value in sorted(elements.items())}


def composite_bodies(chain: Chain, bodies: tuple[Moments, ...], motion: JointMotion) -> dict[tuple[int, int], Scalar]:
    """Return the upper triangle of A, armature included, by row and column.

    The offsets of the chain along parallel axes must have been combined by `gauge.slid`.

    Args:
        chain: the chain.
        bodies: bodies of the chain, in any gauge.
        motion: sines, cosines and positions of the joints.
    """
    elements: dict[tuple[int, int], Scalar] = {}
    beyond: dict[int, tuple[Composite, dict[int, Column]]] = {}  # by link, everything that it carries
    for group in reversed(groups(chain, bodies)):
        body, columns = beyond.pop(group[-1].joint, (Composite.of(Moments()), {}))
        body, columns = _inward(chain, bodies, motion, group, body, columns, elements)
        above = chain.parents[group[0].joint]
        if above in beyond:
            other, known = beyond[above]
            body, columns = other.plus(body, motion.let), known | columns
        beyond[above] = body, columns
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
    """Store the rows of a group in `elements`; return its composite and columns in the parent link's frame."""
    let, parents = motion.let, chain.parents
    for turn in reversed(group):
        i, joint = turn.joint, chain.joints[turn.joint]
        own, rotation = Composite.of(bodies[i]), _rotation(motion, turn, joint)
        if turn is group[-1]:  # body and columns are in the axes of this link
            body = body.plus(own, let)
            for k, column in columns.items():
                elements[i, k] = column.angular[2] if joint.revolute else column.linear[2]
            if parents[i] >= 0:
                body = body.in_group(rotation, turn.flip, let)
                columns = {k: _flipped_column(column.turned(rotation, let), turn.flip) for k, column in columns.items()}
        else:
            beyond = chain.joints[i + 1]
            r = flipped(turned(rotation, (beyond.a, 0, 0)), turn.flip)
            body = body.shifted(r, let).plus(own.in_group(rotation, turn.flip, let), let)
            columns = {k: column.shifted(r, let) for k, column in columns.items()}
            for k, column in columns.items():
                elements[i, k] = turn.flip * column.angular[2]
        elements[i, i] = let((body.polar if joint.revolute else body.mass) + joint.armature)
        if parents[i] >= 0:
            columns[i] = _column(body, turn.flip, joint.revolute)
    start = chain.joints[group[0].joint]
    if parents[group[0].joint] < 0:
        return Composite.of(Moments()), {}
    along = start.d if start.revolute else let(motion.position[group[0].joint] + start.d)
    twist = about_x(start.cos_alpha, start.sin_alpha)
    along_z, along_x = (0, 0, along), (start.a, 0, 0)
    body = body.shifted(along_z, let).turned(twist, let).shifted(along_x, let)
    columns = {
        k: column.shifted(along_z, let).turned(twist, let).shifted(along_x, let) for k, column in columns.items()
    }
    if start.branch is None:
        return body, columns
    c, s, offset = start.branch.cos_gamma, start.branch.sin_gamma, (0, 0, start.branch.b)
    body = (body if c == 1 else body.turned_about_z(c, s, let)).shifted(offset, let)
    return body, {k: column.turned(about_z(c, s), let).shifted(offset, let) for k, column in columns.items()}


def _column(body: Composite, flip: int, revolute: bool) -> Column:
    """Return the momenta for unit speed about (or along, if prismatic) the axis ``flip`` · z."""
    x, y, _ = body.first
    if not revolute:
        return Column((0, 0, body.mass), (y, -x, 0))
    linear, angular = (-y, x, 0), (-body.second[0][2], -body.second[1][2], body.polar)
    return Column(_times(flip, linear), _times(flip, angular))


def _rotation(motion: JointMotion, turn: Turn, joint: ChainJoint) -> Matrix:
    """Return the rotation from a link's axes to the unflipped group axes; the identity if A does not depend on it."""
    if not joint.revolute:
        return about_z(joint.cos_offset, joint.sin_offset)
    return IDENTITY if turn.total is None else about_z(*motion.trigonometry(turn.total))


def _flipped_column(column: Column, flip: int) -> Column:
    return Column(flipped(column.linear, flip), flipped(column.angular, flip))


def _times(sign: int, v: Vector) -> Vector:
    return v if sign == 1 else (-v[0], -v[1], -v[2])
