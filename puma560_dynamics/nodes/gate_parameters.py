"""Parameters of the torque gate, shared by the nodes that send torque."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arm import Arm
from ..control.gate_settings import FAULT_POLICIES, RATE_FROM_LIMIT, GateSettings
from ..errors import StateError
from .parameters import Declared, a_joint_each

UNITS = ("torque", "current")

GATE_PARAMETERS = (
    Declared("torque_limit_scale", 1.0, "share of the arm's maximum torque that passes", minimum=0.001, maximum=1.0),
    Declared("torque_rate", [0.0], "torque rate limit a joint, N·m/s; [0.0] for ten times the maximum torque a second"),
    Declared("soft_margin", 0.05, "distance to a position limit over which outward torque fades, rad", minimum=0.0),
    Declared("position_tolerance", 0.2, "distance beyond a position limit that is not believed, rad", minimum=0.0),
    Declared("jump_tolerance", 0.2, "jump between two states that is not believed, rad", minimum=0.001),
    Declared("state_timeout", 0.1, "silence of joint_states that is a fault, s", minimum=0.005, maximum=10.0),
    Declared("recovery_time", 0.2, "time of consistent states that ends a jump, s", minimum=0.0, maximum=10.0),
    Declared("fade_in_time", 1.0, "time in which the torque fades in, s", minimum=0.0, maximum=10.0),
    Declared("fade_out_time", 0.5, "time in which the torque fades out, s", minimum=0.0, maximum=3.0),
    Declared("hold_time", 2.0, "time for which gravity is held on a fault, s", minimum=0.0, maximum=600.0),
    Declared(
        "fault_policy",
        "hold_gravity",
        "what the arm gets on a fault: hold_gravity (then fade) or zero (fade at once)",
        choices=FAULT_POLICIES,
    ),
    Declared("restart_after_fault", False, "torque comes back by itself after it has faded out on a fault"),
    Declared("effort_unit", "torque", "what the controller takes: torque (N·m) or current (A)", choices=UNITS),
    Declared("current_per_torque", [0.0], "motor current a joint torque, A/(N·m), signed; for effort_unit current"),
)


def gate_settings(arm: Arm, given: Mapping[str, Any], names: tuple[str, ...]) -> GateSettings:
    """The settings that parameter values `given` ask for.

    Raises:
        StateError: a value that makes no sense.
    """
    rate = a_joint_each("torque_rate", given, arm.n, RATE_FROM_LIMIT * arm.maximum_torque)
    plain = ("soft_margin", "position_tolerance", "jump_tolerance", "state_timeout", "recovery_time", "fade_in_time",
             "fade_out_time", "hold_time", "fault_policy", "restart_after_fault")  # fmt: skip
    settings = GateSettings.of(arm, given["torque_limit_scale"], rate, **{name: given[name] for name in plain})
    return settings.with_(joint_names=names)


def effort_per_torque(arm: Arm, given: Mapping[str, Any]) -> NDArray[np.float64]:
    """(n,) what a torque is multiplied by before it is sent: ones, or A/(N·m).

    Raises:
        StateError: current without constants, or constants that are zero, or so large that no current is.
    """
    if given["effort_unit"] == "torque":
        return np.ones(arm.n)
    constants = a_joint_each("current_per_torque", given, arm.n, np.zeros(arm.n))
    with np.errstate(over="ignore"):
        currents = constants * arm.maximum_torque
    if not np.isfinite(currents).all() or not currents.all():
        raise StateError(
            "effort_unit is current: expected current_per_torque with a number other than 0 for every joint, in "
            f"A/(N·m), got {constants.tolist()}"
        )
    return constants
