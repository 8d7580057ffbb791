"""Find the joints of a gripper at the end of an arm; they are held and are not joints of the arm."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .description import DescribedJoint, Description
from .tree import Tree

WORDS = re.compile("finger|grip|jaw|knuckle|thumb|claw|pinch", re.IGNORECASE)
"""Words that identify a gripper in names of joints and links."""

MOST = 5
"""Maximum number of joints of a finger."""


def named_as_gripper(joint: DescribedJoint) -> bool:
    """Return whether the name of a joint, or of the link that it moves, contains one of `WORDS`."""
    return WORDS.search(joint.name) is not None or WORDS.search(joint.child) is not None


def fingers(robot: Description, base: str | None, tip: str | None) -> tuple[str | None, list[str]]:
    """Find the fingers on the last link of an arm.

    If `tip` is given, fingers are the branches on the last moving link that do not lead to the tip, provided that there
    are at least two short branches or that their names contain one of `WORDS`. Without `tip`, the arm ends where it
    branches, provided that all branches have such names.

    Args:
        robot: the robot.
        base: link that does not move; None for the root.
        tip: link at the end of the arm; None for the link of the last moving joint.

    Returns:
        The tip of the arm (`tip` itself if there are no fingers), and the names of the joints to hold.

    Raises:
        ChainError: a link does not exist, or the links are not a tree.
    """
    tree = Tree(robot)
    base = tree.root() if base is None else tree.known(base, "base")
    if tip is None:
        return _before_the_fork(tree, base)
    moving = [joint for joint in tree.path(base, tree.known(tip, "tip")) if not joint.fixed]
    if not moving:
        return tip, []
    branches = [
        [joint, *tree.moving(joint.child)]
        for link in tree.fixed_to(moving[-1].child)
        for joint in tree.below[link]
        if not joint.fixed
    ]
    several = len(branches) > 1 and all(len(branch) <= MOST for branch in branches)
    return tip, [joint.name for branch in branches if several or _is_gripper(branch) for joint in branch]


def fingers_of_arms(robot: Description, base: str | None, tips: Sequence[str]) -> list[str]:
    """Return the names of the joints of fingers on the last links of several arms, found as by `fingers`.

    Args:
        robot: the robot.
        base: link that does not move; None for the root.
        tips: links at the ends of the arms.

    Raises:
        ChainError: a link does not exist, or the links are not a tree.
    """
    tree = Tree(robot)
    start = tree.root() if base is None else tree.known(base, "base")
    used = {joint.name for tip in tips for joint in tree.path(start, tree.known(tip, "tip"))}
    return [name for tip in tips for name in fingers(robot, base, tip)[1] if name not in used]


def _before_the_fork(tree: Tree, base: str) -> tuple[str | None, list[str]]:
    """Return the last link before an arm branches into fingers, and the names of the fingers' joints."""
    moving = tree.moving(base)
    ends = [joint for joint in moving if not tree.moving(joint.child)]
    if len(ends) < 2:
        return None, []
    carried = {joint.child: set(tree.under(joint.child)) for joint in moving}
    shared = [joint for joint in moving if all(end.child in carried[joint.child] for end in ends)]
    if not shared:
        return None, []
    last = min(shared, key=lambda joint: len(carried[joint.child]))
    rest = tree.moving(last.child)
    return (last.child, [joint.name for joint in rest]) if _is_gripper(rest) else (None, [])


def _is_gripper(joints: Sequence[DescribedJoint]) -> bool:
    """Return whether a joint has the name of a gripper's joint, and all others have such names or are mimic joints."""
    named = {joint.name for joint in joints if named_as_gripper(joint)}
    return bool(named) and all(joint.name in named or joint.mimics is not None for joint in joints)
