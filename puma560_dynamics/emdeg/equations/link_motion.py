"""Compute the motion of all links, from the base outwards, with scalars of any algebra.

The motion of a link is its angular velocity ω, the acceleration of its origin, and the matrix U = [ω̇]× + [ω]×[ω]×,
which gives the acceleration of all points of the link. The third column of U is obtained by rotating U of the previous
link, because points on the joint axis belong to both links.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import Any

from ..algebra.vectors import (
    IDENTITY,
    ZERO,
    Matrix,
    Scalar,
    Vector,
    Z,
    about_x,
    about_z,
    dot,
    plus,
    scaled,
    transposed,
    turned,
)
from ..chain.angles import Angle, JointMotion
from ..chain.chain import Chain, ChainJoint
from ..chain.groups import Turn, groups
from ..chain.inertia import Moments, step


@dataclass
class MovingLink:
    """Motion of a link's frame, in the axes of its `Turn`, and the force and moment that cause the motion.

    Attributes:
        omega: angular velocity, rad/s.
        alpha: angular acceleration, rad/s².
        linear: acceleration of the origin, m/s²; gravity is included as an acceleration of the base.
        field: U = [alpha]× + [omega]×[omega]×, 1/s².
        excess: U_xx - U_zz and U_yy - U_zz, 1/s².
        force: force, N.
        moment: moment about the origin, N·m.
        joint_load: force that the joint transmits, in the axes of the link, N.
        joint_force: force that the joint transmits, in the axes at the start of the group of parallel axes, N; along
            parallel axes without its component z.
        joint_moment: moment about the origin that the joint transmits, in these axes, N·m, without its component z.
    """

    omega: Vector
    alpha: Vector
    linear: Vector
    field: Matrix
    excess: tuple[Scalar, Scalar]
    force: Vector = (0, 0, 0)
    moment: Vector = (0, 0, 0)
    joint_load: Vector = (0, 0, 0)
    joint_force: Vector = (0, 0, 0)
    joint_moment: Vector = (0, 0, 0)


def outward(
    chain: Chain, bodies: tuple[Moments, ...], motion: JointMotion, unturned: Set[int] = frozenset()
) -> list[MovingLink]:
    """Return angular velocity, accelerations and their products for each link's frame.

    Gravity is an upward acceleration of the base.

    Args:
        chain: the chain.
        bodies: bodies of the chain.
        motion: positions, velocities and accelerations of the joints, as numbers or symbols.
        unturned: indices of links whose axes should not rotate with their joint (`groups`).
    """
    links: list[MovingLink] = []
    base = base_motion(chain)
    for group in groups(chain, bodies, unturned):
        above = chain.parents[group[0].joint]
        parent = links[above] if above >= 0 else base
        for place in range(len(group)):
            links.append(_outward(chain, motion, group, place, parent, links[-1] if place else parent))
    return links


def base_motion(chain: Chain) -> MovingLink:
    """Return the motion of the base: an acceleration opposite to gravity."""
    x, y, z = chain.gravity
    return MovingLink(ZERO, ZERO, (-x, -y, -z), (ZERO, ZERO, ZERO), (0, 0))


def _outward(
    chain: Chain, motion: JointMotion, group: Sequence[Turn], at: int, parent: MovingLink, before: MovingLink
) -> MovingLink:
    """Return the motion of a link's frame, from the last link of the previous group and from the previous link."""
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
        # Velocities add up along the group; a flip (180° about x) reverses the previous ones.
        signs = dict(turn.angle.joints) if turn.angle else {i: 1}
        rate = let(sum(sign * motion.rate[k] for k, sign in signs.items()))
        second = let(sum(sign * motion.second[k] for k, sign in signs.items()))
        omega = named(let, (omega[0], omega[1], omega[2] + rate))
        axis = scaled(turn.flip, axis_of(start))  # axis of the group, in the parent's axes
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
    """Return angular acceleration, U and excess of a link that rotates about z, from the third column of U.

    The third column is the rotated column of the previous link, so no velocity products are needed for it. The other
    columns follow from U + Uᵀ = 2 (ω ωᵀ - ω² 1).

    Args:
        omega: angular velocity of the link.
        column: U_xz, U_yz, U_zz.
        spin: angular acceleration about z.
        let: function that assigns a name to an intermediate result.
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
    """Return U = [α]× + [ω]×[ω]×."""
    x, y, z = omega
    p, q, r = alpha
    xy, xz, yz = x * y, x * z, y * z
    return (
        named(let, (-(y * y + z * z), xy - r, xz + q)),
        named(let, (xy + r, -(x * x + z * z), yz - p)),
        named(let, (xz - q, yz + p, -(x * x + y * y))),
    )


def named(let: Callable[[Any], Any], v: Sequence[Scalar]) -> Vector:
    """Assign a name to each component of a vector."""
    return (let(v[0]), let(v[1]), let(v[2]))


def flipped(v: Vector, flip: int) -> Vector:
    """Rotate a vector by 180° about x if `flip` is -1."""
    return v if flip == 1 else (v[0], -v[1], -v[2])


def untwisted(joint: ChainJoint, v: Vector) -> Vector:
    """Transform a vector from the parent's frame to the frame after the joint's twist ``Rx``."""
    branch = joint.branch
    v = v if branch is None else turned(about_z(branch.cos_gamma, -branch.sin_gamma), v)
    return turned(transposed(about_x(joint.cos_alpha, joint.sin_alpha)), v)


def twisted(joint: ChainJoint, v: Vector) -> Vector:
    """Transform a vector from the frame after the joint's twist ``Rx`` to the parent's frame."""
    branch, v = joint.branch, turned(about_x(joint.cos_alpha, joint.sin_alpha), v)
    return v if branch is None else turned(about_z(branch.cos_gamma, branch.sin_gamma), v)


def axis_of(joint: ChainJoint) -> Vector:
    """Return the joint's axis in the parent's frame."""
    return twisted(joint, Z)


def lever_of(joint: ChainJoint) -> Vector:
    """Return the foot of the common normal on the joint's axis, in the parent's frame, m."""
    branch = joint.branch
    return (joint.a, 0, 0) if branch is None else (branch.cos_gamma * joint.a, branch.sin_gamma * joint.a, branch.b)


def turn_about_z(motion: JointMotion, angle: Angle | None) -> Matrix:
    """Return the rotation about z by an angle of a revolute joint or its group; the identity if `angle` is None."""
    return IDENTITY if angle is None else about_z(*motion.trigonometry(angle))


def constant_turn(joint: ChainJoint) -> Matrix:
    """Return the constant rotation ``Rz`` of a prismatic joint."""
    return about_z(joint.cos_offset, joint.sin_offset)
