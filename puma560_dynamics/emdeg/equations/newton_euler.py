"""Customised recursive Newton-Euler, run over any algebra: a graph to be simplified, or the exact ring.

What it does differently from the textbook, each because it costs less:

* matter is described by first and second moments about the frames' origins, and motion by the matrix
  U = [ω̇]× + [ω]×[ω]×, which gives the acceleration of every point: the force is m·a + U·h, and the
  moment about the origin h × a + N with N_x = Σ_l (K_yl U_zl - K_zl U_yl), cyclically;
* along parallel axes the orientation is turned once, by the sum of the angles (and `slide.slid` has put
  the offsets along them together at the first of them);
* a joint whose angle cannot matter is not turned at all: the first one if it is parallel to gravity,
  and the last one if its body is symmetric about the axis.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..algebra.vectors import ZERO, about_x, about_z, cross, dot, plus, transposed, turned
from ..chain.angles import Angle
from ..chain.chain import IDENTITY, Chain, ChainJoint, Matrix, Scalar, Vector
from ..chain.groups import Turn, groups
from ..chain.inertia import Moments, step


@dataclass(frozen=True)
class JointMotion:
    """Joint positions, rates and accelerations, in the algebra the recursion is to run over.

    Attributes:
        trigonometry: angle -> (cosine, sine).
        position: of sliding joints, m.
        rate: rad/s or m/s.
        second: rad/s² or m/s².
        let: gives an intermediate result a name (or returns it as it is).
    """

    trigonometry: Callable[[Angle], tuple[Scalar, Scalar]]
    position: Sequence[Scalar]
    rate: Sequence[Scalar]
    second: Sequence[Scalar]
    let: Callable[[Scalar], Scalar] = lambda value: value


@dataclass
class MovingLink:
    """Motion of a link's frame in that frame, and the load that moves the link.

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


def newton_euler(chain: Chain, bodies: tuple[Moments, ...], motion: JointMotion) -> list[Scalar]:
    """Joint torques (N·m) and forces (N) of a chain with these mass distributions, armature included.

    The chain's offsets along parallel axes must have been put together by `slide.slid`.
    """
    links = outward(chain, bodies, motion)
    for link, body in zip(links, bodies, strict=True):
        _load(link, body, motion.let)
    torques: list[Any] = [0] * chain.n
    for group in reversed(groups(chain, bodies)):
        _inward(chain, motion, group, links, torques)
    return [motion.let(torques[i] + joint.armature * motion.second[i]) for i, joint in enumerate(chain.joints)]


def outward(chain: Chain, bodies: tuple[Moments, ...], motion: JointMotion) -> list[MovingLink]:
    """Motion of every link's frame; the base is accelerated against gravity."""
    links: list[MovingLink] = []
    x, y, z = chain.gravity
    base = MovingLink(ZERO, ZERO, (-x, -y, -z), (ZERO, ZERO, ZERO), (0, 0))
    for group in groups(chain, bodies):
        parent = links[-1] if links else base
        for turn in group:
            links.append(_outward(chain, motion, group, turn, parent, links[-1] if links else base))
    return links


def _outward(
    chain: Chain, motion: JointMotion, group: Sequence[Turn], turn: Turn, parent: MovingLink, before: MovingLink
) -> MovingLink:
    """Motion of a link's frame, from the link before its group (orientation) and the link before it (place)."""
    let, i = motion.let, turn.joint
    joint, start = chain.joints[i], chain.joints[group[0].joint]
    own, total = (_turn(motion, angle) if joint.revolute else _constant_turn(joint) for angle in (turn.own, turn.total))

    def seen(v: Vector) -> Vector:
        return turned(transposed(total), _flipped(_untwisted(start, v), turn.flip))

    omega = seen(parent.omega)
    if joint.revolute:
        # Rates add up along the group; a flip turns those before it the other way round.
        signs = dict(turn.total.joints) if turn.total else {i: 1}
        rate = let(sum(sign * motion.rate[k] for k, sign in signs.items()))
        second = let(sum(sign * motion.second[k] for k, sign in signs.items()))
        omega = _let(let, (omega[0], omega[1], omega[2] + rate))
        axis = (0, -turn.flip * start.sin_alpha, turn.flip * start.cos_alpha)  # of the group, in the parent's axes
        column = _let(let, seen(turned(parent.field, axis)))
        alpha, field, excess = _spun(omega, column, dot(axis, parent.alpha) + second, let)
    else:
        omega, alpha = _let(let, omega), _let(let, seen(parent.alpha))
        field = _field(omega, alpha, let)
        excess = field[0][0] - field[2][2], field[1][1] - field[2][2]
    _, place = step(joint)
    linear = _untwisted(joint, _let(let, plus(before.linear, turned(before.field, place))))
    linear = turned(transposed(own), linear)
    if not joint.revolute:
        q, rate, second = motion.position[i], motion.rate[i], motion.second[i]
        along = turned(field, (0, 0, q + joint.d))
        linear = plus(linear, along)
        linear = (linear[0] + 2 * omega[1] * rate, linear[1] - 2 * omega[0] * rate, linear[2] + second)
    return MovingLink(omega, alpha, _let(let, linear), field, excess)


