"""Joints, motors and friction of a robot description: those that mimic others count for the joints that they follow."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ..errors import ArmFileError
from .follower import Follower, limited, loses_turns, with_friction_of
from .joint_friction import JointFriction
from .parts import Joint, Motor

if TYPE_CHECKING:
    from ..emdeg import ChainJoint, JointFacts, Reading


class DescribedJoints(NamedTuple):
    """Joints with motors from the base outwards, their motors and friction; and the joints that follow them."""

    joints: tuple[Joint, ...]
    motors: tuple[Motor, ...]
    friction: tuple[JointFriction, ...]
    followers: tuple[Follower, ...]


def described_joints(reading: Reading, name: str) -> DescribedJoints:
    """The joints that the generator's reader has found.

    Args:
        reading: of the description.
        name: of the description, for messages.

    Raises:
        ArmFileError: a joint without limits, or a follower whose place an endless joint does not determine.
    """
    joints = [_joint(step, facts, name) for step, facts in zip(reading.chain.joints, reading.facts, strict=True)]
    lost = [JointFriction(float(one.friction), float(one.friction), float(one.damping)) for one in reading.friction]
    motors = [Motor(0.0, 1.0, facts.effort or 0.0, one.dry) for facts, one in zip(reading.facts, lost, strict=True)]
    own = [place for place in range(len(joints)) if place not in {mimic.joint for mimic in reading.mimics}]
    followers = []
    for mimic in reading.mimics:
        follower = Follower(
            joints[mimic.joint],
            mimic.joint,
            own.index(mimic.leader),
            float(mimic.multiplier),
            float(mimic.offset),
            motors[mimic.joint].maximum_torque,
        )
        followers.append(follower)
        leader = mimic.leader
        lost[leader] = with_friction_of(lost[leader], lost[mimic.joint], follower.multiplier)
        joints[leader], motor = limited(joints[leader], motors[leader], follower)
        motors[leader] = replace(motor, break_away_torque=lost[leader].dry)
    for follower in followers:
        _check_limits(joints[own[follower.leader]], follower, name)
    return DescribedJoints(
        tuple(joints[place] for place in own),
        tuple(motors[place] for place in own),
        tuple(lost[place] for place in own),
        tuple(followers),
    )


def _check_limits(leader: Joint, follower: Follower, name: str) -> None:
    """Refuse a follower with no position within its limits, or whose place an endless joint does not determine.

    Raises:
        ArmFileError: it is one.
    """
    if follower.joint.lower < follower.joint.upper and not leader.lower < leader.upper:
        raise ArmFileError(
            f"{name}: no position of joint {leader.name!r} is within its limits and within those of what follows it, "
            f"{follower.joint.name!r} by {follower.multiplier:g} plus {follower.offset:g}; correct limits or <mimic>"
        )
    if loses_turns(leader, follower):
        raise ArmFileError(
            f"{name}: joint {follower.joint.name!r} mimics {leader.name!r} by {follower.multiplier:g}, which turns "
            "without end, so that the angle within a turn does not determine its position; give either of them limits"
        )


def _joint(step: ChainJoint, facts: JointFacts, name: str) -> Joint:
    """A joint with its limits; a continuous one has none of position."""
    if not facts.endless and (facts.velocity is None or facts.effort is None):
        raise ArmFileError(
            f"{name}: joint {step.name!r} has no <limit> with effort and velocity; give both, or hold the joint"
        )
    return Joint(
        name=step.name,
        alpha=math.atan2(step.sin_alpha, step.cos_alpha),
        a=float(step.a),
        d=float(step.d),
        lower=-math.inf if facts.lower is None else facts.lower,
        upper=math.inf if facts.upper is None else facts.upper,
        velocity=facts.velocity or 0.0,
        kind=step.kind,
        offset=math.atan2(step.sin_offset, step.cos_offset),
    )
