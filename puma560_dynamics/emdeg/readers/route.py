"""One arm out of a robot description: from the base to the tip, what is fixed merged into what moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...errors import ChainError
from ..chain.chain import PRISMATIC, REVOLUTE, Body, Placement
from ..chain.pose import compose, inverse_placement
from ..chain.rigid_body import joined_bodies, moved_body
from .description import DescribedJoint, Description
from .mimic import Mimic, mimics_of


@dataclass(frozen=True)
class JointAndBody:
    """A joint, and the body that moves with it.

    Attributes:
        joint: of the description.
        origin: the joint's frame at position zero, seen from that of the joint before (or from the base): the child's
            frame, moved to the axis.
        body: everything that is fixed to the child, in the joint's frame.
        lacking: what its links lack to have inertia, empty if they have it.
    """

    joint: DescribedJoint
    origin: Placement
    body: Body
    lacking: str = ""


@dataclass(frozen=True)
class Route:
    """From the base to the tip.

    Attributes:
        links: from the base outwards.
        tip: the tip's frame seen from the last joint's frame.
        remarks: sentences on what was merged or left out.
        base: name of the link that stands still.
        upright: name of the link along whose -z gravity acts.
        mounting: the base link's frame seen from the upright one's.
        carried: the links that are fixed to the base, then to each moving link, itself first, seen from its joint's
            frame.
        mimics: the joints that follow others of the arm.
    """

    links: tuple[JointAndBody, ...]
    tip: Placement
    remarks: tuple[str, ...]
    base: str = ""
    upright: str = ""
    mounting: Placement = field(default_factory=Placement)
    carried: tuple[Mapping[str, Placement], ...] = ()
    mimics: tuple[Mimic, ...] = ()


def route(robot: Description, base: str | None = None, tip: str | None = None, upright: str | None = None) -> Route:
    """Find the moving links between two links.

    Args:
        robot: the robot; what moves between its root and the base is held already.
        base: link that stands still; the root by default.
        tip: link at the arm's end; by default the link of the last moving joint, if there is one arm only.
        upright: link along whose -z gravity acts; by default the link that carries the base and all others.

    Raises:
        ChainError: no tree, no arm or several, a joint in between that is none of a chain's, bodies that other
            joints move, or that no body can be.
    """
    tree = Tree(robot)
    base = tree.root() if base is None else tree.known(base, "base")
    tip = tree.only_tip(base) if tip is None else tree.known(tip, "tip")
    upright = tree.foot(base) if upright is None else tree.known(upright, "upright link")
    return tree.route(base, tip, upright)


class Tree:
    """The links of a robot and the joints that connect them.

    Args:
        robot: the robot.

    Attributes:
        robot: the same.
        above: the joint that carries a link, by the link's name.
        below: the joints on a link, by the link's name.

    Raises:
        ChainError: a link hangs on two joints.
    """

    def __init__(self, robot: Description) -> None:
        self.robot = robot
        self.above: dict[str, DescribedJoint] = {}
        self.below: dict[str, list[DescribedJoint]] = {link: [] for link in robot.bodies}
        for joint in robot.joints:
            if joint.child in self.above:
                first = self.above[joint.child].name
                raise ChainError(
                    f"link {joint.child!r} hangs on two joints, {first!r} and {joint.name!r}, a closed loop; cut it "
                    "open by removing one of them"
                )
            self.above[joint.child] = joint
            self.below[joint.parent].append(joint)

    def root(self) -> str:
        """The link that nothing carries."""
        roots = [link for link in self.robot.bodies if link not in self.above]
        if len(roots) > 1:
            raise ChainError(
                f"the description has {len(roots)} roots: {', '.join(roots)}; connect them by a joint or name the base"
            )
        reached = {link for root in roots for link in self.under(root)}
        lost = [link for link in self.robot.bodies if link not in reached]
        if lost:
            raise ChainError(
                f"links {', '.join(lost)} carry each other in a closed loop; connect them to the base, once"
            )
        return roots[0]

    def under(self, link: str) -> Iterator[str]:
        """The link and everything that it carries."""
        seen, pending = {link}, [link]
        while pending:
            yield (current := pending.pop(0))
            fresh = [joint.child for joint in self.below[current] if joint.child not in seen]
            seen.update(fresh)
            pending += fresh

    def moving(self, link: str) -> list[DescribedJoint]:
        """Return the joints that move above a link, from it outwards."""
        return [joint for each in self.under(link) for joint in self.below[each] if not joint.fixed]

    def known(self, link: str, what: str) -> str:
        """The name of a link that exists."""
        if link not in self.robot.bodies:
            raise ChainError(
                f"{what} {link!r} is not a link of the description; choose one of {', '.join(self.robot.bodies)}"
            )
        return link

    def only_tip(self, base: str) -> str:
        """The link of the one moving joint that carries no other."""
        moving = self.moving(base)
        if not moving:
            raise ChainError(f"no joint moves above link {base!r}; give an arm, or another base")
        carried = {joint.child: frozenset(self.under(joint.child)) for joint in moving}
        ends = [joint for joint in moving if not any(other.parent in carried[joint.child] for other in moving)]
        if len(ends) > 1:
            tips = [joint.child for joint in ends]
            shared = [joint for joint in moving if carried[joint.child].issuperset(tips)]
            rest = " ".join(_leaders([joint for joint in moving if joint not in shared]))
            way = f"; or, if these are fingers, hold them: --hold {rest}" if shared else ""
            raise ChainError(
                f"the description branches into several arms; name one of the ends as tip: {', '.join(tips)}{way}"
            )
        return ends[0].child

    def foot(self, link: str) -> str:
        """Return the link that carries this one and that nothing carries."""
        seen = {link}
        while link in self.above and (link := self.above[link].parent) not in seen:
            seen.add(link)
        return link

    def placed(self, link: str) -> Placement:
        """Return where a link stands in the frame of the one that carries it and all others.

        Raises:
            ChainError: a joint in between moves.
        """
        place = Placement()
        for joint in self.path(self.foot(link), link):
            if not joint.fixed:
                raise ChainError(
                    f"joint {joint.name!r} moves link {link!r}, so that it does not show what is upright; choose one "
                    "that stands still"
                )
            place = compose(place, joint.origin)
        return place

    def mounting(self, base: str, upright: str) -> Placement:
        """Return where the base stands in the frame of the upright link."""
        if self.foot(upright) != self.foot(base):
            raise ChainError(f"links {upright!r} and {base!r} are not connected; choose an upright link of this arm")
        return compose(inverse_placement(self.placed(upright)), self.placed(base))

    def route(self, base: str, tip: str, upright: str) -> Route:
        """Return the way from `base` to `tip`."""
        moving = [joint for joint in self.path(base, tip) if not joint.fixed]
        if not moving:
            raise ChainError(f"no joint moves between base {base!r} and tip {tip!r}; choose a tip further out")
        remarks: list[str] = []
        links = []
        fixed, used = self.fixed_to(base), {joint.name for joint in moving}
        standing = [joint for link in fixed for joint in self.below[link] if not joint.fixed]
        aside = [joint.name for joint in standing if joint.name not in used]
        if aside:
            remarks.append(f"joints {', '.join(aside)} stand on the base and do not load this arm: left out")
        _check_kinds(moving)
        mimics = mimics_of(self.robot, moving)
        self.check_branches([joint.child for joint in moving], used, tip)
        carried = [self.around(base)]
        for joint in moving:
            axis = Placement(origin=joint.at)
            origin = compose(fixed[joint.parent], compose(joint.origin, axis))
            fixed = self.fixed_to(joint.child, inverse_placement(axis))
            carried.append(fixed)
            if len(fixed) > 1:
                mass = sum(float(self.robot.bodies[link].mass) for link in list(fixed)[1:])
                what = f"links {', '.join(list(fixed)[1:])} ({mass:.4g} kg in all)"
                remarks.append(f"{what} are fixed to {joint.child!r} and counted with it")
            self.check_bodies(fixed)
            body = joined_bodies(moved_body(self.robot.bodies[link], pose) for link, pose in fixed.items())
            links.append(JointAndBody(joint, origin, body, self.lacking(fixed)))
        remarks += self.remarks_on_bodies({link for joint in moving for link in self.fixed_to(joint.child)})
        mounting = self.mounting(base, upright)
        return Route(tuple(links), fixed[tip], tuple(remarks), base, upright, mounting, tuple(carried), mimics)

    def check_bodies(self, carried: Iterable[str]) -> None:
        """Refuse bodies of the arm that no body can be."""
        wrong = [self.robot.odd[link] for link in carried if link in self.robot.impossible]
        if wrong:
            raise ChainError("; ".join(wrong))

    def remarks_on_bodies(self, carried: Collection[str]) -> Iterator[str]:
        """Yield what is odd about the bodies: of the arm, and of links that it does not carry."""
        for link, remark in self.robot.odd.items():
            yield remark if link in carried else f"{remark}; the arm does not carry it, and it does not count"

    def lacking(self, links: Iterable[str]) -> str:
        """What links that are one body lack to have inertia; nothing if one of them has it."""
        told = {link: self.robot.lacking.get(link, "") for link in links}
        return "" if not all(told.values()) else ", ".join(f"link {link!r} {text}" for link, text in told.items())

    def path(self, base: str, tip: str) -> list[DescribedJoint]:
        """Joints between two links, from the base outwards."""
        joints: list[DescribedJoint] = []
        link = tip
        while link != base:
            if link not in self.above or len(joints) > len(self.above):
                raise ChainError(f"tip {tip!r} does not hang on base {base!r}; choose two links of one arm")
            joints.append(self.above[link])
            link = joints[-1].parent
        return joints[::-1]

    def fixed_to(self, link: str, place: Placement = Placement()) -> dict[str, Placement]:  # noqa: B008, it is frozen
        """The links that do not move against `link`, itself first, and where they stand if it stands at `place`."""
        poses = {link: place}
        pending = [link]
        while pending:
            parent = pending.pop(0)
            for joint in self.below[parent]:
                if joint.fixed and joint.child not in poses:
                    poses[joint.child] = compose(poses[parent], joint.origin)
                    pending.append(joint.child)
        return poses

    def around(self, base: str) -> dict[str, Placement]:
        """The links that do not move against the base, itself first, those that carry it included, in its frame."""
        top, place, seen = base, Placement(), {base}
        while top in self.above and self.above[top].fixed and self.above[top].parent not in seen:
            place = compose(self.above[top].origin, place)
            top = self.above[top].parent
            seen.add(top)
        back = inverse_placement(place)
        poses = {link: compose(back, pose) for link, pose in self.fixed_to(top).items()}
        return {base: Placement(), **{link: pose for link, pose in poses.items() if link != base}}

    def check_branches(self, moving: Sequence[str], used: set[str], tip: str) -> None:
        """Refuse bodies that hang on the arm but move against it: all of them at once."""
        aside: list[DescribedJoint] = []
        heavy, roots, wrong = [], [], self.robot.impossible
        for joint in (joint for child in moving for link in self.fixed_to(child) for joint in self.below[link]):
            if joint.fixed or joint.name in used:
                continue
            bodies = {link: self.robot.bodies[link] for link in self.under(joint.child)}
            found = [link for link, body in bodies.items() if body.mass or any(body.inertia) or link in wrong]
            if found:
                aside += [joint, *self.moving(joint.child)]
                heavy += found
                roots.append(joint.child)
        if aside:
            many = len(aside) > 1
            who = (
                f"joints {', '.join(joint.name for joint in aside)} move" if many else f"joint {aside[0].name!r} moves"
            )
            raise ChainError(
                f"{who} {', '.join(heavy)}, which hang on the arm to "
                f"tip {tip!r} but are no part of it; hold {'those joints' if many else 'that joint'} with "
                f"--hold {' '.join(_leaders(aside))}, leave out what the robot does not carry with "
                f"--without {' '.join(roots)}, or choose tip {heavy[-1]!r}"
            )


def _leaders(joints: Sequence[DescribedJoint]) -> list[str]:
    """Return the names of the joints that follow no other of these: those that follow are held with them."""
    names = {joint.name for joint in joints}
    return [joint.name for joint in joints if joint.mimics not in names]


def _check_kinds(moving: Sequence[DescribedJoint]) -> None:
    """Refuse joints that no serial chain has."""
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
