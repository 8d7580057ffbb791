"""The links of a robot and the joints that connect them, as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...errors import ChainError
from ..chain.chain import Placement
from ..chain.pose import compose, inverse_placement
from .description import DescribedJoint, Description


class Tree:
    """Links by what carries them, and by what they carry.

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
        """Return the root link."""
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
        """Return the link and everything that it carries."""
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
        """Check that a link exists, and return its name."""
        if link not in self.robot.bodies:
            raise ChainError(
                f"{what} {link!r} is not a link of the description; choose one of {', '.join(self.robot.bodies)}"
            )
        return link

    def only_tip(self, base: str) -> str:
        """Return the link of the only moving joint that carries no other."""
        moving = self.moving(base)
        if not moving:
            raise ChainError(f"no joint moves above link {base!r}; give an arm, or another base")
        carried = {joint.child: frozenset(self.under(joint.child)) for joint in moving}
        ends = [joint for joint in moving if not any(other.parent in carried[joint.child] for other in moving)]
        if len(ends) > 1:
            tips = [joint.child for joint in ends]
            shared = [joint for joint in moving if carried[joint.child].issuperset(tips)]
            rest = " ".join(leaders([joint for joint in moving if joint not in shared]))
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
        """Return the pose of a link in the frame of the root link.

        Raises:
            ChainError: a joint between the root and the link is not fixed.
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

    def path(self, base: str, tip: str) -> list[DescribedJoint]:
        """Return the joints between two links, from the base outwards."""
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


def leaders(joints: Sequence[DescribedJoint]) -> list[str]:
    """Return the names of the joints that follow no other of these: those that follow are held with them."""
    names = {joint.name for joint in joints}
    return [joint.name for joint in joints if joint.mimics not in names]
