r"""Derive the regressor of the torque, customised for few calculations.

Torque is linear in the ten standard parameters of each link: mass m, first moments h = m c, and inertia I about the
origin of the link's frame. Link j moves with the acceleration a of its origin (minus gravity), the angular velocity ω,
the angular acceleration ε, and U = [ε]× + [ω]×[ω]×. It needs the force f = m a + U h and the moment
n = h × a + I ε + ω × I ω about its origin. The torque of joint i ≤ j is z·n + v·f, with the joint's axis z and the
velocity v of the origin for unit speed of this joint (for a prismatic joint v is its axis, and z = 0). So

* the columns of m and h are v·a and Uᵀ v + a × z;
* each column of I is a product of z with one vector that all joints share, for example (ε_x, ω_x ω_z, -ω_x ω_y) for
  I_xx.

Matter on the axis of a revolute joint moves with the links on both sides, so for rows i < j, the columns of h_z and of
I_xx + I_yy follow from columns of the previous link, and so does the column of m if both frames have the same origin.
A prismatic joint does not turn its link, so for rows i < j, all columns of its inertia follow from the previous link.
Along parallel axes, axes and velocities of the joints before the group stay in the axes at its start, where they have
zeros, and are rotated to each link by one sum of angles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..algebra.vectors import (
    ZERO,
    Matrix,
    Scalar,
    Vector,
    Z,
    cross,
    dot,
    plus,
    product,
    scaled,
    times,
    transposed,
    turned,
)
from ..chain.angles import JointMotion
from ..chain.chain import Chain, ChainJoint
from ..chain.groups import groups
from ..chain.inertia import PLACES, Moments, step
from .link_motion import MovingLink, axis_of, constant_turn, flipped, named, outward, turn_about_z, untwisted

PARAMETERS = ("m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
"""Standard parameters of a link in the order of the columns: kg, kg·m, and kg·m² about the origin of its frame."""

INERTIA = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
"""Rows and columns of the last six `PARAMETERS` in the inertia tensor."""

IRREGULAR = Moments(1, (1, 1, 1), (1, 2, 3, 1, 1, 1))
"""A body without symmetry: a regressor depends on the angles of all joints, whatever the bodies."""

Row = tuple[Scalar, ...]
"""Elements of one joint for the ten parameters of one link."""


class Partial(NamedTuple):
    """Axis and velocity of a link's origin for unit speed of one joint, in the axes of the link.

    Attributes:
        axis: (3,) unit vector; 0 for a prismatic joint.
        velocity: (3,) velocity of the link's origin, m (1 for a prismatic joint).
    """

    axis: Vector
    velocity: Vector


def torque_regressor(chain: Chain, motion: JointMotion) -> list[list[Row]]:
    """Return the nonzero part of the regressor: for each link, the ten elements of each joint that moves it (`path`).

    Motor inertia is not part of the regressor.

    Args:
        chain: the chain, of which only joints and gravity are used.
        motion: state of the joints, in the algebra of the computation.
    """
    let, bodies = motion.let, (IRREGULAR,) * chain.n
    links = outward(chain, bodies, motion)
    found: list[list[Row]] = []
    known: dict[int, list[Partial]] = {}  # by link, of the joints that move it
    for group in groups(chain, bodies):
        outer = known.get(chain.parents[group[0].joint], [])  # joints before the group, in the axes at its start
        inner: list[Partial] = []  # joints of the group, in the axes of the link
        for turn, last in zip(group, (None, *group), strict=False):
            joint = chain.joints[turn.joint]
            place = _place(joint, motion.position[turn.joint], let)
            own, total = (
                turn_about_z(motion, angle) if joint.revolute else constant_turn(joint)
                for angle in (turn.own, turn.total)
            )
            inner = [_turned(own, _shifted(partial, place, joint, let), let) for partial in inner]
            inner.append(Partial(Z, ZERO) if joint.revolute else Partial(ZERO, Z))
            if last is None:
                outer = [_shifted(partial, place, joint, let) for partial in outer]
            else:
                there = named(let, flipped(turned(turn_about_z(motion, last.total), place), last.flip))
                outer = [Partial(axis, named(let, plus(velocity, cross(axis, there)))) for axis, velocity in outer]
            before = [
                _turned(total, Partial(flipped(axis, turn.flip), flipped(velocity, turn.flip)), let)
                for axis, velocity in outer
            ]
            known[turn.joint] = before + inner
            parent = chain.parents[turn.joint]
            rows = found[parent] if parent >= 0 else []
            found.append(_columns(joint, links[turn.joint], known[turn.joint], rows, let))
    return found


def _place(joint: ChainJoint, position: Scalar, let: Callable[[Any], Any]) -> Vector:
    """Return the origin of a joint's frame in the axes of the previous link."""
    place = step(joint)[1]
    if joint.revolute:
        return place
    return plus(place, scaled(let(position + joint.d), axis_of(joint)))


