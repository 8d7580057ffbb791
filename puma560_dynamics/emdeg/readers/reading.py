"""Result of reading an arm: its chain, limits, friction and links, with remarks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ...errors import ChainError
from ..algebra.exact import exact
from ..algebra.vectors import Vector
from ..chain.chain import Chain, Placement
from ..chain.pose import length, three
from ..program.provenance import JointFacts
from ..program.specialise import Friction
from .description import DOWN, DescribedJoint, Description


@dataclass(frozen=True)
class Mimic:
    """A joint whose position is `multiplier` times another joint's position plus `offset`.

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
    """Return the joints of a chain that follow others; a follower of a follower is attributed to the first leader.

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


@dataclass(frozen=True)
class Reading:
    """A chain, with remarks on its source.

    Attributes:
        chain: the chain.
        remarks: sentences: what was merged, left out, taken as a quarter turn, or is not quite physical.
        angles: those of them that are on angles next to a quarter turn, taken as one or not.
        base: name of the link that stands still, where the input has names.
        upright: name of the link along whose -z gravity acts, where the input has names, and neither the
            caller nor the input gives another direction.
        gravity: (3,) m/s², in the frame of the base link.
        strength: its size, m/s².
        carried: links that are fixed to the base, and where they are in its frame; then the same for each moving link,
            itself first, in its frame of the chain. Empty where the input has no names.
        facts: one a joint, where the input has more than names.
        friction: one a joint, where the input has it.
        lacking: one a joint, what its bodies lack to have inertia, empty where they have it.
        links: one a joint, the name of the link that it moves, where the input has names.
        mimics: the joints that follow others; the chain has a coordinate for them all the same.
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
    carried: tuple[Mapping[str, Placement], ...] = ()
    mimics: tuple[Mimic, ...] = ()

    def under(self, gravity: Sequence[float]) -> Reading:
        """Return the same with other gravity, (3,) m/s² in frame 0.

        Raises:
            ChainError: not three finite numbers.
        """
        down = gravity_vector(gravity)
        return replace(self, chain=replace(self.chain, gravity=down), gravity=down, strength=length(down))


def gravity_vector(values: Sequence[float]) -> Vector:
    """Return an exact gravity vector, (3,) m/s².

    Raises:
        ChainError: not three finite numbers.
    """
    numbers = [float(value) for value in values]
    if len(numbers) != 3 or not all(math.isfinite(x) for x in numbers):
        raise ChainError(
            f"gravity is {', '.join(f'{x:g}' for x in numbers) or 'empty'}; give three finite numbers in m/s^2"
        )
    return three(exact(x) for x in numbers)
