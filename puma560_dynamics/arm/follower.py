"""Joints without a motor that follow another joint, through a parallelogram or a belt.

Positions of all moving links follow from those of the joints that have motors,

.. math:: q_c = G q + c,

with at most one nonzero number in each row of G. Power is the same on both sides, so torque is mapped back by the
transpose, :math:`\\tau = G^T \\tau_c`, and limits of a follower are limits of the joint that it follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from ..arrays import FloatArray
from ..errors import UnsupportedArmError
from .friction_terms import FRICTION_TERMS
from .joint_friction import JointFriction
from .parts import Joint, Motor


@dataclass(frozen=True, slots=True)
class Follower:
    """A joint whose position is a multiple of another joint's position plus an offset.

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


def joined_names(followers: Sequence[Follower]) -> str:
    """Return the names of the joints that follow others, for messages."""
    return ", ".join(repr(follower.joint.name) for follower in followers)


def followers_refused(what: str, arm: str, followers: Sequence[Follower]) -> UnsupportedArmError:
    """Return the error for an arm with followers where `what` has a coordinate for every moving link."""
    return UnsupportedArmError(
        f"{what} has a coordinate and a torque for every moving link, and {joined_names(followers)} of {arm} follow "
        "other joints; take load_model or the nodes, which put them where their leaders do, or hold them"
    )


def following_matrix(n: int, followers: Sequence[Follower]) -> FloatArray:
    """Return G, (m, n), which maps velocities of the n joints with motors to those of all m moving joints."""
    result = np.zeros((n + len(followers), n))
    result[motor_places(n, followers), np.arange(n)] = 1.0
    for follower in followers:
        result[follower.place, follower.leader] = follower.multiplier
    return result


def following_offset(n: int, followers: Sequence[Follower]) -> FloatArray:
    """Return c, (m,): positions of all joints when those with motors are at zero, rad (m)."""
    result = np.zeros(n + len(followers))
    for follower in followers:
        result[follower.place] = follower.offset
    return result


def motor_places(n: int, followers: Sequence[Follower]) -> list[int]:
    """Return, for each joint with a motor, the index of the link that it moves: (n,)."""
    taken = {follower.place for follower in followers}
    return [place for place in range(n + len(followers)) if place not in taken]


def chain_of_all(
    joints: Sequence[Joint], motors: Sequence[Motor], followers: Sequence[Follower]
) -> tuple[tuple[Joint, ...], tuple[Motor, ...]]:
    """Return joints and motors of the chain with a coordinate for every link; followers have no motor inertia."""
    found = {follower.place: (follower.joint, Motor(0.0, 1.0, follower.effort, 0.0)) for follower in followers}
    found |= dict(zip(motor_places(len(joints), followers), zip(joints, motors, strict=True), strict=True))
    rows = [found[place] for place in range(len(found))]
    return tuple(joint for joint, _ in rows), tuple(motor for _, motor in rows)


def limited(joint: Joint, motor: Motor, follower: Follower) -> tuple[Joint, Motor]:
    """Return the leading joint and its motor, with the limits of the follower applied as well.

    A limit of 0 and an empty range of a follower are ignored: many descriptions leave them so.
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
    """Return the friction of a joint and its follower together, as it acts on the joint's motor."""
    rules = {name: term.follows for name, term in FRICTION_TERMS.items() if term.follows is not None}
    sums = {name: getattr(leader, name) + added(asdict(own), multiplier) for name, added in rules.items()}
    return replace(leader, **sums)


def loses_turns(joint: Joint, follower: Follower) -> bool:
    """Return whether a whole turn of a continuous joint changes the pose of its follower."""
    return joint.continuous and (follower.joint.slides or follower.multiplier % 1.0 != 0.0)
