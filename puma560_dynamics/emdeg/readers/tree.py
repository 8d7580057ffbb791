"""Represent the links of a robot and their joints as a tree, and find paths and fixed links in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from ...errors import ChainError
from ..chain.chain import Placement
from ..chain.pose import compose, inverse_placement
from .description import DescribedJoint, Description

FINGER = 2
"""Largest number of moving joints of a finger."""


def _what_to_hold(apart: Sequence[DescribedJoint], tips: Sequence[str], carried: Mapping[str, Set[str]]) -> str:
    """Return which joints behind a branch may be held: fingers, or what is not on the longest branch.

    Args:
        apart: moving joints that do not carry all tips.
        tips: links at the ends of the branches.
        carried: links that each joint's child carries.
    """
    branches = {tip: [joint for joint in apart if tip in carried[joint.child]] for tip in tips}
    longest = max(len(branch) for branch in branches.values())
    if longest <= FINGER:
        return f"; or, if these are fingers, hold them: --hold {' '.join(leaders(apart))}"
    ends = [tip for tip, branch in branches.items() if len(branch) == longest]
    if len(ends) > 1:
        return ""
    rest = " ".join(leaders([joint for joint in apart if joint not in branches[ends[0]]]))
    return f"; or, if the arm ends at {ends[0]}, hold the others: --hold {rest}"


class Tree:
    """Tree of links: the joints to each link's parent and children.

    Args:
        robot: the robot.

    Attributes:
        robot: the robot.
        above: joint of which a link is the child, by the name of the link.
        below: joints of which a link is the parent, by the name of the link.

    Raises:
        ChainError: a link is the child of two joints.
    """

    def __init__(self, robot: Description) -> None:
        self.robot = robot
        self.above: dict[str, DescribedJoint] = {}
        self.below: dict[str, list[DescribedJoint]] = {link: [] for link in robot.bodies}
        for joint in robot.joints:
            if joint.child in self.above:
                first = self.above[joint.child].name
                raise ChainError(
                    f"link {joint.child!r} is the child of two joints, {first!r} and {joint.name!r}, a closed loop; "
                    "cut it open by removing one of them"
                )
            self.above[joint.child] = joint
            self.below[joint.parent].append(joint)

    def root(self) -> str:
        """Return the name of the root link; raise if there are several roots or a closed loop."""
        roots = [link for link in self.robot.bodies if link not in self.above]
        if len(roots) > 1:
            raise ChainError(
                f"the description has {len(roots)} roots: {', '.join(roots)}; connect them by a joint or name the base"
            )
        reached = {link for root in roots for link in self.under(root)}
        lost = [link for link in self.robot.bodies if link not in reached]
        if lost:
            raise ChainError(f"links {', '.join(lost)} form a closed loop; connect them to the base, once")
        return roots[0]

    def under(self, link: str) -> Iterator[str]:
        """Yield the names of a link and of all its descendants."""
        seen, pending = {link}, [link]
        while pending:
            yield (current := pending.pop(0))
            fresh = [joint.child for joint in self.below[current] if joint.child not in seen]
            seen.update(fresh)
            pending += fresh

    def moving(self, link: str) -> list[DescribedJoint]:
        """Return the moving joints between a link and its descendants, from the link outwards."""
        return [joint for each in self.under(link) for joint in self.below[each] if not joint.fixed]

    def known(self, link: str, what: str) -> str:
        """Return the name of a link if it exists; otherwise raise (`what` is its role, for the message)."""
        if link not in self.robot.bodies:
            raise ChainError(
                f"{what} {link!r} is not a link of the description; choose one of {', '.join(self.robot.bodies)}"
            )
        return link

    def only_tip(self, base: str) -> str:
        """Return the link of the outermost moving joint; raise if there are several arms."""
        moving = self.moving(base)
        if not moving:
            raise ChainError(f"no joint moves above link {base!r}; give an arm, or another base")
        carried = {joint.child: frozenset(self.under(joint.child)) for joint in moving}
        ends = [joint for joint in moving if not any(other.parent in carried[joint.child] for other in moving)]
        if len(ends) > 1:
            tips = [joint.child for joint in ends]
            apart = [joint for joint in moving if not carried[joint.child].issuperset(tips)]
            way = _what_to_hold(apart, tips, carried) if len(apart) < len(moving) else ""
            raise ChainError(
                f"the description branches into several arms; name one of the ends as tip: {', '.join(tips)}{way}"
            )
        return ends[0].child

    def foot(self, link: str) -> str:
        """Return the name of the root of the tree that contains a link."""
        seen = {link}
        while link in self.above and (link := self.above[link].parent) not in seen:
            seen.add(link)
        return link

    def placed(self, link: str) -> Placement:
        """Return the pose of a link in the frame of the root link.

        Raises:
            ChainError: a joint between the root and the link is not fixed.
        """
        place = Placement()
        for joint in self.path(self.foot(link), link):
            if not joint.fixed:
                raise ChainError(
                    f"joint {joint.name!r} moves link {link!r}, which therefore cannot define the upright direction; "
                    "choose a link that does not move"
                )
            place = compose(place, joint.origin)
        return place

    def mounting(self, base: str, upright: str) -> Placement:
        """Return the pose of the base in the frame of the upright link."""
        if self.foot(upright) != self.foot(base):
            raise ChainError(f"links {upright!r} and {base!r} are not connected; choose an upright link of this arm")
        return compose(inverse_placement(self.placed(upright)), self.placed(base))

    def path(self, base: str, tip: str) -> list[DescribedJoint]:
        """Return the joints between two links, from the base outwards."""
        joints: list[DescribedJoint] = []
        link = tip
        while link != base:
            if link not in self.above or len(joints) > len(self.above):
                raise ChainError(f"tip {tip!r} is not connected to base {base!r}; choose two links of one arm")
            joints.append(self.above[link])
            link = joints[-1].parent
        return joints[::-1]

    def fixed_to(self, link: str, place: Placement = Placement()) -> dict[str, Placement]:  # noqa: B008, it is frozen
        """Return the poses, by name, of `link` (at `place`) and of its descendants that are fixed to it."""
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
        """Return the poses in the base's frame, by name, of the base and of all links fixed to it, parents included."""
        top, place, seen = base, Placement(), {base}
        while top in self.above and self.above[top].fixed and self.above[top].parent not in seen:
            place = compose(self.above[top].origin, place)
            top = self.above[top].parent
            seen.add(top)
        back = inverse_placement(place)
        poses = {link: compose(back, pose) for link, pose in self.fixed_to(top).items()}
        return {base: Placement(), **{link: pose for link, pose in poses.items() if link != base}}


def leaders(joints: Sequence[DescribedJoint]) -> list[str]:
    """Return the names of the joints that mimic none of `joints`; holding these also holds their mimic joints."""
    names = {joint.name for joint in joints}
    return [joint.name for joint in joints if joint.mimics not in names]
