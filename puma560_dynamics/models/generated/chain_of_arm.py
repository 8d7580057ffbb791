"""Arms for the generator: their exact chains, digests and limits."""

from __future__ import annotations

from fractions import Fraction

from ...arm import Arm
from ...arm.follower import motor_places
from ...arm.parts import REVOLUTE
from ...arm.with_followers import refuse_followers
from ...emdeg import Chain, JointFacts, Mimic, Provenance, Reading


def chain_of(arm: Arm) -> Chain:
    """The arm as a serial chain: its steps, links and gravity, the reflected motor inertias as armature.

    Args:
        arm: any arm of `load_arm`, also with a payload attached.

    Returns:
        The chain; its frames are the arm's, a link's numbers that are left open count as zero.

    Raises:
        UnsupportedArmError: joints follow others; ``arm.chain`` has a coordinate for each of them.
    """
    refuse_followers(arm, "code generated for an arm")
    return arm.exact_chain


def reading_of(arm: Arm) -> Reading:
    """The arm as what a reader of the generator gives: its whole chain, and which joints follow others."""
    places = motor_places(arm.n, arm.followers)
    return Reading(
        chain_of(arm.chain),
        facts=facts_of(arm.chain),
        mimics=tuple(
            Mimic(one.place, places[one.leader], Fraction(one.multiplier), Fraction(one.offset))
            for one in arm.followers
        ),
    )


def arm_digest(arm: Arm) -> str:
    """Digest of an arm's numbers, as generated files carry it: another digest, another arm."""
    return Provenance.of(chain_of(arm)).digest


def facts_of(arm: Arm) -> tuple[JointFacts, ...]:
    """Names and limits of the joints, for the headers of emitted files."""
    return tuple(
        JointFacts(joint.name, joint.kind == REVOLUTE, joint.lower, joint.upper, joint.velocity, motor.maximum_torque)
        for joint, motor in zip(arm.joints, arm.motors, strict=True)
    )
