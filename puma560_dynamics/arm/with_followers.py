"""Functions for arms some of whose joints follow others, and refusals where they are not supported.

`reading_of` passes such an arm on to the generator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from .arm import Arm
from .follower import followers_refused, joined_names, motor_places
from .parts import REVOLUTE

if TYPE_CHECKING:
    from ..emdeg import JointFacts, Reading


def follower_names(arm: Arm) -> str:
    """Return the names of the joints that follow others, for messages."""
    return joined_names(arm.followers)


def refuse_followers(arm: Arm, what: str) -> None:
    """Raise if some joints of an arm follow others, because `what` needs a motor at every joint.

    Raises:
        UnsupportedArmError: a joint of the arm follows another one.
    """
    if arm.followers:
        raise followers_refused(what, arm.name, arm.followers)


def with_names(arm: Arm, names: Sequence[str]) -> Arm:
    """Return the arm with other joint names. If all names get one common prefix, followers get it too."""
    own = arm.joint_names
    prefix = names[0].removesuffix(own[0])
    common = all(new == prefix + old for new, old in zip(names, own, strict=True))
    return arm.with_(
        joints=tuple(replace(joint, name=name) for joint, name in zip(arm.joints, names, strict=True)),
        followers=tuple(
            replace(follower, joint=replace(follower.joint, name=prefix + follower.joint.name)) if common else follower
            for follower in arm.followers
        ),
    )


def reading_of(arm: Arm) -> Reading:
    """Return an arm in the form that the generator's readers give: its whole chain, and which joints follow others."""
    from ..emdeg import Mimic, Reading  # a command that derives nothing does not wait for the generator

    places = motor_places(arm.n, arm.followers)
    return Reading(
        arm.chain.exact_chain,
        facts=facts_of(arm.chain),
        mimics=tuple(
            Mimic(one.place, places[one.leader], Fraction(one.multiplier), Fraction(one.offset))
            for one in arm.followers
        ),
    )


def facts_of(arm: Arm) -> tuple[JointFacts, ...]:
    """Return names and limits of the joints, for the headers of emitted files."""
    from ..emdeg import JointFacts

    return tuple(
        JointFacts(joint.name, joint.kind == REVOLUTE, joint.lower, joint.upper, joint.velocity, motor.maximum_torque)
        for joint, motor in zip(arm.joints, arm.motors, strict=True)
    )
