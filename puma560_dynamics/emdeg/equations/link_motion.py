"""Motion of every link, from the base outwards, over any algebra: angular velocity, U, acceleration of the origin.

U = [ω̇]× + [ω]×[ω]× gives the acceleration of every point of a link. Its third column is not formed but turned from
the link before: points of the joint's axis belong to both links.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import Any

from ..algebra.vectors import IDENTITY, ZERO, Matrix, Scalar, Vector, about_x, about_z, dot, plus, transposed, turned
from ..chain.angles import Angle, JointMotion
from ..chain.chain import Chain, ChainJoint
from ..chain.groups import Turn, groups
from ..chain.inertia import Moments, step


@dataclass
class MovingLink:
    """Motion of a link's frame in the axes of its turn, and the load that moves the link.

    Attributes:
        omega: angular velocity, rad/s.
        alpha: angular acceleration, rad/s².
        linear: acceleration of the origin, gravity as an acceleration of the base, m/s².
        field: U = [alpha]× + [omega]×[omega]×, 1/s².
        excess: U_xx - U_zz and U_yy - U_zz, 1/s².
        force: N.
        moment: about the origin, N·m.
    """

    omega: Vector
    alpha: Vector
    linear: Vector
    field: Matrix
    excess: tuple[Scalar, Scalar]
    force: Vector = (0, 0, 0)
    moment: Vector = (0, 0, 0)


def outward(
    chain: Chain, bodies: tuple[Moments, ...], motion: JointMotion, unturned: Set[int] = frozenset()
) -> list[MovingLink]:
    """Motion of every link's frame; the base is accelerated against gravity.

    Args:
        chain: the arm.
        bodies: of its links.
        motion: state, and the algebra to run over.
        unturned: links whose axes do not turn, as `groups` says.

    Returns:
        A link each.
    """
    links: list[MovingLink] = []
    x, y, z = chain.gravity
    base = MovingLink(ZERO, ZERO, (-x, -y, -z), (ZERO, ZERO, ZERO), (0, 0))
    for group in groups(chain, bodies, unturned):
        parent = links[-1] if links else base
        for place in range(len(group)):
            links.append(_outward(chain, motion, group, place, parent, links[-1] if links else base))
    return links


def _outward(
    chain: Chain, motion: JointMotion, group: Sequence[Turn], at: int, parent: MovingLink, before: MovingLink
) -> MovingLink:
    """Motion of a link's frame, from the link before its group (orientation) and the link before it (place)."""
    let, turn = motion.let, group[at]
    i = turn.joint
    joint, start = chain.joints[i], chain.joints[group[0].joint]
    own, total = (
        turn_about_z(motion, angle) if joint.revolute else constant_turn(joint) for angle in (turn.own, turn.total)
    )

    def seen(v: Vector) -> Vector:
        return turned(transposed(total), flipped(untwisted(start, v), turn.flip))

    omega = seen(parent.omega)
    if joint.revolute:
        # Rates add up along the group; a flip turns those before it the other way round.
        angle = turn.total or turn.body
        signs = dict(angle.joints) if angle else {i: 1}
        rate = let(sum(sign * motion.rate[k] for k, sign in signs.items()))
        second = let(sum(sign * motion.second[k] for k, sign in signs.items()))
        omega = named(let, (omega[0], omega[1], omega[2] + rate))
        axis = (0, -turn.flip * start.sin_alpha, turn.flip * start.cos_alpha)  # of the group, in the parent's axes
        column = named(let, seen(turned(parent.field, axis)))
        alpha, field, excess = _spun(omega, column, dot(axis, parent.alpha) + second, let)
    else:
        omega, alpha = named(let, omega), named(let, seen(parent.alpha))
        field = _field(omega, alpha, let)
        excess = field[0][0] - field[2][2], field[1][1] - field[2][2]
    place = step(joint)[1]
    if at:
        place = named(let, turned(turn_about_z(motion, group[at - 1].body), place))
    linear = untwisted(joint, named(let, plus(before.linear, turned(before.field, place))))
    linear = turned(transposed(own), linear)
    if not joint.revolute:
        q, rate, second = motion.position[i], motion.rate[i], motion.second[i]
        along = turned(field, (0, 0, q + joint.d))
        linear = plus(linear, along)
        linear = (linear[0] + 2 * omega[1] * rate, linear[1] - 2 * omega[0] * rate, linear[2] + second)
    return MovingLink(omega, alpha, named(let, linear), field, excess)


def _spun(
    omega: Vector, column: Vector, spin: Scalar, let: Callable[[Any], Any]
) -> tuple[Vector, Matrix, tuple[Scalar, Scalar]]:
    """Angular acceleration, U and its excess of a link that turns about its z axis, from U's third column.

    Points of the axis belong to the link before as well, so that the third column is that link's, turned: no
    product of rates is formed for it. The rest follows from U + Uᵀ = 2 (ω ωᵀ - ω² 1).

    Args:
        omega: of the link.
        column: U_xz, U_yz, U_zz.
        spin: angular acceleration about z.
        let: gives an intermediate result a name.
    """
    x, y, z = omega
    xy, xz, yz, second = let(x * y), let(x * z), let(y * z), let(spin)
    alpha = (let(yz - column[1]), let(column[0] - xz), second)
    first = let(x * x - z * z)
    across = let(-(x * x + z * z))
    field = (
        (let(column[2] + first), let(xy - second), column[0]),
        (let(xy + second), across, column[1]),
        (let(xz - alpha[1]), let(yz + alpha[0]), column[2]),
    )
    return alpha, field, (first, let(across - column[2]))


def _field(omega: Vector, alpha: Vector, let: Callable[[Any], Any]) -> Matrix:
    """U = [α]× + [ω]×[ω]×."""
    x, y, z = omega
    p, q, r = alpha
    xy, xz, yz = x * y, x * z, y * z
    return (
        named(let, (-(y * y + z * z), xy - r, xz + q)),
        named(let, (xy + r, -(x * x + z * z), yz - p)),
        named(let, (xz - q, yz + p, -(x * x + y * y))),
    )


def named(let: Callable[[Any], Any], v: Sequence[Scalar]) -> Vector:
    """Return the vector with a name for each component."""
    return (let(v[0]), let(v[1]), let(v[2]))


def flipped(v: Vector, flip: int) -> Vector:
    """Half a turn about x, or none."""
    return v if flip == 1 else (v[0], -v[1], -v[2])


def untwisted(joint: ChainJoint, v: Vector) -> Vector:
    """Return a vector of the frame before the joint, in the frame after ``Rx``."""
    return turned(transposed(about_x(joint.cos_alpha, joint.sin_alpha)), v)


def twisted(joint: ChainJoint, v: Vector) -> Vector:
    """Return a vector of the frame after ``Rx`` in the frame before the joint."""
    return turned(about_x(joint.cos_alpha, joint.sin_alpha), v)


def turn_about_z(motion: JointMotion, angle: Angle | None) -> Matrix:
    """``Rz`` of a turning joint or of its group; none where the angle cannot matter."""
    return IDENTITY if angle is None else about_z(*motion.trigonometry(angle))


def constant_turn(joint: ChainJoint) -> Matrix:
    """``Rz`` of a sliding joint."""
    return about_z(joint.cos_offset, joint.sin_offset)
