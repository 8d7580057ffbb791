"""Extract an arm, from base to tip, or several, from a robot description; fixed links are merged into moving links."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...errors import ChainError, listed
from ..chain.chain import PRISMATIC, REVOLUTE, Body, Placement
from ..chain.pose import compose, inverse_placement
from ..chain.rigid_body import joined_bodies, moved_body
from .description import DescribedJoint, Description
from .reading import Mimic, mimics_of
from .tree import Tree, leaders


@dataclass(frozen=True)
class JointAndBody:
    """A joint of an arm, and the body that moves with it.

    The joint's frame is the child link's frame, with its origin moved to the joint axis.

    Attributes:
        joint: joint of the description.
        parent: index of the joint that moves its parent link; -1 for the base.
        origin: pose of the joint's frame in the frame of that joint (or in the base), at position zero.
        body: the child link with all links fixed to it, in the joint's frame.
        lacking: reason why the body has no inertia; empty if it has inertia.
    """

    joint: DescribedJoint
    parent: int
    origin: Placement
    body: Body
    lacking: str = ""


@dataclass(frozen=True)
class Route:
    """Joints and bodies of an arm, or of several, from the base to the tips.

    Attributes:
        links: joints with their bodies, one arm after the other, each from the base outwards.
        tips: pose of each tip in the frame of its last joint, by the index of this joint.
        remarks: sentences on links that were merged or left out.
        base: name of the link that does not move.
        upright: name of the link whose -z axis is the direction of gravity.
        mounting: pose of the base link in the frame of the upright link.
        carried: n + 1 mappings from link names to poses: the links fixed to the base in the base's frame, then for each
            moving link the link itself and the links fixed to it, in its joint's frame.
        mimics: mimic joints of the arm.
    """

    links: tuple[JointAndBody, ...]
    tips: Mapping[int, Placement]
    remarks: tuple[str, ...]
    base: str = ""
    upright: str = ""
    mounting: Placement = field(default_factory=Placement)
    carried: tuple[Mapping[str, Placement], ...] = ()
    mimics: tuple[Mimic, ...] = ()


def route(robot: Description, base: str | None = None, tips: Sequence[str] = (), upright: str | None = None) -> Route:
    """Find the joints and bodies between a base and one or several tips.

    Args:
        robot: the robot; joints between its root and the base must be held already.
        base: link that does not move; by default the root.
        tips: links at the ends of the arms; by default the link of the last moving joint, if there is only one arm.
        upright: link whose -z axis is the direction of gravity; by default the root of the base's tree.

    Raises:
        ChainError: the links are not a tree, there is no arm or more than one, a joint is of an unsupported type,
            bodies on the arm are moved by other joints, or a body is physically impossible.
    """
    tree = Tree(robot)
    base = tree.root() if base is None else tree.known(base, "base")
    tips = [tree.known(tip, "tip") for tip in tips] or [tree.only_tip(base)]
    upright = tree.foot(base) if upright is None else tree.known(upright, "upright link")
    return _route(tree, base, tips, upright)


def _route(tree: Tree, base: str, tips: Sequence[str], upright: str) -> Route:
    """Return the joints and bodies from `base` to `tips`."""
    ways = [(tip, [joint for joint in tree.path(base, tip) if not joint.fixed]) for tip in tips]
    for tip, way in ways:
        if not way:
            raise ChainError(f"no joint moves between base {base!r} and tip {tip!r}; choose a tip further out")
    moving = list({joint.name: joint for _, way in ways for joint in way}.values())
    ends = _ends(ways, moving)
    remarks: list[str] = []
    links = []
    fixed_links, used = [tree.fixed_to(base)], {joint.name for joint in moving}
    standing = [joint for link in fixed_links[0] for joint in tree.below[link] if not joint.fixed]
    aside = [joint.name for joint in standing if joint.name not in used]
    if aside:
        remarks.append(f"joints {', '.join(aside)} are on the base and do not load this arm: ignored")
    _check_kinds(moving)
    mimics = mimics_of(tree.robot, moving)
    _check_branches(tree, [joint.child for joint in moving], used, tips)
    carried = [tree.around(base)]
    for joint in moving:
        axis = Placement(origin=joint.at)
        above = next(place for place, fixed in enumerate(fixed_links) if joint.parent in fixed)
        origin = compose(fixed_links[above][joint.parent], compose(joint.origin, axis))
        fixed = tree.fixed_to(joint.child, inverse_placement(axis))
        fixed_links.append(fixed)
        carried.append(fixed)
        if len(fixed) > 1:
            mass = sum(float(tree.robot.bodies[link].mass) for link in list(fixed)[1:])
            what = f"links {', '.join(list(fixed)[1:])} ({mass:.4g} kg in all)"
            remarks.append(f"{what} are fixed to {joint.child!r} and merged into it")
        _check_bodies(tree.robot, fixed)
        body = joined_bodies(moved_body(tree.robot.bodies[link], pose) for link, pose in fixed.items())
        links.append(JointAndBody(joint, above - 1, origin, body, _lacking(tree.robot, fixed)))
    remarks += _remarks_on_bodies(tree.robot, {link for joint in moving for link in tree.fixed_to(joint.child)})
    mounting = tree.mounting(base, upright)
    poses = {last: fixed_links[last + 1][tip] for last, tip in ends.items()}
    return Route(tuple(links), poses, tuple(remarks), base, upright, mounting, tuple(carried), mimics)


def _ends(ways: Iterable[tuple[str, list[DescribedJoint]]], moving: Sequence[DescribedJoint]) -> dict[int, str]:
    """Return the tips by the index of their last joint; raise if two tips have the same."""
    ends: dict[int, str] = {}
    for tip, way in ways:
        last = moving.index(way[-1])
        if last in ends:
            raise ChainError(f"tips {ends[last]!r} and {tip!r} move with the same joint; give one of them")
        ends[last] = tip
    return ends


def _check_bodies(robot: Description, carried: Iterable[str]) -> None:
    """Raise if a body of the arm is physically impossible."""
    wrong = [robot.odd[link] for link in carried if link in robot.impossible]
    if wrong:
        raise ChainError("; ".join(wrong))


def _remarks_on_bodies(robot: Description, carried: Collection[str]) -> Iterator[str]:
    """Yield remarks on doubtful bodies; remarks on bodies outside the arm say that these are ignored."""
    for link, remark in robot.odd.items():
        yield remark if link in carried else f"{remark}; it is not part of the arm and is ignored"


def _lacking(robot: Description, links: Iterable[str]) -> str:
    """Return the reason why a body made of several links has no inertia; empty if one of the links has inertia."""
    reasons = {link: robot.lacking.get(link, "") for link in links}
    return ", ".join(f"link {link!r} {reason}" for link, reason in reasons.items()) if all(reasons.values()) else ""


def _check_branches(tree: Tree, moving: Sequence[str], used: set[str], tips: Sequence[str]) -> None:
    """Raise if bodies on the arm are moved by joints that are not part of it; the message lists all of them."""
    aside: list[DescribedJoint] = []
    heavy, roots, wrong = [], [], tree.robot.impossible
    for joint in (joint for child in moving for link in tree.fixed_to(child) for joint in tree.below[link]):
        if joint.fixed or joint.name in used:
            continue
        bodies = {link: tree.robot.bodies[link] for link in tree.under(joint.child)}
        found = [link for link, body in bodies.items() if body.mass or any(body.inertia) or link in wrong]
        if found:
            aside += [joint, *tree.moving(joint.child)]
            heavy += found
            roots.append(joint.child)
    if aside:
        many = len(aside) > 1
        ends = f"tip{'s' if len(tips) > 1 else ''} {' and '.join(map(repr, tips))}"
        who = f"joints {listed(joint.name for joint in aside)} move" if many else f"joint {aside[0].name!r} moves"
        raise ChainError(
            f"{who} {listed(heavy)}, carried by the arm to "
            f"{ends} but not part of it; hold {'those joints' if many else 'that joint'} with "
            f"--hold {' '.join(leaders(aside))}, leave out what the robot does not carry with "
            f"--without {' '.join(roots)}, or choose tip {heavy[-1]!r}, alone or as one of several"
        )


def _check_kinds(moving: Sequence[DescribedJoint]) -> None:
    """Raise if a joint is of a type that a serial chain does not support."""
    for joint in moving:
        if joint.refusal:
            raise ChainError(joint.refusal)
        if joint.kind not in (REVOLUTE, PRISMATIC):
            raise ChainError(
                f"joint {joint.name!r} is of type {joint.kind!r}; a serial chain has revolute, continuous, prismatic "
                "and fixed ones: change it, hold it, or choose a base beyond it"
            )
        if not any(joint.axis):
            raise ChainError(f"joint {joint.name!r}: its axis is zero; give the direction it moves about or along")
