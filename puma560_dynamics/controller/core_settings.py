"""Settings of the C++ core from those of a `TorqueLoop`: the same names, one number a joint or one for all."""

from __future__ import annotations

from ..arm import Arm
from ..arm.friction_terms import COMPENSATED, FRICTION_TERMS
from ..arrays import FloatArray
from ..control.feed_forward.acceleration import SOURCES
from ..control.feed_forward.feed_forward import TERM_NAMES
from ..control.feed_forward.friction import FrictionCompensation
from ..control.gate.gate_settings import BOUNDS, BRAKES, FAULT_POLICIES, GateSettings
from ..control.gate.supervision import NO_GUARD
from ..control.loop_settings import LoopSettings
from ..errors import StateError

MOST_JOINTS = 16
"""Joints that the core has room for."""


def core_settings(arm: Arm, settings: LoopSettings, acceleration_limit: FloatArray) -> dict[str, list[float] | float]:
    """Fields of ``torque_core_settings`` for one arm.

    Args:
        arm: whose joints they are.
        settings: of the loop. Limits of positions and velocities count for references too.
        acceleration_limit: (n,) rad/s², limit of a reference, unless `settings` has one.

    Returns:
        Numbers by field; a list has one entry a joint, `gravity_vector` three. Computed torque is off, and there
        is no payload.

    Raises:
        StateError: more joints than the core has room for, or what the core does not have: coupled motors, a guard,
            elements that are refreshed every so many samples, and friction that is not among the `COMPENSATED`
            numbers, such as viscous friction that bends.
    """
    if arm.n > MOST_JOINTS:
        raise StateError(f"{arm.name} has {arm.n} joints; the core has room for {MOST_JOINTS}")
    if arm.coupled:
        raise StateError(f"motors of {arm.name} are coupled (transmission); the core limits only the torque of joints")
    if settings.configuration_update_divider != 1 or settings.guard != NO_GUARD:
        raise StateError("the core has no guard and no configuration_update_divider; leave both at their defaults")
    gate = GateSettings.of(arm) if settings.gate is None else settings.gate
    friction = FrictionCompensation.of(arm) if settings.friction is None else settings.friction
    for name, term in FRICTION_TERMS.items():
        # The offset is already taken off the Coulomb numbers, and what grows with the load is never compensated.
        ignored = term.basis is None or term.at_joint or term.times_load
        if name not in COMPENSATED and not ignored and any(getattr(one, name) for one in friction.joints):
            raise StateError(f"the core has no `{name}` of friction; give friction as `least_friction` does")
    limit = acceleration_limit if settings.acceleration_limit is None else settings.acceleration_limit
    resolution = friction.position_resolution.tolist()
    arrays = {
        name: getattr(gate, name).tolist()
        for name in ("maximum_torque", "motor_torque", "torque_rate", "removal_rate", "lower", "upper", "velocity")
    }
    return {
        **arrays,
        "acceleration_limit": limit.tolist(),
        "motor_inertia": arm.motor_inertia.tolist(),
        **{name: [getattr(joint, name) for joint in friction.joints] for name in COMPENSATED},
        "position_resolution": resolution * arm.n if len(resolution) == 1 else resolution,
        "stiffness": [0.0] * arm.n,
        "damping": [0.0] * arm.n,
        "friction_scale": friction.scale,
        "friction_dead_band": friction.dead_band,
        "friction_smoothing": friction.smoothing,
        **{name: getattr(gate, name) for name in BOUNDS},
        "reference_timeout": settings.reference_timeout,
        "acceleration_cutoff": settings.acceleration_cutoff,
        "gravity_vector": arm.gravity_vector.tolist(),
        "terms": terms_mask(settings.terms),
        "acceleration_source": SOURCES.index(settings.acceleration_source),
        "fault_policy": FAULT_POLICIES.index(gate.fault_policy),
        "restart_after_fault": int(gate.restart_after_fault),
        "hardware_compensates_gravity": int(settings.hardware_compensates_gravity),
        "brakes": BRAKES.index(gate.brakes),
        "brake_feedback": int(gate.brake_feedback),
    }


def terms_mask(names: tuple[str, ...]) -> int:
    """Names out of `TERM_NAMES` as the bits of the core."""
    return sum(1 << place for place, name in enumerate(TERM_NAMES) if name in names)
