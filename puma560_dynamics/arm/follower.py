"""Mimic joints ("followers"): joints without a motor that a parallelogram or belt couples to a driven joint (leader).

The positions :math:`q_c` of all m moving joints are a linear function of the positions q of the n driven joints,

.. math:: q_c = G q + c,

with at most one nonzero number in each row of G. Power is conserved, so the joint torques are
:math:`\\tau = G^T \\tau_c`, and the limits of a follower are converted to limits of its leader.
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
    """A mimic joint: its position is ``multiplier`` times the position of its leader plus ``offset``.

    Attributes:
        joint: geometry and limits of the mimic joint.
        place: index of the moving link that the mimic joint moves, 0 first.
        leader: index of the leader among the driven joints.
        multiplier: velocity of the mimic joint divided by the velocity of the leader.
        offset: position of the mimic joint when the leader is at zero, rad (m).
        effort: effort limit of the mimic joint, N·m (N); 0 without limit.
    """

    joint: Joint
    place: int
    leader: int
    multiplier: float
    offset: float
    effort: float = 0.0


def joined_names(followers: Sequence[Follower]) -> str:
    """Return the names of the mimic joints as a list for messages."""
    return ", ".join(repr(follower.joint.name) for follower in followers)


def followers_refused(what: str, arm: str, followers: Sequence[Follower]) -> UnsupportedArmError:
    """Return the error that `what` does not support mimic joints, since it has a coordinate for every moving link."""
    return UnsupportedArmError(
        f"{what} has a coordinate and a torque for every moving link, and {joined_names(followers)} of {arm} follow "
        "other joints; use load_model or the nodes, which support mimic joints, or hold these joints"
    )


def following_matrix(n: int, followers: Sequence[Follower]) -> FloatArray:
    """Return the (m, n) matrix G from the velocities of the n driven joints to those of all m moving joints."""
    result = np.zeros((n + len(followers), n))
    result[motor_places(n, followers), np.arange(n)] = 1.0
    for follower in followers:
        result[follower.place, follower.leader] = follower.multiplier
    return result


def following_offset(n: int, followers: Sequence[Follower]) -> FloatArray:
    """Return the (m,) vector c: positions of all moving joints when the driven joints are at zero, rad (m)."""
    result = np.zeros(n + len(followers))
    for follower in followers:
        result[follower.place] = follower.offset
    return result


def motor_places(n: int, followers: Sequence[Follower]) -> list[int]:
    """Return the index of the link that each of the n driven joints moves."""
    taken = {follower.place for follower in followers}
    return [place for place in range(n + len(followers)) if place not in taken]


def chain_of_all(
    joints: Sequence[Joint], motors: Sequence[Motor], followers: Sequence[Follower]
) -> tuple[tuple[Joint, ...], tuple[Motor, ...]]:
    """Return joints and motors of the chain with a coordinate for every moving link; followers get no motor inertia."""
    found = {follower.place: (follower.joint, Motor(0.0, 1.0, follower.effort, 0.0)) for follower in followers}
    found |= dict(zip(motor_places(len(joints), followers), zip(joints, motors, strict=True), strict=True))
    rows = [found[place] for place in range(len(found))]
    return tuple(joint for joint, _ in rows), tuple(motor for _, motor in rows)


def limited(joint: Joint, motor: Motor, follower: Follower) -> tuple[Joint, Motor]:
    """Return a driven joint and its motor with limits that also satisfy the limits of its follower.

    Follower limits of 0 and empty ranges are ignored, since many descriptions do not fill them in.
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
    """Return the combined friction of a driven joint (`leader`) and its follower (`own`), at the driven joint."""
    rules = {name: term.follows for name, term in FRICTION_TERMS.items() if term.follows is not None}
    sums = {name: getattr(leader, name) + added(asdict(own), multiplier) for name, added in rules.items()}
    return replace(leader, **sums)


def loses_turns(joint: Joint, follower: Follower) -> bool:
    """Return whether a full revolution of a continuous joint changes the pose of its follower's link."""
    return joint.continuous and (follower.joint.slides or follower.multiplier % 1.0 != 0.0)
