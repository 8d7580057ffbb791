"""Parameters of the trajectory node, and the `TrajectoryEffort` made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...arm import Arm
from ...control.drivers import DRIVER, check_driver, driver_rates
from ...control.effort_unit import UNIT_PARAMETERS
from ...control.gate.gate_settings import RATE_FROM_LIMIT
from ...control.parameter_spec import ParameterSpec, given_each
from ...control.torque_parameters import DESCRIPTION_TOLERANCE, PAYLOAD
from ...control.torque_parameters import PARAMETERS as TORQUE_PATH
from ...control.trajectory.trajectory_effort import SAMPLING, START_TOLERANCE, TORQUE_LIMIT_SCALE, TrajectoryEffort
from .controller_watch import MANAGER
from .feedforward_parameters import MODEL, loaded_model
from .parameters import ARM_PARAMETERS, GYROSCOPIC

PARAMETERS = (
    *ARM_PARAMETERS,
    GYROSCOPIC,
    MODEL,
    ParameterSpec("controller", "joint_trajectory_controller", "controller that receives the trajectories with effort"),
    MANAGER,
    DESCRIPTION_TOLERANCE,
    SAMPLING,
    TORQUE_LIMIT_SCALE,
    TORQUE_PATH["torque_rate"],
    START_TOLERANCE,
    ParameterSpec(
        "state_timeout", 0.5, "largest age of joint states from which the pose of the arm is taken, s", minimum=0.005
    ),
    ParameterSpec(
        "allow_partial_joints_goal", False, "hold joints that a trajectory leaves out, instead of refusing it"
    ),
    *PAYLOAD,
    DRIVER,
    TORQUE_PATH["hardware_compensates_gravity"],
    *UNIT_PARAMETERS,
    ParameterSpec("stop_time", 0.3, "time in which the arm is brought to rest, s", minimum=0.01, maximum=5.0),
    ParameterSpec("hold_after_stop", True, "hold the arm with gravity effort after a goal exceeded its tolerances"),
)


def trajectory_effort(arm: Arm, names: tuple[str, ...], given: Mapping[str, Any]) -> TrajectoryEffort:
    """Return the `TrajectoryEffort` for an arm with the joint `names` of the messages.

    Raises:
        Puma560Error: an invalid value; the message gives the reason.
    """
    check_driver(given)
    usual = RATE_FROM_LIMIT * arm.maximum_torque
    rate, _ = driver_rates(given["driver"], names, usual, given_each("torque_rate", given, arm.n), None)
    return TrajectoryEffort(
        loaded_model(arm, given),
        sampling=given["sampling"],
        torque_limit_scale=given["torque_limit_scale"],
        torque_rate=rate,
        start_tolerance=given["start_tolerance"],
        hardware_compensates_gravity=given["hardware_compensates_gravity"],
        allow_partial=given["allow_partial_joints_goal"],
        joints=names,
    )
