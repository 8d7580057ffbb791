"""Support arms with mimic joints ("followers"): convert them for the generator, or refuse them."""

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


COUPLED = (
    "the transmission of the arm is coupled: each motor's inertia is at its own joint only, without the coupling that "
    "load_model adds"
)
"""Remark on code for an arm with a coupled transmission."""


def follower_names(arm: Arm) -> str:
    """Return the names of the mimic joints as a list for messages."""
    return joined_names(arm.followers)


def refuse_followers(arm: Arm, what: str) -> None:
    """Raise if an arm has mimic joints, because `what` needs a motor at every joint.

    Raises:
        UnsupportedArmError: the arm has a mimic joint.
    """
    if arm.followers:
        raise followers_refused(what, arm.name, arm.followers)


def with_names(arm: Arm, names: Sequence[str]) -> Arm:
    """Return the arm with new joint names. If the names only get a prefix, mimic joints get the same prefix."""
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
    """Convert an arm to the output of the generator's readers: the chain of all joints, and the mimic relations."""
    from ..emdeg import Mimic, Reading  # the import takes a while, and most commands do not need the generator

    places = motor_places(arm.n, arm.followers)
    return Reading(
        arm.chain.exact_chain,
        (COUPLED,) if arm.coupled else (),
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
