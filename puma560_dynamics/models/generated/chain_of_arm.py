"""The package's own arms for the generator: table A1 is a chain already, in the frames of the paper."""

from __future__ import annotations

from fractions import Fraction

from ...arm import Arm
from ...arm.follower import motor_places
from ...arm.parts import REVOLUTE
from ...arm.with_followers import refuse_followers
from ...emdeg import Body, Chain, DhRow, JointFacts, Mimic, Provenance, Reading, read_dh


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
    rows = [
        DhRow(
            joint.name,
            kind=joint.kind,
            alpha=joint.alpha,
            a=joint.a,
            d=joint.d,
            theta=joint.offset,
            armature=motor.inertia,
        )
        for joint, motor in zip(arm.joints, arm.motors, strict=True)
    ]
    bodies = []
    for link in arm.links:
        x, y, z = (float(value) for value in link.center_of_gravity)
        inertia = (link.inertia[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
        bodies.append(Body(link.mass, (x, y, z), tuple(float(value) for value in inertia)))
    return read_dh(rows, bodies, gravity=arm.gravity_vector.tolist(), name=arm.name).chain


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
