"""Joints of a robot description held where they are: those of a gripper, and whatever follows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from fractions import Fraction

from ..errors import ChainError
from .algebra.exact import cos_sin
from .chain.chain import PRISMATIC, REVOLUTE, Placement
from .chain.pose import about, compose, three
from .readers.urdf_file import FIXED, Urdf, UrdfJoint


def holding(urdf: Urdf, names: Sequence[str]) -> Urdf:
    """The robot with some joints fixed at position zero, and those that mimic them fixed where these put them.

    Args:
        urdf: the robot.
        names: of joints; or patterns with ``*`` and ``?``; or parts of names, ``gripper`` for all that have it.

    Raises:
        ChainError: no joint has such a name.
    """
    known = [joint.name for joint in urdf.joints]
    held = {found for name in names for found in _matching(name, known)}
    for _ in urdf.joints:  # who follows a follower follows
        held |= {joint.name for joint in urdf.joints if joint.mimics in held}
    joints = (_held(joint, held) if joint.name in held else joint for joint in urdf.joints)
    return replace(urdf, joints=tuple(joints))


def _matching(name: str, known: Sequence[str]) -> list[str]:
    """Names that a name, a pattern or a part of names stands for."""
    if name in known:
        return [name]
    found = [other for other in known if fnmatchcase(other, name)] or [other for other in known if name in other]
    if not found or not name:
        raise ChainError(f"joint {name!r}, which is to be held, does not exist; there are {known}")
    return found


def _held(joint: UrdfJoint, held: set[str]) -> UrdfJoint:
    """Fixed at zero, or where the joint that it follows puts it when that is at zero."""
    kind = joint.kind
    fixed = replace(joint, kind=FIXED, mimics=None, mimic_offset=Fraction(0))
    if joint.mimics not in held or not joint.mimic_offset or kind not in (REVOLUTE, PRISMATIC):
        return fixed
    if kind == PRISMATIC:
        step = Placement(origin=three(joint.mimic_offset * x for x in joint.axis))
    else:
        step = Placement(about(joint.axis, *cos_sin(float(joint.mimic_offset))))
    return replace(fixed, origin=compose(joint.origin, step))
