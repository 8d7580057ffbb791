"""Determine the friction of an arm: from its arm file, or estimated from the break-away torque of table 7."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray
from ..states import joint_array
from .arm import Arm
from .friction_terms import COMPENSATED, FRICTION_TERMS
from .joint_friction import JointFriction, joint_friction_torque
from .parts import Joint

KINETIC_SHARE = 0.45
"""Assumed lower bound of kinetic friction, as a fraction of the break-away torque. Table 7 has only break-away torques;
kinetic friction of a geared joint is lower, typically about 0.6 of it. Identification replaces this assumption."""


TYPICAL_SHARE = 0.6
"""Typical kinetic friction of a geared joint as a fraction of its break-away torque, if the latter is not known."""


def static_friction(arm: Arm) -> FloatArray:
    """Return the dry friction of each motor at rest, (n,) N·m.

    It is the break-away torque of the arm if that is above kinetic dry friction, and otherwise kinetic dry friction
    divided by `TYPICAL_SHARE`: friction that was fitted to motion says nothing of a joint at rest.

    Args:
        arm: the arm, with or without friction in its arm file.
    """
    if not arm.friction:
        return np.array(arm.break_away_torque)
    dry = np.array([max(joint.dry_by_direction) for joint in arm.friction])
    return np.where(arm.break_away_torque > dry, arm.break_away_torque, dry / TYPICAL_SHARE)


def arm_friction(arm: Arm) -> tuple[tuple[JointFriction, ...], str]:
    """Return the most likely friction of an arm, for prediction.

    Args:
        arm: the arm, with or without (identified) friction in its arm file.

    Returns:
        Friction of each joint, and a text that states its source: the arm file, or otherwise the break-away torque
        of table 7 as Coulomb friction.
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
        friction: an arm (its `arm_friction` is used), or the friction of each of n joints.
        qd: (…, n) joint velocities, rad/s.
        smoothing: velocity above the dead band at which dry friction reaches 76 %, rad/s; 0 for a step.
        dead_band: velocity up to which dry friction is 0, rad/s, broadcast against `qd`.
        transmission: (n, n) matrix `Arm.transmission` of coupled motors, in which case the friction is that of the
            motors. Defaults to the arm's; none for a sequence.
        load: (…, n) torque that the joints transmit, N·m; without it, load-dependent friction is omitted.

    Returns:
        (…, n) torque, N·m.

    Raises:
        TypeError: `friction` is neither an arm nor a sequence of `JointFriction`.
        StateError: the velocities have a wrong number of joints or are not finite.
    """
    joints: tuple[str, ...] = ()
    if isinstance(friction, Arm):
        joints = friction.joint_names
        if transmission is None and friction.coupled:
            transmission = friction.transmission
        friction = arm_friction(friction)[0]
    if not isinstance(friction, Sequence) or not all(isinstance(joint, JointFriction) for joint in friction):
        raise TypeError(f"expected an Arm, or one JointFriction per joint, got {friction!r:.80}")
    velocity = joint_array("qd", qd, len(friction), joints)
    return joint_friction_torque(friction, velocity, smoothing, dead_band, transmission, load)


def least_friction(arm: Arm) -> tuple[JointFriction, ...]:
    """Return a lower bound of each joint's kinetic friction, for compensation; overcompensation would drive the arm.

    Args:
        arm: the arm, with or without friction in its arm file.

    Returns:
        Friction of each joint without offset and without load-dependent friction: the numbers of the file minus their
        tolerances, with viscous friction evaluated at the velocity limit if it has a quadratic part (`bend`); without
        friction in the file, `KINETIC_SHARE` of the break-away torque.
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
    """Return the smallest value of a compensated parameter up to the velocity limit, minus its tolerance."""
    least, quantity = FRICTION_TERMS[name].least, arm.quantities.get(f"friction.{joint.name}.{name}")
    value: float = getattr(friction, name) if least is None else least(asdict(friction), joint.velocity)
    width = quantity.half_width if quantity is not None else None
    return max(0.0, value - (width or 0.0))