def _spun(omega: Vector, column: Vector, spin: Scalar, let: Callable[[Any], Any]) -> tuple[Vector, Matrix, tuple[Scalar, Scalar]]:
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


def _load(link: MovingLink, body: Moments, let: Callable[[Any], Any]) -> None:
    """Force and moment about the frame's origin that move the body as its frame moves."""
    force = plus(tuple(body.mass * a for a in link.linear), turned(link.field, body.first))
    xx, yy, zz, xy, xz, yz = body.second
    k = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    (_, uxy, uxz), (uyx, _, uyz), (uzx, uzy, _) = link.field
    u = ((link.excess[0], uxy, uxz), (uyx, link.excess[1], uyz), (uzx, uzy, 0))  # a multiple of 1 causes no moment
    own = []
    for i, j in ((1, 2), (2, 0), (0, 1)):
        own.append(sum(k[i][m] * u[j][m] - k[j][m] * u[i][m] for m in range(3)))
    moment = plus(cross(body.first, link.linear), (own[0], own[1], own[2]))
    link.force, link.moment = _let(let, force), _let(let, moment)


def _inward(
    chain: Chain, motion: JointMotion, group: Sequence[Turn], links: list[MovingLink], torques: list[Any]
) -> None:
    """Torques of a group; its loads go to the link before it."""
    let = motion.let
    start = chain.joints[group[0].joint]
    force_b = moment_b = ZERO
    carried = ZERO  # force through the joint beyond, in this link's frame
    z_moment: Any = 0
    for turn, beyond in zip(reversed(group), (None, *reversed(group[1:])), strict=True):
        i, joint = turn.joint, chain.joints[turn.joint]
        link = links[i]
        mx, my, mz = link.moment
        if beyond is not None:
            outer = chain.joints[beyond.joint]
            # Lever a along x to the next joint of the group.
            my = my - outer.a * carried[2]
            mz = mz + outer.cos_alpha * z_moment + outer.a * carried[1]
        total = _let(let, plus(link.force, carried))
        if not joint.revolute:
            torques[i] = total[2]
            lever = motion.position[i] + joint.d
            back = _constant_turn(joint)
            full = _let(let, (mx - lever * total[1], my + lever * total[0], mz))
            moment_b, force_b = turned(back, full), turned(back, total)
            break
        z_moment = let(mz)
        torques[i] = z_moment
        own, plane = _let(let, (*link.force[:2], 0)), _let(let, (mx, my, 0))
        force_b = plus(force_b, _flipped(turned(_turn(motion, turn.total), own), turn.flip))
        moment_b = plus(moment_b, _flipped(turned(_turn(motion, turn.total), plane), turn.flip))
        carried = _twisted(joint, turned(_turn(motion, turn.own), total))
        if turn is group[0]:
            moment_b = (moment_b[0], moment_b[1], z_moment)
            force_b = (force_b[0], force_b[1], total[2])
    if group[0].joint == 0:
        return
    d = start.d if start.revolute else 0
    moment_b = _let(let, (moment_b[0] - d * force_b[1], moment_b[1] + d * force_b[0], moment_b[2]))
    force = _twisted(start, _let(let, force_b))
    moment = _twisted(start, moment_b)
    moment = (moment[0], moment[1] - start.a * force[2], moment[2] + start.a * force[1])
    parent = links[group[0].joint - 1]
    parent.force, parent.moment = _let(let, plus(parent.force, force)), _let(let, plus(parent.moment, moment))


def _field(omega: Vector, alpha: Vector, let: Callable[[Any], Any]) -> Matrix:
    """U = [α]× + [ω]×[ω]×."""
    x, y, z = omega
    p, q, r = alpha
    xy, xz, yz = x * y, x * z, y * z
    return (
        _let(let, (-(y * y + z * z), xy - r, xz + q)),
        _let(let, (xy + r, -(x * x + z * z), yz - p)),
        _let(let, (xz - q, yz + p, -(x * x + y * y))),
    )


def _let(let: Callable[[Any], Any], v: Sequence[Scalar]) -> Vector:
    return (let(v[0]), let(v[1]), let(v[2]))


def _flipped(v: Vector, flip: int) -> Vector:
    """Half a turn about x, or none."""
    return v if flip == 1 else (v[0], -v[1], -v[2])


def _untwisted(joint: ChainJoint, v: Vector) -> Vector:
    """A vector of the frame before the joint, in the frame after ``Rx``."""
    return turned(transposed(about_x(joint.cos_alpha, joint.sin_alpha)), v)


def _twisted(joint: ChainJoint, v: Vector) -> Vector:
    """The way back."""
    return turned(about_x(joint.cos_alpha, joint.sin_alpha), v)


def _turn(motion: JointMotion, angle: Angle | None) -> Matrix:
    """``Rz`` of a turning joint or of its group; none where the angle cannot matter."""
    return IDENTITY if angle is None else about_z(*motion.trigonometry(angle))


def _constant_turn(joint: ChainJoint) -> Matrix:
    """``Rz`` of a sliding joint."""
    return about_z(joint.cos_offset, joint.sin_offset)
