"""Joints that follow another one of the same arm: URDF's mimic, by a parallelogram or a belt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...errors import ChainError
from .description import DescribedJoint, Description


@dataclass(frozen=True)
class Mimic:
    """A joint of a chain at `multiplier` times the position of another one, plus `offset`.

    Attributes:
        joint: its number in the chain, 0 first.
        leader: number of the joint that it follows, which follows none.
        multiplier: rad or m for each rad or m of the leader.
        offset: rad or m, its position where the leader's is zero.
    """

    joint: int
    leader: int
    multiplier: Fraction
    offset: Fraction


def mimics_of(robot: Description, moving: Sequence[DescribedJoint]) -> tuple[Mimic, ...]:
    """The joints of a chain that follow others of it; one that follows a follower follows the first of them.

    Args:
        robot: the robot, with what is held fixed in it.
        moving: the chain's joints, from the base outwards.

    Raises:
        ChainError: a joint follows one that is not in the chain, does not move or does not exist, or itself.
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
