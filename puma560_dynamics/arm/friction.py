"""Friction of an arm: the friction of its file, or an estimate from the break-away torque of table 7."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from numpy.typing import ArrayLike

from ..arrays import FloatArray
from ..states import joint_array
from .arm import Arm
from .friction_terms import COMPENSATED, FRICTION_TERMS
from .joint_friction import JointFriction, joint_friction_torque
from .parts import Joint

KINETIC_SHARE = 0.45
"""Assumed least kinetic friction as a share of the break-away torque. Table 7 has break-away torques alone; a geared
joint that moves takes less, 0.6 of it or so, and how much less is not in the paper. Identify the arm to replace it."""


def arm_friction(arm: Arm) -> tuple[tuple[JointFriction, ...], str]:
    """Return the most likely friction of an arm, for prediction.

    Args:
        arm: with a section ``friction:`` (kinetic friction, identified) or without.

    Returns:
        One a joint: those of the file, else the break-away torque of table 7 as Coulomb friction; and their
        source in words.
    """
    if arm.friction:
        return arm.friction, f"from the arm file of {arm.name}"
    torques = arm.break_away_torque.tolist()
    return tuple(JointFriction(torque, torque) for torque in torques), "break-away torque (table 7) as Coulomb friction"


def friction_torque(
    friction: Arm | Sequence[JointFriction],
    qd: ArrayLike,
    smoothing: float = 0.0,
    dead_band: ArrayLike = 0.0,
    transmission: FloatArray | None = None,
    load: FloatArray | None = None,
) -> FloatArray:
    """Return the torque that overcomes friction.

    Args:
        friction: an arm, for its `arm_friction`; or n of them, one a joint.
        qd: (…, n) rad/s.
        smoothing: rad/s beyond the dead band over which dry friction rises to 76 %; 0 for a step.
        dead_band: rad/s up to which dry friction is 0, broadcast against `qd`.
        transmission: (n, n) as of `Arm.transmission`, where motors are coupled: the friction is that of the motors.
            By default that of the arm, and none for a sequence.
        load: (…, n) N·m that the joints transmit; without it friction that grows with it is left out.

    Returns:
        (…, n) N·m.

    Raises:
        TypeError: it is neither an arm nor friction.
        StateError: velocities of another number of joints, or not finite.
    """
    joints: tuple[str, ...] = ()
    if isinstance(friction, Arm):
        joints = friction.joint_names
        if transmission is None and friction.coupled:
            transmission = friction.transmission
        friction = arm_friction(friction)[0]
    if not isinstance(friction, Sequence) or not all(isinstance(joint, JointFriction) for joint in friction):
        raise TypeError(f"expected an Arm, or a JointFriction a joint, got {friction!r:.80}")
    velocity = joint_array("qd", qd, len(friction), joints)
    return joint_friction_torque(friction, velocity, smoothing, dead_band, transmission, load)


def least_friction(arm: Arm) -> tuple[JointFriction, ...]:
    """Return the smallest friction of a moving joint, for compensation: overcompensation would drive the arm.

    Args:
        arm: with a section ``friction:`` or without.

    Returns:
        One a joint, with no offset: numbers of the file less their tolerance, which of a joint that hardly moved in
        the identification leaves little or nothing, viscous friction that bends as its chord up to the velocity limit,
        and nothing of what grows with the load; else `KINETIC_SHARE` of the break-away torque.
    """
    if not arm.friction:
        shares = (KINETIC_SHARE * arm.break_away_torque).tolist()
        return tuple(JointFriction(share, share) for share in shares)
    return tuple(
        JointFriction(
            **{name: _least(arm, name, joint, friction) for name in COMPENSATED}, offset=friction.offset
        ).without_offset()
        for joint, friction in zip(arm.joints, arm.friction, strict=True)
    )


def _least(arm: Arm, name: str, joint: Joint, friction: JointFriction) -> float:
    """Return what a compensated number is at least up to the joint's velocity limit, less its tolerance."""
    least, quantity = FRICTION_TERMS[name].least, arm.quantities.get(f"friction.{joint.name}.{name}")
    value: float = getattr(friction, name) if least is None else least(asdict(friction), joint.velocity)
    width = quantity.half_width if quantity is not None else None
    return max(0.0, value - (width or 0.0))
