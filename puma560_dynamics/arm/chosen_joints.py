"""Select the arm formed by given joints of a robot description, which may also contain a second arm or a torso."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..emdeg import Selection
from ..errors import ArmFileError, ChainError
from .arm import Arm
from .described_arm import described_arm

if TYPE_CHECKING:
    from ..emdeg import DescribedJoint


def arm_of_joints(part: Selection, joints: Sequence[str]) -> Arm:
    """Return the arm of a robot description whose moving joints are exactly `joints`.

    Other moving joints on the arm, such as a gripper's fingers, are held at zero. Moving joints between the root and
    the arm must be in `part.hold`, because they determine the direction of gravity in the base.

    Args:
        part: the description and the selected part; the default tip is the link that the last joint moves.
        joints: names of the moving joints, from the base outwards.

    Raises:
        ArmFileError: the description does not have these joints, or they do not form one arm in this order.
        UnphysicalArmError: as `described_arm`.
    """
    from ..emdeg import hold_joints, parse_description

    try:
        robot = hold_joints(parse_description(part), part.hold)
    except ChainError as error:
        raise ArmFileError(f"robot description: {error}") from None
    known = {joint.name: joint for joint in robot.joints}
    moving = [joint.name for joint in robot.joints if not joint.fixed]
    missing = [name for name in joints if name not in moving]
    if missing:
        raise ArmFileError(
            f"robot description: it has no moving joints {', '.join(missing)}; it has {', '.join(moving) or 'none'}"
        )
    twice = sorted({name for name in joints if joints.count(name) > 1})
    if twice:
        raise ArmFileError(f"robot description: joints {', '.join(twice)} are named twice; expected each once")
    above = {joint.child: joint for joint in robot.joints}
    ways = {name: _way(known[name], above) for name in joints}
    order = sorted(joints, key=lambda name: len(ways[name]))
    last = ways[order[-1]]
    following = _followers(robot.joints, joints)
    followers = [name for name in joints if name in following]
    if followers:
        raise ArmFileError(
            f"robot description: joints {', '.join(followers)} mimic other joints of the list and have no "
            "separate motor; remove them from the list"
        )
    aside = [name for name in joints if name not in last]
    if aside:
        raise ArmFileError(
            f"robot description: joints {', '.join(aside)} do not lie between its root and joint "
            f"{order[-1]}; expected the joints of one arm"
        )
    if order != list(joints):
        raise ArmFileError(
            f"robot description: joints {', '.join(joints)} are in another order than along the arm; "
            f"expected {', '.join(order)}, from the base outwards"
        )
    # A mimic joint may be beyond the last joint, as in the wrist of a palletiser.
    outer = max((way for name in following if order[-1] in (way := _way(known[name], above))), key=len, default=last)
    last = outer if len(outer) > len(last) else last
    below = [name for name in _within(last, known, part.base) if name in moving and name not in (*joints, *following)]
    if below:
        raise ArmFileError(
            f"robot description: joints {', '.join(below)} move the arm of joints {', '.join(joints)} too; "
            "name them in hold if they stand at zero, or give the link beyond them as base"
        )
    carried = [joint for joint in robot.joints if joint.name in moving and order[0] in _way(joint, above)]
    held = [joint.name for joint in carried if joint.name not in (*joints, *following)]
    arm = described_arm(replace(part, tip=part.tip or known[last[0]].child, hold=(*part.hold, *held)))
    if not held:
        return arm
    return arm.with_(remarks=(*arm.remarks, f"joints {', '.join(held)} are attached to the arm and are held at zero"))


def _followers(all_joints: Sequence[DescribedJoint], joints: Sequence[str]) -> list[str]:
    """Return the names of the joints that mimic one of `joints`, directly or through other mimic joints."""
    found: list[str] = []
    for _ in all_joints:
        found += [
            joint.name
            for joint in all_joints
            if not joint.fixed and joint.name not in found and joint.mimics in (*joints, *found)
        ]
    return found


def _within(way: Sequence[str], known: dict[str, DescribedJoint], base: str | None) -> list[str]:
    """Return the joints of `way`, a path to the root, that are between the link `base` and the start of the path."""
    parents = [known[name].parent for name in way]
    return list(way[: parents.index(base) + 1]) if base in parents else list(way)


def _way(joint: DescribedJoint, above: dict[str, DescribedJoint]) -> list[str]:
    """Return the names of the joints from `joint` to the root, `joint` first."""
    names: list[str] = []
    found: DescribedJoint | None = joint
    while found is not None and found.name not in names:
        names.append(found.name)
        found = above.get(found.parent)
    return names
