"""Analytic recursions for the torque and its first derivatives, with operators only, without CasADi.

The equations are those of Singh, Russell and Wensing (2022), "Efficient Analytical Derivatives of Rigid-Body Dynamics
using Spatial Vector Algebra"; Carpentier and Mansard (2018) have equivalent ones. With Ψ̇ = v × S and
Ψ̈ = a × S + v × Ψ̇ of each joint, and with inertia I, Coriolis matrix B and force f of everything beyond joint i, for
j ≤ i:

    ∂τ_i/∂q_j = 2 Sᵢᵀ B Ψ̇_j + Sᵢᵀ I Ψ̈_j           ∂τ_j/∂q_i = S_jᵀ (2 B Ψ̇_i + I Ψ̈_i + S_i ×* f)
    ∂τ_i/∂q̇_j = 2 Sᵢᵀ (B S_j + I Ψ̇_j)             ∂τ_j/∂q̇_i = 2 S_jᵀ (B S_i + I Ψ̇_i)

*Published* uses these equations with spatial vectors about the links' origins, in the links' axes. *Customised* also
uses what a careful programmer finds: factors of 2 that are applied once per joint, axes before the joint's rotation,
velocities relative to any joint's origin, and common axes of parallel joints. Both use planar rotations and base
parameters, and the structure of B (`derivative_parts`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from casadi_forms import Scalar, Vector, cross, plus, times
from derivative_links import Inputs, Joint, Motion, body_part
from derivative_parts import Beyond, Load, Planar, Row, X, Z, dot, scaled, scaled_rate

Matrix = list[list[Scalar]]


class Derivatives(NamedTuple):
    """Torques; ∂τ/∂q; ∂τ/∂q̇, or the Coriolis matrix; and A with armature."""

    torque: list[Scalar]
    by_position: Matrix
    by_velocity: Matrix
    inertia: Matrix

    @classmethod
    def empty(cls, n: int) -> Derivatives:
        """Return a result to be filled."""
        return cls([0.0] * n, *([[0.0] * n for _ in range(n)] for _ in range(3)))


def published(joints: Sequence[Joint], given: Inputs, factor: int) -> Derivatives:
    """Return the derivatives by spatial vectors in the links' axes.

    Args:
        joints: joints and bodies of the chain.
        given: inputs.
        factor: 2 for derivatives of the torque, 1 for the Coriolis matrix in place of ∂τ/∂q̇.
    """
    found, motions = Derivatives.empty(len(joints)), []
    motion = Motion([0.0] * 3, [0.0] * 3, [0.0] * 3, list(given.down))
    for joint, rate, second in zip(joints, given.rates, given.seconds, strict=True):
        (ca, sa), (c, s) = joint.twist, joint.angle
        motion = motion.at(_origin(joint)).turned(X, (ca, -sa)).turned(Z, (c, -s)).after(rate, second)
        motions.append(motion)
    beyond = Beyond(1)
    for i in reversed(range(len(joints))):
        beyond.add(body_part(joints[i].body, motions[i], 1))
        omega, alpha, velocity, linear, _ = motions[i]
        across, side = [omega[1], -omega[0], 0.0], [velocity[1], -velocity[0], 0.0]  # Ψ̇
        spatial = plus(linear, scaled(-1.0, cross(omega, velocity)))
        turning = plus([alpha[1], -alpha[0], 0.0], cross(omega, across))  # Ψ̈
        moving = plus([spatial[1], -spatial[0], 0.0], plus(cross(velocity, across), cross(omega, side)))
        bent, pushed = _coriolis(beyond, across), _inertial(beyond, turning, moving)
        position = bent.plus(bent).plus(pushed).plus(_across(beyond))
        speed = _coriolis(beyond, [0.0, 0.0, 1.0]).plus(_inertial(beyond, across, side))
        speed = speed.plus(speed) if factor == 2 else speed
        row = _row(beyond)
        beyond.rows[i], beyond.by_position[i], beyond.by_velocity[i] = row, position, speed
        for k, outer in beyond.rows.items():
            slope = dot(outer.rate, across)
            found.by_position[k][i] = slope + slope + dot(outer.linear, moving) + dot(outer.angular, turning)
            slope = outer.rate[2] + dot(outer.linear, side) + dot(outer.angular, across)
            found.by_velocity[k][i] = slope + slope if factor == 2 else slope
        _store(found, i, beyond)
        _inward(joints[i], beyond)
    return _with_armature(found, given)


def customised(
    joints: Sequence[Joint], given: Inputs, factor: int, parallel: bool, column: bool, relative: Collection[int]
) -> Derivatives:
    """Return the derivatives with fewer operations.

    Args:
        joints: joints and bodies of the chain.
        given: inputs.
        factor: 2 for derivatives of the torque, 1 for the Coriolis matrix in place of ∂τ/∂q̇.
        parallel: whether joints with parallel axes have common axes.
        column: whether these share their U z, and other elements of U follow from it.
        relative: joints from whose origin on, outward, velocities are relative to this origin.
    """
    found = Derivatives.empty(len(joints))
    groups: list[list[int]] = []
    for i, joint in enumerate(joints):
        if parallel and groups and joint.twist == (1.0, 0.0):
            groups[-1].append(i)
        else:
            groups.append([i])
    places = _outward(joints, groups, given, column, relative)
    beyond = Beyond(factor)
    for group in reversed(groups):
        for i in reversed(group):
            place = places[i]
            if i == group[-1]:  # everything is in the axes of this link
                beyond.add(body_part(joints[i].body, place.own.turned(Z, (place.angle[0], -place.angle[1])), factor))
                beyond.turn(Z, place.angle)
            else:
                beyond.shift(places[i + 1].origin)
                beyond.add(body_part(joints[i].body.turned(place.angle), place.own, factor))
            _judge(found, i, beyond, place)
            if place.reference is not None:
                beyond.add_velocity(place.reference)
        if group[0]:
            _inward(joints[group[0]]._replace(angle=(1.0, 0.0)), beyond)
    return _with_armature(found, given)


class Place(NamedTuple):
    """A joint in the axes of its group's start.

    Attributes:
        origin: position relative to the previous joint of the group.
        before: motion of the previous link at this joint's origin.
        own: motion of the link.
        reference: velocity to which velocities from here on are relative, if they are.
        angle: cosine and sine of the angle from the axes to the link's axes.
    """

    origin: Vector
    before: Motion
    own: Motion
    reference: Vector | None
    angle: Planar


def _outward(
    joints: Sequence[Joint], groups: Sequence[Sequence[int]], given: Inputs, column: bool, relative: Collection[int]
) -> list[Place]:
    found = []
    motion = Motion([0.0] * 3, [0.0] * 3, [0.0] * 3, list(given.down))
    for group in groups:
        ca, sa = joints[group[0]].twist
        motion = motion.at([joints[group[0]].a, 0.0, 0.0]).without_column().turned(X, (ca, -sa))
        motion = motion.with_column() if column else motion
        motion = motion.at([0.0, 0.0, joints[group[0]].d])
        angle: Planar = (1.0, 0.0)
        for i in group:
            origin = scaled(joints[i].a, [*angle, 0.0])
            if i != group[0]:
                motion = motion.at(origin)
            reference = motion.velocity if i in relative else None
            before = motion._replace(velocity=[0.0] * 3) if i in relative else motion
            motion = before.after(given.rates[i], given.seconds[i])
            (c, s), (co, so) = angle, joints[i].angle
            angle = (co, so) if i == group[0] else (c * co - s * so, s * co + c * so)
            found.append(Place(origin, before, motion, reference, angle))
        motion = motion.turned(Z, (angle[0], -angle[1]))
    return found


def _judge(found: Derivatives, i: int, beyond: Beyond, place: Place) -> None:
    """Store the elements of a joint with itself and all outer joints, and add its vectors to `beyond`.

    Velocities are relative to one point, from which the joint's origin has the velocity v. A change of the position
    then changes accelerations by a × z - 2 (ω × z) × v, U z and 2 (ω × z) × u, that of the velocity by 2 v × z,
    2 ω × z and 2 z × u.
    """
    (x, y, _), _, velocity, a, _ = place.before
    across, column = [y, -x, 0.0], place.before.third()
    twice = scaled_rate(beyond.factor, across)
    whole = twice if beyond.factor == 2 else plus(across, across)
    side = scaled_rate(beyond.factor, [velocity[1], -velocity[0], 0.0])
    moved = plus([a[1], -a[0], 0.0], scaled(-1.0, cross(whole, velocity)))
    position = _inertial(beyond, column, moved).plus(_coriolis(beyond, across)).plus(_across(beyond))
    speed = _inertial(beyond, twice, side).plus(_coriolis(beyond, [0.0, 0.0, 1.0]))
    for k, row in beyond.rows.items():
        found.by_position[k][i] = dot(row.linear, moved) + dot(row.angular, column) + dot(row.rate, across)
        found.by_velocity[k][i] = dot(row.linear, side) + dot(row.angular, twice) + row.rate[2]
    found.by_position[i][i], found.by_velocity[i][i] = position.moment[2], speed.moment[2]
    beyond.rows[i], beyond.by_position[i], beyond.by_velocity[i] = _row(beyond), position, speed
    _store(found, i, beyond)


def _row(beyond: Beyond) -> Row:
    h = beyond.first
    return Row([-h[1], h[0], 0.0], [row[2] for row in beyond.inertia], beyond.rates[2])


def _store(found: Derivatives, i: int, beyond: Beyond) -> None:
    """Store the torque of a joint, its derivatives by outer joints, and its elements of A."""
    found.torque[i] = beyond.moment[2]
    for k, row in beyond.rows.items():
        found.inertia[k][i] = found.inertia[i][k] = row.angular[2]
        if k != i:
            found.by_position[i][k] = beyond.by_position[k].moment[2]
            found.by_velocity[i][k] = beyond.by_velocity[k].moment[2]


def _coriolis(beyond: Beyond, omega: Vector) -> Load:
    return Load(cross(omega, beyond.momentum), times(beyond.rates, omega))


def _inertial(beyond: Beyond, turning: Vector, moving: Vector) -> Load:
    force = plus(scaled(beyond.mass, moving), cross(turning, beyond.first))
    return Load(force, plus(times(beyond.inertia, turning), cross(beyond.first, moving)))


def _across(beyond: Beyond) -> Load:
    """Return z × force and z × moment."""
    return Load(*([-v[1], v[0], 0.0] for v in (beyond.force, beyond.moment)))


def _origin(joint: Joint) -> list[Scalar]:
    """Return a joint's origin in the axes of the previous link."""
    return [joint.a, -joint.twist[1] * joint.d, joint.twist[0] * joint.d]


def _inward(joint: Joint, beyond: Beyond) -> None:
    """Express everything in the axes of the previous link and about its origin."""
    beyond.turn(Z, joint.angle)
    beyond.shift([0.0, 0.0, joint.d])
    beyond.turn(X, joint.twist)
    beyond.shift([joint.a, 0.0, 0.0])


def _with_armature(found: Derivatives, given: Inputs) -> Derivatives:
    for i, own in enumerate(given.armature):
        if own:
            found.torque[i] = found.torque[i] + own * given.seconds[i]
            found.inertia[i][i] = found.inertia[i][i] + own
    return found
