"""Parameters of the trajectory node, and what the pure classes make of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...arm import Arm
from ...control.gate.gate_settings import RATE_FROM_LIMIT
from ...control.trajectory.trajectory_effort import TrajectoryEffort
from .controller_watch import MANAGER
from .description_check import TOLERANCE
from .feedforward_parameters import PARAMETERS as FEEDFORWARD
from .feedforward_parameters import loaded_model
from .gate_parameters import GATE_PARAMETERS
from .parameters import ARM_PARAMETERS, GYROSCOPIC, Declared, a_joint_each
from .payload_parameters import PAYLOAD_PARAMETERS

_SHARED = {item.name: item for item in (*FEEDFORWARD, *GATE_PARAMETERS)}

PARAMETERS = (
    *ARM_PARAMETERS,
    GYROSCOPIC,
    _SHARED["model"],
    Declared("controller", "joint_trajectory_controller", "controller that gets the trajectories, with effort"),
    MANAGER,
    TOLERANCE,
    Declared("sampling", 0.02, "longest time between points that go out, s", minimum=0.001, maximum=1.0),
    Declared("torque_limit_scale", 1.0, "share of the torque limits a trajectory may use", minimum=0.01, maximum=1.0),
    _SHARED["torque_rate"],
    Declared("start_tolerance", 0.05, "how far the arm may be off at the start, rad; 0 for no check", minimum=0.0),
    Declared("state_timeout", 0.5, "age from which joint_states no longer give the pose of the arm, s", minimum=0.005),
    Declared("allow_partial_joints_goal", False, "hold joints that a trajectory leaves out, instead of refusing it"),
    *PAYLOAD_PARAMETERS,
    *(_SHARED[name] for name in ("hardware_compensates_gravity", "effort_unit", "current_per_torque")),
    Declared("stop_time", 0.3, "time in which the arm is brought to rest, s", minimum=0.01, maximum=5.0),
    Declared("hold_after_stop", True, "hold with gravity effort after a goal that broke its tolerances"),
)


def trajectory_effort(arm: Arm, names: tuple[str, ...], given: Mapping[str, Any]) -> TrajectoryEffort:
    """Everything between the topics, for an arm with the joints' `names` on the wire.

    Raises:
        Puma560Error: a value that makes no sense, said in one sentence.
    """
    return TrajectoryEffort(
        loaded_model(arm, given),
        sampling=given["sampling"],
        torque_limit_scale=given["torque_limit_scale"],
        torque_rate=a_joint_each("torque_rate", given, arm.n, RATE_FROM_LIMIT * arm.maximum_torque),
        start_tolerance=given["start_tolerance"],
        hardware_compensates_gravity=given["hardware_compensates_gravity"],
        allow_partial=given["allow_partial_joints_goal"],
        joints=names,
    )