def _shifted(partial: Partial, place: Vector, joint: ChainJoint, let: Callable[[Any], Any]) -> Partial:
    """Return the partial velocity at a point of the same link, in the axes after the twist of the next joint."""
    velocity = named(let, plus(partial.velocity, cross(partial.axis, place)))
    return Partial(untwisted(joint, partial.axis), untwisted(joint, velocity))


def _turned(rotation: Matrix, partial: Partial, let: Callable[[Any], Any]) -> Partial:
    """Return the partial velocity in axes with the given orientation."""
    back = transposed(rotation)
    return Partial(named(let, turned(back, partial.axis)), named(let, turned(back, partial.velocity)))


def _columns(
    joint: ChainJoint,
    link: MovingLink,
    partials: Sequence[Partial],
    before: Sequence[Row],
    let: Callable[[Any], Any],
) -> list[Row]:
    """Return the elements of a link's ten parameters for each joint up to its own."""
    x, y, z = link.omega
    ex, ey, ez = link.alpha
    xy, xz, yz = let(x * y), let(x * z), let(y * z)
    (_, uxy, uxz), (uyx, _, uyz), (uzx, uzy, _) = link.field
    apart, other = link.excess
    inertia: tuple[Vector, ...] = (
        (ex, xz, -xy),
        (-uzx, uzy, let(apart - other)),
        (-yz, ey, xy),
        (uyx, -apart, -uyz),
        (other, -uxy, uxz),
        (yz, -xz, ez),
    )
    columns = transposed(link.field)
    rows: list[Row] = []
    for number, partial in enumerate(partials):
        lever = named(let, cross(link.linear, partial.axis))
        row = [let(dot(partial.velocity, link.linear))]
        row += [let(dot(partial.velocity, column) + lever[k]) for k, column in enumerate(columns)]
        row += [let(dot(partial.axis, vector)) for vector in inertia]
        rows.append(tuple(row if number == len(before) else _shared(joint, row, before[number], let)))
    return rows


def _shared(joint: ChainJoint, row: Sequence[Scalar], before: Row, let: Callable[[Any], Any]) -> list[Scalar]:
    """Return a row with the elements that follow from the row of the previous link for the same joint."""
    result = list(row)
    for k, value in following_elements(joint, row, before, let).items():
        if k or not any(step(joint)[1]):  # the element of m has fewer calculations unless the origins are equal
            result[k] = let(value)
    return result


def following_elements(
    joint: ChainJoint, row: Sequence[Scalar], before: Sequence[Scalar], let: Callable[[Any], Any] = lambda x: x
) -> dict[int, Scalar]:
    """Return the elements of a row that follow from the same row of the previous link, by number of the parameter.

    Args:
        joint: joint of the link; the row must not be that of this joint.
        row: the other elements of the row.
        before: elements of the previous link; zeros for the first joint, because the base does not move.
        let: function that assigns a name to an intermediate result.
    """
    rotation, place = step(joint)
    if joint.revolute:
        axis = turned(rotation, Z)
        along = Moments(0, ZERO, tuple(axis[i] * axis[j] for i, j in PLACES))
        return {
            3: _of(before, Moments(0, axis, tuple(place[i] * axis[j] + axis[i] * place[j] for i, j in PLACES))),
            6: let(_of(before, along)) - row[4],
            0: _of(before, Moments(1, place, tuple(place[i] * place[j] for i, j in PLACES))),
        }
    rotation = product(rotation, constant_turn(joint))
    return {k: _of_inertia(before, _turned_unit(rotation, i, j)) for k, (i, j) in enumerate(INERTIA, start=4)}


def _of(row: Sequence[Scalar], matter: Moments) -> Scalar:
    """Return the torque of matter that is described by its moments, from the elements of standard parameters."""
    xx, yy, zz, xy, xz, yz = matter.second
    tensor = ((yy + zz, -xy, -xz), (-xy, xx + zz, -yz), (-xz, -yz, xx + yy))
    return times(matter.mass, row[0]) + dot(matter.first, (row[1], row[2], row[3])) + _of_inertia(row, tensor)


def _of_inertia(row: Sequence[Scalar], tensor: Matrix) -> Scalar:
    """Return the torque of an inertia tensor (3, 3), from the elements of standard parameters."""
    return sum(tensor[i][j] * row[k] for k, (i, j) in enumerate(INERTIA, start=4) if tensor[i][j])


def _turned_unit(rotation: Matrix, i: int, j: int) -> Matrix:
    """Return the inertia tensor with unit elements ij and ji, in axes rotated by a rotation matrix."""
    columns = transposed(rotation)
    rows = []
    for a in range(3):
        one = [columns[i][a] * columns[j][b] for b in range(3)]
        two = [columns[j][a] * columns[i][b] for b in range(3)] if i != j else [0, 0, 0]
        rows.append(tuple(p + q for p, q in zip(one, two, strict=True)))
    return (rows[0], rows[1], rows[2])
