"""An arm from a robot description: URDF or xacro, any joint axes, fixed links counted with those that move them.

Within, the arm has its frames on the joints' axes (`Arm`); `Arm.base` and `Arm.frames` lead back to those of the
description, in which poses and Jacobians are given. A URDF has no motor inertia: it counts as zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import FloatArray
from ..errors import ArmFileError, ChainError, UnphysicalArmError
from .arm import Arm
from .described_joints import described_joints
from .description_text import absolute, description_text
from .link_place import LinkPlace
from .origin import Origin
from .parts import Link
from .physics import check_links
from .plausible import implausible_numbers

if TYPE_CHECKING:
    from ..emdeg import Body, Placement, Reading

GRAVITY = 9.81
"""m/s²; a description does not say it."""


def described_arm(
    source: str | Path,
    *,
    base: str | None = None,
    tip: str | None = None,
    hold: Sequence[str] = (),
    arguments: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
    upright: str | None = None,
) -> Arm:
    """The arm between two links of a robot description.

    Args:
        source: path of a URDF or xacro file, or XML text.
        base: link that stands still (default: the root).
        tip: link at the arm's end (default: that of the last moving joint, where there is one arm only).
        hold: joints held at zero or the nearest limit: names or patterns; a gripper's fingers are held in any case.
        arguments: of a xacro file, by name.
        without: links that the robot does not carry, left out with all that hangs on them.
        upright: link along whose -z gravity acts (default: the root, in which the base may stand turned).

    Raises:
        ArmFileError: no such file, no serial arm, or a joint without limits.
        UnphysicalArmError: no mass at all, or an inertia that no body has.
        MissingDependencyError: a xacro file, and xacro is not installed.
    """
    arm = read_description(source, base=base, tip=tip, hold=hold, arguments=arguments, without=without, upright=upright)
    check_described(arm, description_name(arm))
    return arm.with_(remarks=(*arm.remarks, *missing(arm), *implausible_numbers(arm)))


def read_description(
    source: str | Path,
    *,
    base: str | None = None,
    tip: str | None = None,
    hold: Sequence[str] = (),
    arguments: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
    upright: str | None = None,
) -> Arm:
    """As `described_arm`, with whatever bodies the description has.

    Raises:
        ArmFileError, MissingDependencyError: as there.
    """
    from ..emdeg import read_urdf  # the generator takes a while to import

    text, name = description_text(source, arguments)
    try:
        reading = read_urdf(text, base=base, tip=tip, hold=hold, without=without, upright=upright)
    except ChainError as error:
        advice = (
            "; `puma560 arm import` takes --base, --tip and --hold and writes an arm file" if _choice(error) else ""
        )
        raise ArmFileError(f"{name}: {error}{advice}") from None
    origin = Origin(
        absolute(source), base, tip, tuple(hold), tuple(sorted((arguments or {}).items())), tuple(without), upright
    )
    return _arm(reading, name, origin)


def _choice(error: ChainError) -> bool:
    """Whether another part of the same description may be an arm."""
    return any(word in str(error) for word in ("--hold", "one of the ends", "name the base"))


def description_name(arm: Arm) -> str:
    """What to call the description of an arm in messages."""
    return arm.source.removeprefix("robot description ")


def check_described(arm: Arm, name: str) -> None:
    """Refuse an arm that cannot be computed with: `name` is what the sentence begins with.

    Raises:
        ArmFileError: a joint whose limits leave no room.
        UnphysicalArmError: a moving link without mass, or an inertia that no body has.
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
    """What an arm on a description still lacks, with names, and what it costs."""
    free = [joint.name for joint in arm.joints if joint.without_limits]
    if free:
        first = free[0] if free[0].isidentifier() else f'"{free[0]}"'
        yield (
            f"limits of position were not entered for joints {', '.join(free)} (lower and upper are 0, as exporters "
            "write it): models compute, no node sends torque; give them in an arm file, as `joints: "
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
            f"motor inertia{whose} is not in a robot description and counts as 0: feed-forward lacks its share of the "
            "accelerating torque, on geared arms often the larger one"
        )
    if not any(one.dry or one.viscous for one in arm.friction) and not arm.break_away_torque.any():
        yield "friction is not given and counts as 0: feed-forward cannot compensate it, and replay shows it as error"


def _arm(reading: Reading, name: str, origin: Origin) -> Arm:
    chain, parts = reading.chain, described_joints(reading, name)
    links = (_link(link, body) for link, body in zip(reading.links, chain.bodies, strict=True))
    return Arm(
        name=chain.name,
        source=f"robot description {name}",
        gravity=GRAVITY,
        gravity_direction=np.array([float(x) for x in reading.gravity]) / GRAVITY,
        joints=parts.joints,
        links=tuple(links),
        motors=parts.motors,
        friction=parts.friction if any(one.dry or one.viscous for one in parts.friction) else (),
        base=_matrix(chain.base),
        frames=np.array([_matrix(frame) for frame in chain.frames]),
        remarks=tuple(_remarks(reading)),
        origin=origin,
        places={
            link: LinkPlace(carrier, _matrix(place))
            for carrier, fixed in enumerate(reading.carried)
            for link, place in fixed.items()
        },
        followers=parts.followers,
    )


def _remarks(reading: Reading) -> Iterator[str]:
    """What was noticed in the description that stays, whatever an arm file adds."""
    yield from (remark for remark in reading.remarks if remark not in reading.angles)
    odd = [remark.split(":")[0] for remark in reading.angles if "misses" in remark]
    if odd:
        yield (
            f"angles of {', '.join(dict.fromkeys(odd))} nearly are quarter turns and are taken as written: the "
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
    turned = "" if x == y == 0.0 > z else f", which is ({x:.4g}, {y:.4g}, {z:.4g}) m/s² in base link {reading.base!r}"
    yield (
        f"gravity is taken along -z of link {reading.upright!r}{turned}: if that is not upright, give "
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
