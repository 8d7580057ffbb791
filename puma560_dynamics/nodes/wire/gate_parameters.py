"""Parameters of the torque gate, shared by the nodes that send torque."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...control.gate.gate_settings import BOUNDS, BRAKES, FAULT_POLICIES, LATE_STEP, LATE_STEPS, GateSettings
from ...errors import StateError
from .parameters import Declared, given_each

UNITS = ("torque", "current")


def _bounded(name: str, default: float, description: str) -> Declared:
    low, high = BOUNDS[name]
    return Declared(name, default, description, minimum=low, maximum=high)


GATE_PARAMETERS = (
    Declared("torque_limit_scale", 1.0, "share of the arm's maximum torque that passes", minimum=0.001, maximum=1.0),
    Declared(
        "torque_rate",
        [0.0],
        "rate limit of growing torque a joint, N·m/s; [0.0] for ten times the maximum torque a second",
    ),
    Declared(
        "removal_rate",
        [0.0],
        "rate limit of torque that is removed towards the safe torque, N·m/s, at least torque_rate; [0.0] for ten "
        "times the maximum torque a second, or torque_rate where that is more",
    ),
    _bounded("soft_margin", 0.05, "distance to a position limit over which outward torque fades, rad"),
    _bounded("position_tolerance", 0.2, "distance beyond a position limit that is a fault, rad"),
    _bounded("jump_tolerance", 0.01, "resolution and noise of a position: what is more than the arm can move, rad"),
    _bounded("state_timeout", 0.1, "age of a joint state, by its stamp and by its arrival, that is a fault, s"),
    _bounded("clock_offset_limit", 0.0, "what the clock of the joint states may differ from this host's, s"),
    _bounded("recovery_time", 0.2, "time of good states after which a fault ends, with restart_after_fault, s"),
    _bounded("fade_in_time", 1.0, "time in which the torque fades in, s"),
    _bounded("fade_out_time", 0.5, "time in which the torque fades out, s"),
    _bounded("hold_time", 2.0, "time for which gravity is held or motion damped on faults, in total until a reset, s"),
    _bounded("velocity_margin", 1.2, "multiple of the velocity limit above which a velocity is a fault"),
    _bounded("damping_time", 0.1, "time constant in which a fault brings a moving arm to rest, s"),
    Declared(
        "late_step",
        LATE_STEP,
        "largest step of a fade, or of a change of terms or payload, at the hardware where a command arrives late by "
        "state_timeout, as a share of the maximum torque: fades are slowed for it; 1 for any",
        minimum=LATE_STEPS[0],
        maximum=LATE_STEPS[1],
    ),
    Declared(
        "fault_policy",
        "hold_gravity",
        "reaction to a fault: hold_gravity (or damping, then fade) or zero (fade at once)",
        choices=FAULT_POLICIES,
    ),
    Declared(
        "brakes",
        "",
        "who holds the arm while no torque does, to be given: ours (brakes that this package requests on ~/brake), "
        "hardware (it opens its brakes itself), none, or supported (a person holds the arm, to bring it up)",
    ),
    _bounded("brake_release_time", 0.2, "of brakes of ours: time that they take to open, s"),
    _bounded(
        "brake_engage_time", 0.2, "of brakes of ours: time that they take to close, for which the torque stays, s"
    ),
    _bounded("brake_sag", 0.02, "displacement of a joint while brakes of ours open that closes them again, rad (m)"),
    Declared(
        "brake_feedback",
        False,
        "whether brakes of ours report on ~/brake_state that they are closed, which counts instead of the two times",
    ),
    Declared("restart_after_fault", False, "torque returns automatically when the cause of a fault is gone"),
    Declared("effort_unit", "torque", "what the controller takes: torque (N·m) or current (A)", choices=UNITS),
    Declared(
        "current_per_torque",
        [0.0],
        "motor current a joint torque, A/(N·m), signed, for effort_unit current; [0.0] for what torque_constant and "
        "gear_ratio of the arm file give",
    ),
)


def gate_settings(arm: Arm, given: Mapping[str, Any], names: tuple[str, ...]) -> GateSettings:
    """The settings that parameter values `given` ask for.

    Raises:
        StateError: a value that makes no sense.
    """
    growth, removal = (given_each(name, given, arm.n) for name in ("torque_rate", "removal_rate"))
    if given["brakes"] not in BRAKES:
        raise StateError(
            f"brakes: expected one of {', '.join(BRAKES)}, got {given['brakes']!r}; who holds the arm while no torque "
            "does?"
        )
    others = ("late_step", "brakes", "brake_feedback", "fault_policy", "restart_after_fault")
    plain = {name: given[name] for name in (*BOUNDS, *others)}
    settings = GateSettings.of(arm, given["torque_limit_scale"], growth, removal, **plain)
    return settings.with_(joint_names=names)


def effort_per_torque(arm: Arm, given: Mapping[str, Any]) -> FloatArray:
    """(n,) what a torque is multiplied by before it is sent: ones, or A/(N·m).

    Raises:
        StateError: current without constants, or constants that are zero, or so large that no current is; or constants
            that nothing would use.
    """
    constants = given_each("current_per_torque", given, arm.n)
    if given["effort_unit"] == "torque":
        if constants is not None:
            raise StateError(
                "current_per_torque is given and effort_unit is torque, so that torque would be sent as it is: set "
                "effort_unit to current, or leave current_per_torque out"
            )
        return np.ones(arm.n)
    if constants is None:
        return _current_per_torque(arm)
    with np.errstate(over="ignore"):
        currents = constants * arm.maximum_torque
    if not np.isfinite(currents).all() or not currents.all():
        raise StateError(
            "effort_unit is current: expected current_per_torque with a number other than 0 for every joint, in "
            f"A/(N·m), got {constants.tolist()}"
        )
    return constants


def _current_per_torque(arm: Arm) -> FloatArray:
    """(n,) A/(N·m) by the torque constants of the arm's motors and their gear ratios.

    Raises:
        StateError: motors without them, or coupled ones, whose current depends on the torque of several joints.
    """
    asked = "effort_unit is current: give current_per_torque, A/(N·m), one number for all joints or one each"
    lacking = [
        name
        for name, motor in zip(arm.joint_names, arm.motors, strict=True)
        if not motor.torque_constant or f"motors.{name}.gear_ratio" not in arm.quantities
    ]
    if lacking:
        raise StateError(
            f"{asked}, other than 0; or torque_constant (N·m/A) and gear_ratio of every motor in the arm file, which "
            f"lacks them at {', '.join(lacking)}"
        )
    if arm.coupled:
        raise StateError(f"{asked}: motors of this arm are coupled, so that its torque constants alone do not give it")
    return np.array([1.0 / (motor.torque_constant * motor.gear_ratio) for motor in arm.motors])
