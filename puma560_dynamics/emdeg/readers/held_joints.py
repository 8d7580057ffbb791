"""Hold joints of a robot at constant positions, including their mimic joints, and leave links out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from fractions import Fraction

from ...errors import ChainError
from ..algebra.exact import rational_cos_sin
from ..chain.chain import PRISMATIC, REVOLUTE, Placement
from ..chain.pose import compose, inverse_placement, rotation_about, three
from .description import FIXED, DescribedJoint, Description


def hold_joints(robot: Description, names: Sequence[str]) -> Description:
    """Return the robot with some joints, and the joints that mimic them, fixed at zero or the nearest limit.

    Args:
        robot: the robot.
        names: names of joints, or shell patterns such as ``*gripper*``.

    Raises:
        ChainError: a name matches no joint, or a held joint mimics a joint that is not held.
    """
    known = [joint.name for joint in robot.joints]
    held = {found for name in names for found in _matching(name, known)}
    for _ in robot.joints:  # joints may mimic mimic joints
        held |= {joint.name for joint in robot.joints if joint.mimics in held}
    _check_leaders(robot, held)
    fixed = {joint.name: joint for joint in robot.joints if joint.name in held}
    joints = (_held(joint, _position(joint, fixed)) if joint.name in held else joint for joint in robot.joints)
    return replace(robot, joints=tuple(joints))


def without_links(robot: Description, names: Sequence[str]) -> Description:
    """Return the robot without some links and everything attached to them.

    Args:
        robot: the robot.
        names: names of the links to leave out.

    Raises:
        ChainError: a link does not exist, or a remaining joint mimics a removed joint.
    """
    unknown = [name for name in names if name not in robot.bodies]
    if unknown:
        raise ChainError(
            f"links {', '.join(unknown)}, which are to be left out, do not exist; there are {', '.join(robot.bodies)}"
        )
    gone = set(names)
    for _ in robot.joints:  # links attached to removed links
        gone |= {joint.child for joint in robot.joints if joint.parent in gone}
    joints = tuple(joint for joint in robot.joints if joint.child not in gone)
    left = {joint.name for joint in robot.joints} - {joint.name for joint in joints}
    followers = [joint.name for joint in joints if joint.mimics in left]
    if followers:
        raise ChainError(
            f"joints {', '.join(followers)} mimic joints of links that are to be left out; leave their links out, too"
        )
    return replace(robot, bodies={link: body for link, body in robot.bodies.items() if link not in gone}, joints=joints)


def joints_below(robot: Description, base: str) -> list[str]:
    """Return the names of the moving joints between a link and the root, starting at the link.

    Args:
        robot: the robot.
        base: name of the link.
    """
    above = {joint.child: joint for joint in robot.joints}
    found: list[str] = []
    link, seen = base, {base}
    while link in above:
        joint = above[link]
        if not joint.fixed:
            found.append(joint.name)
        link = joint.parent
        if link in seen:
            break
        seen.add(link)
    return found


def held_position(robot: Description, name: str) -> float:
    """Return the position at which `hold_joints` fixes a joint, rad or m.

    Args:
        robot: the robot.
        name: name of the joint.
    """
    joint = next(joint for joint in robot.joints if joint.name == name)
    return float(_position(joint, {other.name: other for other in robot.joints}))


def _matching(name: str, known: Sequence[str]) -> list[str]:
    """Return the known names that match a name or a pattern; raise if there are none."""
    if name in known:
        return [name]
    found = [other for other in known if fnmatchcase(other, name)]
    if not found or not name:
        parts = bool(name) and any(name in other for other in known)
        advice = f"give whole names or a pattern, '*{name}*' for all that have it" if parts else "correct the name"
        raise ChainError(f"joint {name!r}, which is to be held, does not exist; there are {', '.join(known)}; {advice}")
    return found


def _check_leaders(robot: Description, held: Collection[str]) -> None:
    """Raise if a held joint mimics a moving joint, because the coupling would be lost."""
    moving = {joint.name: joint for joint in robot.joints if joint.name not in held and not joint.fixed}
    for joint in robot.joints:
        if joint.name not in held or joint.mimics not in moving:
            continue
        way = [moving[joint.mimics]]
        while (leader := moving.get(way[-1].mimics or "")) is not None and leader not in way:
            way.append(leader)
        first = way[-1].name
        raise ChainError(
            f"joint {joint.name!r}, which is to be held, mimics {joint.mimics!r}, which moves; hold {first!r}, and its "
            f"followers are held with it: --hold {first}; or, if {joint.name!r} does not "
            "move with it, remove its <mimic> from the description"
        )


def _held(joint: DescribedJoint, at: Fraction) -> DescribedJoint:
    """Return a joint fixed at a position, rad (m)."""
    fixed = replace(joint, kind=FIXED, mimics=None, mimic_offset=Fraction(0), mimic_multiplier=Fraction(1), refusal="")
    if not at or joint.kind not in (REVOLUTE, PRISMATIC) or not any(joint.axis):
        return fixed
    if joint.kind == PRISMATIC:
        step = Placement(origin=three(at * x for x in joint.axis))
    else:
        step = Placement(rotation_about(joint.axis, *rational_cos_sin(float(at))))
        axis = Placement(origin=joint.at)
        step = compose(axis, compose(step, inverse_placement(axis)))
    return replace(fixed, origin=compose(joint.origin, step))


def _position(joint: DescribedJoint, held: Mapping[str, DescribedJoint]) -> Fraction:
    """Return the held position: zero or the nearest limit, or for a mimic joint the position given by its leader."""
    seen = [joint]
    while (leader := held.get(seen[-1].mimics or "")) is not None and leader not in seen:
        seen.append(leader)
    first, *followers = reversed(seen)
    lower, upper = (Fraction(first.limits.get(name, 0.0)) for name in ("lower", "upper"))
    at = Fraction(0) if first.continuous else min(max(Fraction(0), lower), upper)
    for follower in followers:
        at = follower.mimic_multiplier * at + follower.mimic_offset
    return at
