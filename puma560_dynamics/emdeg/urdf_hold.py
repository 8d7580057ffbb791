"""Joints of a robot description held where they are: those of a gripper, and whatever follows them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from fractions import Fraction

from ..errors import ChainError
from .algebra.exact import rational_cos_sin
from .chain.chain import PRISMATIC, REVOLUTE, Placement
from .chain.pose import compose, rotation_about, three
from .readers.urdf_file import FIXED, Urdf, UrdfJoint


def hold_joints(urdf: Urdf, names: Sequence[str]) -> Urdf:
    """The robot with some joints fixed at zero or the nearest limit, and those that mimic them where these put them.

    Args:
        urdf: the robot.
        names: of joints; or patterns with ``*`` and ``?``; or parts of names, ``gripper`` for all that have it.

    Raises:
        ChainError: no joint has such a name; or one that is named mimics one that still moves.
    """
    known = [joint.name for joint in urdf.joints]
    held = {found for name in names for found in _matching(name, known)}
    for _ in urdf.joints:  # who follows a follower follows
        held |= {joint.name for joint in urdf.joints if joint.mimics in held}
    _check_leaders(urdf, held)
    fixed = {joint.name: joint for joint in urdf.joints if joint.name in held}
    joints = (_held(joint, _position(joint, fixed)) if joint.name in held else joint for joint in urdf.joints)
    return replace(urdf, joints=tuple(joints))


def _matching(name: str, known: Sequence[str]) -> list[str]:
    """Names that a name, a pattern or a part of names stands for."""
    if name in known:
        return [name]
    found = [other for other in known if fnmatchcase(other, name)] or [other for other in known if name in other]
    if not found or not name:
        raise ChainError(f"joint {name!r}, which is to be held, does not exist; there are {', '.join(known)}")
    return found


def _check_leaders(urdf: Urdf, held: Collection[str]) -> None:
    """Refuse to hold what another joint moves: the coupling would be lost."""
    moving = {joint.name: joint for joint in urdf.joints if joint.name not in held and not joint.fixed}
    for joint in urdf.joints:
        if joint.name not in held or joint.mimics not in moving:
            continue
        way = [moving[joint.mimics]]
        while (leader := moving.get(way[-1].mimics or "")) is not None and leader not in way:
            way.append(leader)
        first = way[-1].name
        raise ChainError(
            f"joint {joint.name!r}, which is to be held, mimics {joint.mimics!r}, which moves; hold {first!r}, and its "
            f"followers are held with it: --hold {first} (or a part of the names); or, if {joint.name!r} is to stand "
            "still while that moves, take its <mimic> out of the description"
        )


def _held(joint: UrdfJoint, at: Fraction) -> UrdfJoint:
    """Fixed at a position, rad or m."""
    fixed = replace(joint, kind=FIXED, mimics=None, mimic_offset=Fraction(0), mimic_multiplier=Fraction(1))
    if not at or joint.kind not in (REVOLUTE, PRISMATIC):
        return fixed
    if joint.kind == PRISMATIC:
        step = Placement(origin=three(at * x for x in joint.axis))
    else:
        step = Placement(rotation_about(joint.axis, *rational_cos_sin(float(at))))
    return replace(fixed, origin=compose(joint.origin, step))


def _position(joint: UrdfJoint, held: Mapping[str, UrdfJoint]) -> Fraction:
    """Zero or the nearest limit; of a joint that follows held ones, where these put it."""
    seen = [joint]
    while (leader := held.get(seen[-1].mimics or "")) is not None and leader not in seen:
        seen.append(leader)
    first, *followers = reversed(seen)
    lower, upper = (Fraction(first.limits.get(name, 0.0)) for name in ("lower", "upper"))
    at = Fraction(0) if first.endless else min(max(Fraction(0), lower), upper)
    for follower in followers:
        at = follower.mimic_multiplier * at + follower.mimic_offset
    return at
