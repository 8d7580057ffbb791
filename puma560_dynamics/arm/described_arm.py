"""Build an arm from a robot description. Joint axes are arbitrary; fixed links are merged into their moving links.

The frames 1 to n of an `Arm` lie on the joint axes. `Arm.base` and `Arm.frames` are the transforms to the frames of
the description, which poses and Jacobians refer to.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import FloatArray
from ..emdeg import Selection
from ..errors import ArmFileError, ChainError, UnphysicalArmError
from ..robot_xml import is_xml
from .arm import DOWN, Arm
from .follower import Follower, limited, loses_turns, with_friction_of
from .joint_friction import JointFriction
from .link_place import BASE_LINK, LinkPlace
from .parts import Joint, Link, Motor
from .physics import check_links, implausible_numbers

if TYPE_CHECKING:
    from ..emdeg import Body, ChainJoint, JointFacts, Placement, Reading


def described_arm(part: Selection) -> Arm:
    """Return the selected arm of a robot description, checked.

    Args:
        part: the description and the selection of the arm in it.

    Raises:
        ArmFileError: no such file, no serial arm, or a joint without limits.
        UnphysicalArmError: no link has mass, or an inertia is physically impossible.
        MissingDependencyError: the file needs xacro or MuJoCo, which is not installed.
    """
    arm = read_arm(part)
    check_described(arm, arm.source.removeprefix(SOURCE))
    return arm.with_(remarks=(*arm.remarks, *missing(arm), *implausible_numbers(arm)))


def read_arm(part: Selection) -> Arm:
    """Return the selected arm of a robot description without checking its masses, inertias and limits.

    Raises:
        ArmFileError, MissingDependencyError: as `described_arm`.
    """
    from ..emdeg import description_name, read_description  # the generator takes a while to import

    try:
        reading = read_description(part)
    except ChainError as error:
        advice = "; commands take --base, --tip and --hold, and arm files have these as keys (`puma560 arm import`)"
        raise ArmFileError(f"{error}{advice if _choice(error) else ''}") from None
    if not reading.chain.serial:
        raise ArmFileError(
            f"{description_name(part.source)}: {' and '.join(part.tips)} are the tips of several arms, and models, "
            "nodes and controllers take one arm; give one tip (`puma560 derive` takes several)"
        )
    source = part.source if is_xml(part.source) else str(Path(part.source).expanduser().resolve())
    return _arm(_completed(reading), description_name(part.source), replace(part, source=source))


SOURCE = "robot description "
"""Prefix of `Arm.source`, followed by the name of the description."""


def _completed(reading: Reading) -> Reading:
    """Add link names and limits of 0 to the reading of a Denavit-Hartenberg table, which has neither."""
    if reading.links:
        return reading
    from ..emdeg import Friction, JointFacts

    joints = reading.chain.joints
    return replace(
        reading,
        base=BASE_LINK,
        links=tuple(f"link{number}" for number in range(1, len(joints) + 1)),
        facts=tuple(JointFacts(joint.name, joint.revolute, 0.0, 0.0, 0.0, 0.0) for joint in joints),
        friction=(Friction(),) * len(joints),
    )


def _choice(error: ChainError) -> bool:
    """Return whether the error suggests to select a different part of the description."""
    return any(word in str(error) for word in ("--hold", "one of the ends", "name the base"))


def check_described(arm: Arm, name: str) -> None:
    """Raise if no model can be computed for the arm; the message begins with `name`.

    Raises:
        ArmFileError: the lower limit of a joint is not below its upper limit.
        UnphysicalArmError: no link has mass, or an inertia is physically impossible.
    """
    for joint in arm.joints:
        if not joint.lower < joint.upper and not joint.without_limits:
            raise ArmFileError(
                f"{name}: joint {joint.name!r} has lower limit {joint.lower:g} and upper limit {joint.upper:g}; give "
                "the lower one first, or hold the joint"
            )
    if not any(link.mass for link in arm.links):
        raise UnphysicalArmError(
            f"{name}: no link of the arm has mass, so that every torque would be zero; complete <inertial> in the "
            "description, or give mass, center_of_gravity and inertia under `links:` of an arm file on it"
        )
    errors: list[str] = []
    check_links(arm, errors, [])
    if errors:
        raise UnphysicalArmError(f"{name}: " + "; ".join(errors))


def missing(arm: Arm) -> Iterator[str]:
    """Yield a remark for each kind of number that the arm lacks, with the joints concerned and the consequence."""
    free = [joint.name for joint in arm.joints if joint.without_limits]
    if free:
        first = free[0] if free[0].isidentifier() else f'"{free[0]}"'
        yield (
            f"the position limits of joints {', '.join(free)} are missing (lower and upper are both 0, as exporters "
            "write it): models work, but nodes send no torque; give the limits in an arm file, as `joints: "
            f"{{{first}: {{lower: -2.5, upper: 2.5}}}}` in rad (m), or hold joints that cannot move"
        )
    still = [joint.name for joint in arm.joints if not joint.velocity > 0.0]
    if still:
        yield f"joints {', '.join(still)} have velocity limit 0: the torque gate closes when they move"
    weak = [joint.name for joint, motor in zip(arm.joints, arm.motors, strict=True) if not motor.maximum_torque > 0.0]
    if weak:
        yield f"joints {', '.join(weak)} have effort limit 0: the torque gate lets no torque through"
    bare = [joint.name for joint, motor in zip(arm.joints, arm.motors, strict=True) if not motor.inertia > 0.0]
    if bare:
        whose = "" if len(bare) == arm.n else f" of {', '.join(bare)}"
        yield (
            f"motor inertia{whose} is not in the description and counts as 0: feed-forward lacks its share of the "
            "accelerating torque, on geared arms often the larger one"
        )
    known = [bool(one.dry or one.viscous) for one in arm.friction] or [False] * arm.n
    rows = zip(arm.joints, known, arm.break_away_torque.tolist(), strict=True)
    smooth = [joint.name for joint, given, start in rows if not (given or start)]
    if smooth:
        whose = "" if len(smooth) == arm.n else f" of {', '.join(smooth)}"
        yield (
            f"friction{whose} is not given and counts as 0: feed-forward cannot compensate it, and replay shows it as "
            "error"
        )
    for joint, one in zip(arm.joints, arm.friction, strict=bool(arm.friction)):
        if bool(one.coulomb_positive) != bool(one.coulomb_negative):
            direction = "negative" if one.coulomb_positive else "positive"
            yield (
                f"friction.{joint.name}: coulomb_{direction} is 0 or not given, so dry friction counts as 0 in "
                f"{direction} direction"
            )


def _arm(reading: Reading, name: str, origin: Selection) -> Arm:
    joints, motors, friction, followers = _parts(reading, name)
    links = (_link(link, body) for link, body in zip(reading.links, reading.chain.bodies, strict=True))
    down = np.array([float(x) for x in reading.gravity])
    return Arm(
        name=reading.chain.name,
        source=f"{SOURCE}{name}",
        gravity=reading.strength,
        gravity_direction=down / reading.strength if reading.strength else np.array(DOWN),
        joints=joints,
        links=tuple(links),
        motors=motors,
        friction=friction if any(one.dry or one.viscous for one in friction) else (),
        base=_matrix(reading.chain.base),
        frames=np.array([_matrix(frame) for frame in reading.chain.frames]),
        remarks=tuple(_remarks(reading)),
        origin=origin,
        places={link.name: LinkPlace(link.carrier, _matrix(link.pose)) for link in reading.chain.links.links},
        followers=followers,
        chain_as_read=reading.chain,
    )


def _parts(
    reading: Reading, name: str
) -> tuple[tuple[Joint, ...], tuple[Motor, ...], tuple[JointFriction, ...], tuple[Follower, ...]]:
    """Return the driven joints, their motors, their friction, and the mimic joints.

    Friction, motor inertia and limits of a mimic joint are included in those of the driven joint that it follows.

    Raises:
        ArmFileError: a joint has no limits, or the angle of a continuous joint does not determine its mimic joint.
    """
    steps = reading.chain.joints
    joints = [_joint(step, facts, name) for step, facts in zip(steps, reading.facts, strict=True)]
    lost = [JointFriction(float(one.friction), float(one.friction), float(one.damping)) for one in reading.friction]
    motors = [
        Motor(float(step.armature), 1.0, facts.effort or 0.0, one.dry)
        for step, facts, one in zip(steps, reading.facts, lost, strict=True)
    ]
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
        inertia = motor.inertia + follower.multiplier**2 * motors[mimic.joint].inertia
        motors[leader] = replace(motor, inertia=inertia, break_away_torque=lost[leader].dry)
    for follower in followers:
        _check_limits(joints[own[follower.leader]], follower, name)
    return (
        tuple(joints[place] for place in own),
        tuple(motors[place] for place in own),
        tuple(lost[place] for place in own),
        tuple(followers),
    )


def _check_limits(leader: Joint, follower: Follower, name: str) -> None:
    """Refuse a mimic joint that is never within its limits, or that the angle of a continuous joint does not determine.

    Raises:
        ArmFileError: the mimic joint is refused.
    """
    if follower.joint.lower < follower.joint.upper and not leader.lower < leader.upper:
        raise ArmFileError(
            f"{name}: no position of joint {leader.name!r} is within its limits and within those of its mimic joint "
            f"{follower.joint.name!r}, with multiplier {follower.multiplier:g} and offset {follower.offset:g}; correct "
            "limits or <mimic>"
        )
    if loses_turns(leader, follower):
        raise ArmFileError(
            f"{name}: joint {follower.joint.name!r} mimics {leader.name!r}, which is continuous, with multiplier "
            f"{follower.multiplier:g}, so that the angle within a turn does not determine its position; give either of "
            "them limits"
        )


def _joint(step: ChainJoint, facts: JointFacts, name: str) -> Joint:
    """Return a joint with its limits; a continuous joint has no position limits."""
    if not facts.continuous and (facts.velocity is None or facts.effort is None):
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


def _remarks(reading: Reading) -> Iterator[str]:
    """Yield the remarks on the description; the numbers of an arm file do not affect them."""
    yield from (remark for remark in reading.remarks if remark not in reading.angles)
    odd = [remark.split(":")[0] for remark in reading.angles if "misses" in remark]
    if odd:
        yield (
            f"angles of {', '.join(dict.fromkeys(odd))} are close to quarter turns and are used as written: the "
            "generated model has more terms for it"
        )
    for mimic in reading.mimics:
        own, leader = (reading.chain.joints[place].name for place in (mimic.joint, mimic.leader))
        plus = f" {'+' if mimic.offset > 0 else '-'} {abs(float(mimic.offset)):g}" if mimic.offset else ""
        yield (
            f"joint {own!r} follows {leader!r}, at {float(mimic.multiplier):g} times its position{plus}: it has no "
            f"motor, and its limits and friction count for {leader!r}"
        )
    x, y, z = (float(entry) for entry in reading.gravity)
    vector = f"({x:.4g}, {y:.4g}, {z:.4g}) m/s² in base link {reading.base!r}"
    if not reading.upright:
        yield f"gravity is {vector}, as in the description; give gravity_direction if the arm is mounted differently"
        return
    turned = "" if x == y == 0.0 > z else f", which is {vector}"
    yield (
        f"gravity is assumed along -z of link {reading.upright!r}{turned}: if this is wrong, give "
        "gravity_direction in the frame of the base link, or another link by --upright"
    )


def _link(name: str, body: Body) -> Link:
    xx, yy, zz, xy, xz, yz = (float(entry) for entry in body.inertia)
    return Link(
        name,
        float(body.mass),
        np.array([float(x) for x in body.center]),
        np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]),
    )


def _matrix(place: Placement) -> FloatArray:
    result = np.eye(4)
    result[:3, :3] = [[float(entry) for entry in row] for row in place.rotation]
    result[:3, 3] = [float(entry) for entry in place.origin]
    return result
