"""Define the result of reading an arm: chain, limits, friction and links, with remarks on the source."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ...errors import ChainError
from ..algebra.exact import exact
from ..algebra.vectors import Vector
from ..chain.chain import Body, Chain, Placement
from ..chain.pose import length, three
from ..chain.rigid_body import joined_bodies, moved_body, tidy_body
from ..program.provenance import JointFacts
from ..program.specialise import Friction
from .description import DOWN, DescribedJoint, Description


@dataclass(frozen=True)
class Mimic:
    """A mimic joint: its position is `multiplier` times the position of its leader plus `offset`.

    Attributes:
        joint: index of the mimic joint in the chain.
        leader: index of the leader, which is not a mimic joint.
        multiplier: velocity of the mimic joint divided by the velocity of the leader.
        offset: position of the mimic joint when the leader is at zero, rad or m.
    """

    joint: int
    leader: int
    multiplier: Fraction
    offset: Fraction


def mimics_of(robot: Description, moving: Sequence[DescribedJoint]) -> tuple[Mimic, ...]:
    """Return the mimic joints of a chain; a joint that mimics a mimic joint gets the first leader as its leader.

    Args:
        robot: the robot, in which held joints are fixed.
        moving: joints of the chain, from the base outwards.

    Raises:
        ChainError: a mimicked joint is not in the chain, does not move or does not exist, or joints mimic each other.
    """
    known = {joint.name: joint for joint in robot.joints}
    places = {joint.name: number for number, joint in enumerate(moving)}
    found = []
    for number, joint in enumerate(moving):
        if joint.mimics is None:
            continue
        multiplier, offset, leader, seen = Fraction(1), Fraction(0), joint, [joint.name]
        while leader.mimics is not None:
            offset += multiplier * leader.mimic_offset
            multiplier *= leader.mimic_multiplier
            name = leader.mimics
            if name in seen:
                what = (
                    f"joints {', '.join(seen)} mimic each other in a circle"
                    if len(seen) > 1
                    else f"joint {name!r} mimics itself"
                )
                raise ChainError(f"{what}; let one joint mimic none")
            if name not in known:
                raise ChainError(
                    f"joint {leader.name!r} mimics {name!r}, which the description does not have; correct the name"
                )
            seen.append(name)
            leader = known[name]
        if leader.name not in places:
            what = "does not move" if leader.fixed else "is no joint between base and tip"
            raise ChainError(
                f"joint {joint.name!r} mimics {leader.name!r}, which {what}, so that nothing moves it; hold it with "
                f"--hold {joint.name if leader.fixed else leader.name}, or choose another base or tip"
            )
        found.append(Mimic(number, places[leader.name], multiplier, offset))
    return tuple(found)


@dataclass(frozen=True)
class Reading:
    """A chain with the other data of its source. Link names are empty if the source, such as a table, has none.

    Attributes:
        chain: the chain; mimic joints are independent joints in it.
        remarks: sentences on what was merged, left out, rounded to a multiple of 90°, or is physically doubtful.
        angles: those of the `remarks` that concern angles close to a multiple of 90°.
        base: name of the link that does not move.
        upright: name of the link whose -z axis is the direction of gravity; empty if the caller or the source
            gives a different direction.
        gravity: (3,) acceleration of gravity in the frame of the base link, m/s².
        strength: magnitude of gravity, m/s².
        facts: names and limits of the joints; empty if the source has none.
        friction: friction of the joints; empty if the source has none.
        lacking: reason why the body of a joint has no inertia, one text per joint; empty text if it has inertia.
        links: name of the link that each joint moves.
        mimics: mimic joints.
    """

    chain: Chain
    remarks: tuple[str, ...] = ()
    facts: tuple[JointFacts, ...] = ()
    friction: tuple[Friction, ...] = ()
    lacking: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    angles: tuple[str, ...] = ()
    base: str = ""
    upright: str = ""
    gravity: Vector = DOWN
    strength: float = 9.81
    mimics: tuple[Mimic, ...] = ()

    def under(self, gravity: Sequence[float]) -> Reading:
        """Return a copy with a different acceleration of gravity, (3,) m/s² in frame 0.

        Raises:
            ChainError: `gravity` is not three finite numbers.
        """
        down = gravity_vector(gravity)
        return replace(self, chain=replace(self.chain, gravity=down), gravity=down, strength=length(down))

    def with_load(self, load: Body, pose: Placement, remark: str) -> Reading:
        """Return a copy with a load merged into the last body.

        Args:
            load: the load in the frame at `pose`.
            pose: pose of that frame in frame n of the chain.
            remark: sentence on the load, which is added to the remarks.

        Raises:
            ChainError: the chain has branches, so that it has no last body.
        """
        if not self.chain.serial:
            raise ChainError(
                f"{self.chain.name!r} has several arms, and a payload is carried by one; choose one tip, or let it be "
                "an input on a link: --inputs payload@LINK"
            )
        *others, last = self.chain.bodies
        loaded = tidy_body(joined_bodies((last, moved_body(load, pose))))
        return replace(
            self,
            chain=replace(self.chain, bodies=(*others, loaded)),
            remarks=(*self.remarks, remark),
            lacking=(*self.lacking[:-1], "") if self.lacking else (),
        )


def gravity_vector(values: Sequence[float]) -> Vector:
    """Convert an acceleration of gravity, (3,) m/s², to exact numbers.

    Raises:
        ChainError: the values are not three finite numbers.
    """
    numbers = [float(value) for value in values]
    if len(numbers) != 3 or not all(math.isfinite(x) for x in numbers):
        raise ChainError(
            f"gravity is {', '.join(f'{x:g}' for x in numbers) or 'empty'}; give three finite numbers in m/s^2"
        )
    return three(exact(x) for x in numbers)
