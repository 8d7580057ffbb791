"""Find the joints of a gripper at the end of an arm: they are held, and the arm ends before them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .description import DescribedJoint, Description
from .tree import Tree

WORDS = re.compile("finger|grip|jaw|knuckle|thumb|claw|pinch", re.IGNORECASE)
"""Words in the names of a gripper's joints and links."""

MOST = 5
"""Joints of one finger at most."""


def named_as_gripper(joint: DescribedJoint) -> bool:
    """Return whether the name of a joint, or of the link that it moves, is that of a gripper's.

    Args:
        joint: of a robot description.
    """
    return WORDS.search(joint.name) is not None or WORDS.search(joint.child) is not None


def fingers(robot: Description, base: str | None, tip: str | None) -> tuple[str | None, list[str]]:
    """Find the fingers on the last link of an arm.

    With a tip these are what moves on the last moving link and does not lead to the tip: two or more branches of few
    joints, or joints whose names say so. Without one the arm ends where it branches, if all branches have such names.

    Args:
        robot: the robot.
        base: link that stands still; None for the root.
        tip: link at the arm's end; None for the link of the last moving joint.

    Returns:
        The tip, and the names of the joints to hold; the tip that was given, and none, where there are no fingers.

    Raises:
        ChainError: a link that does not exist, or no tree.
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


def _before_the_fork(tree: Tree, base: str) -> tuple[str | None, list[str]]:
    """Return the last link before an arm branches into fingers, and their joints."""
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
    """Return whether all joints are named as a gripper's, or follow others that are."""
    named = {joint.name for joint in joints if named_as_gripper(joint)}
    return bool(named) and all(joint.name in named or joint.mimics is not None for joint in joints)
