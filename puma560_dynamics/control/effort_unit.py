"""Unit of effort commands and measured efforts, torque or motor current: parameters and conversion factors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray
from ..errors import StateError
from .parameter_spec import BOTH, ParameterSpec, each_joint, given_each

TORQUE, CURRENT = UNITS = ("torque", "current")

UNIT_PARAMETERS = (
    ParameterSpec(
        "effort_unit",
        TORQUE,
        "unit of the commands, and of measured efforts where they are used: torque (N·m) or current (A)",
        choices=UNITS,
        users=BOTH,
    ),
    each_joint(
        "current_per_torque",
        "motor current per joint torque, signed, for effort_unit current",
        "A/(N·m)",
        "the value from torque_constant and gear_ratio of the arm file (nodes only)",
        low=None,
    ),
)
"""Parameters of nodes and of the C++ controller, whose ``effort_unit.hpp`` has the rules of `effort_per_torque`."""


def effort_per_torque(arm: Arm, given: Mapping[str, Any]) -> FloatArray:
    """Return the factors from torque to the effort that is sent, (n,): ones, or A/(N·m).

    Raises:
        StateError: no constants for current commands, constants that are zero or give infinite currents, or constants
            that are given for torque commands.
    """
    constants = given_each("current_per_torque", given, arm.n)
    if given["effort_unit"] == TORQUE:
        if constants is not None:
            raise StateError(
                "current_per_torque is given and effort_unit is torque, so that torque would be sent as it is: set "
                "effort_unit to current, or leave current_per_torque out"
            )
        return np.ones(arm.n)
    if constants is None:
        return current_per_torque(arm)
    with np.errstate(over="ignore"):
        currents = constants * arm.maximum_torque
    if not np.isfinite(currents).all() or not currents.all():
        raise StateError(
            "effort_unit is current: expected current_per_torque with a number other than 0 for every joint, in "
            f"A/(N·m), got {constants.tolist()}"
        )
    return constants


def current_per_torque(arm: Arm) -> FloatArray:
    """Return current per torque, (n,) A/(N·m), from the torque constants and gear ratios of the arm's motors.

    Raises:
        StateError: motors without these values, or coupled motors, whose current depends on several joint torques.
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
