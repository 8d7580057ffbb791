"""Joints without a motor: one that follows another, as the parallelogram of a palletiser or a belt makes them.

Positions of all moving links follow from those of the joints that have motors,

.. math:: q_c = G q + c,

with one number other than 0 in a row of G at most. Power is the same on both sides, so that torque goes back by the
transpose, :math:`\\tau = G^T \\tau_c`, and limits of a follower are limits of the joint that it follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..errors import UnsupportedArmError
from .joint_friction import JointFriction
from .parts import Joint, Motor

if TYPE_CHECKING:
    from .arm import Arm


@dataclass(frozen=True, slots=True)
class Follower:
    """A joint at a multiple of the position of another one.

    Attributes:
        joint: its step from frame to frame, and its own limits.
        place: which moving link of the arm it carries, 0 first.
        leader: index of the joint that it follows, among those with motors.
        multiplier: its velocity over that of the leader.
        offset: its position where the leader's is zero, rad (m).
        effort: its own limit, N·m (N); 0 where it has none.
    """

    joint: Joint
    place: int
    leader: int
    multiplier: float
    offset: float
    effort: float = 0.0


def following_matrix(n: int, followers: Sequence[Follower]) -> NDArray[np.float64]:
    """G, (m, n): from velocities of n joints with motors to those of m joints that move a link each."""
    result = np.zeros((n + len(followers), n))
    result[motor_places(n, followers), np.arange(n)] = 1.0
    for follower in followers:
        result[follower.place, follower.leader] = follower.multiplier
    return result


def following_offset(n: int, followers: Sequence[Follower]) -> NDArray[np.float64]:
    """c, (m,): positions of all joints where those with motors are at zero, rad (m)."""
    result = np.zeros(n + len(followers))
    for follower in followers:
        result[follower.place] = follower.offset
    return result


def motor_places(n: int, followers: Sequence[Follower]) -> list[int]:
    """(n,) which moving link each joint with a motor carries."""
    taken = {follower.place for follower in followers}
    return [place for place in range(n + len(followers)) if place not in taken]


def follower_names(arm: Arm) -> str:
    """The joints that follow others, for messages."""
    return ", ".join(repr(follower.joint.name) for follower in arm.followers)


def refuse_followers(arm: Arm, what: str) -> None:
    """Refuse an arm some joints of which have no motor, where `what` has a coordinate for every moving link.

    Raises:
        UnsupportedArmError: it has such joints.
    """
    if arm.followers:
        raise UnsupportedArmError(
            f"{what}: a coordinate and a torque for every moving link, and {follower_names(arm)} of {arm.name} follow "
            "other joints; hold them with `hold`, or take load_model, which puts them where their leaders do"
        )


def with_names(arm: Arm, names: Sequence[str]) -> Arm:
    """The arm with other names of its joints; followers take the prefix that all of them got, if they did."""
    own = arm.joint_names
    prefix = names[0].removesuffix(own[0])
    alike = all(new == prefix + old for new, old in zip(names, own, strict=True))
    return arm.with_(
        joints=tuple(replace(joint, name=name) for joint, name in zip(arm.joints, names, strict=True)),
        followers=tuple(
            replace(follower, joint=replace(follower.joint, name=prefix + follower.joint.name)) if alike else follower
            for follower in arm.followers
        ),
    )


def whole_chain(arm: Arm) -> Arm:
    """The arm with a coordinate of its own for every moving link; followers have no inertia of a motor.

    Coupling and friction of motors stay with the arm itself.
    """
    joints: list[Joint | None] = [None] * (arm.n + len(arm.followers))
    motors: list[Motor | None] = [None] * len(joints)
    for follower in arm.followers:
        joints[follower.place] = follower.joint
        motors[follower.place] = Motor(0.0, 1.0, follower.effort, 0.0)
    for place, joint, motor in zip(motor_places(arm.n, arm.followers), arm.joints, arm.motors, strict=True):
        joints[place], motors[place] = joint, motor
    return replace(
        arm,
        joints=tuple(joint for joint in joints if joint is not None),
        motors=tuple(motor for motor in motors if motor is not None),
        followers=(),
        friction=(),
        rotors=(),
        transmission=np.empty((0, 0)),
    )


def limited(joint: Joint, motor: Motor, follower: Follower) -> tuple[Joint, Motor]:
    """The joint and the motor that a follower follows, with the follower's limits as well as their own.

    Limits of 0 of a follower, and a range without room, are none: descriptions leave them so.
    """
    ratio, own = follower.multiplier, follower.joint
    if ratio == 0.0:
        return joint, motor
    if own.lower < own.upper:
        ends = sorted(((own.lower - follower.offset) / ratio, (own.upper - follower.offset) / ratio))
        joint = replace(joint, lower=max(joint.lower, ends[0]), upper=min(joint.upper, ends[1]))
    if own.velocity > 0.0:
        joint = replace(joint, velocity=min(joint.velocity, own.velocity / abs(ratio)))
    if follower.effort > 0.0:
        motor = replace(motor, maximum_torque=min(motor.maximum_torque, follower.effort * abs(ratio)))
    return joint, motor


def with_friction_of(leader: JointFriction, own: JointFriction, multiplier: float) -> JointFriction:
    """Friction of a joint together with that of its follower, as its motor feels both."""
    forwards, backwards = own.coulomb_positive, own.coulomb_negative
    if multiplier < 0.0:
        forwards, backwards = backwards, forwards
    size = abs(multiplier)
    return replace(
        leader,
        coulomb_positive=leader.coulomb_positive + size * forwards,
        coulomb_negative=leader.coulomb_negative + size * backwards,
        viscous=leader.viscous + size**2 * own.viscous,
    )


def loses_turns(joint: Joint, follower: Follower) -> bool:
    """Whether a whole turn of an endless joint moves its follower elsewhere, so that an angle does not tell where."""
    return joint.endless and (follower.joint.slides or follower.multiplier % 1.0 != 0.0)
