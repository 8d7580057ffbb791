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

from collections.abc import Sequence

from ..algebra.vectors import IDENTITY, Matrix, Scalar, Vector, about_x, about_z, turned
from ..chain.angles import JointMotion
from ..chain.chain import Chain, ChainJoint
from ..chain.gauge import Gauge
from ..chain.groups import Turn, groups
from ..chain.inertia import Moments
from ..program.system import Polynomial, System, Traced
from .composite import Column, Composite, Let, symmetric
from .inverse_dynamics import prepared, unloaded


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
        elements = composite_bodies(unloaded(self.chain), self._bodies, motion)
        return {f"a_{j + 1}{k + 1}": self._polynomial(value) for (j, k), value in sorted(elements.items())}

    def _polynomial(self, value: Scalar) -> Polynomial:
        return value.polynomial if isinstance(value, Traced) else {(): self.system.numbers.of(value)} if value else {}


def composite_bodies(chain: Chain, bodies: tuple[Moments, ...], motion: JointMotion) -> dict[tuple[int, int], Scalar]:
    """The upper half of A, armature included.

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
    """From a link's axes to those of its group before any flip; none where the angle cannot matter."""
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
