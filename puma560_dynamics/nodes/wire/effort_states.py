"""Read joint states with measured efforts as torques of the motors, and state what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ...arm import Arm
from ...arrays import FloatArray
from ...control.effort_unit import UNIT_PARAMETERS, effort_per_torque
from ...control.joint_order import JointOrder
from ...control.observer.contact_estimate import GRAVITY, MODEL_TORQUE
from ...control.observer.torque_uncertainty import ASSUMED_TOLERANCE
from ...control.parameter_spec import ParameterSpec, each_joint
from ...control.torque_parameters import PARAMETERS as TORQUE_PATH
from ...errors import MessageError
from ...models.interface import DynamicModel
from .cdr import JointStateDecoder

EFFORT_PARAMETERS = (
    TORQUE_PATH["effort_without"],
    replace(UNIT_PARAMETERS[0], description="unit of the measured efforts: torque (N·m) or current (A)"),
    *UNIT_PARAMETERS[1:],
    each_joint("effort_noise", "standard deviation of the efforts' noise", "N·m", "its value in the samples"),
    each_joint("velocity_noise", "standard deviation of the velocities' noise", "rad/s", "its value in the samples"),
    ParameterSpec(
        "model_tolerance",
        ASSUMED_TOLERANCE,
        "standard deviation of masses and inertias as a fraction, for an arm without tolerances",
        minimum=0.0,
        maximum=1.0,
    ),
)


class EffortState(NamedTuple):
    """A joint state in the order of the arm's joints.

    Attributes:
        stamp: ns.
        q: (n,) positions, rad.
        qd: (n,) velocities, rad/s.
        effort: (n,) torques of the motors, N·m; external torques if the driver subtracts its whole model.
    """

    stamp: int
    q: FloatArray
    qd: FloatArray
    effort: FloatArray


class EffortStates:
    """Reads the bytes of joint states.

    Args:
        arm: arm with the joint names of the messages.
        given: parameters of `EFFORT_PARAMETERS` by name.

    Attributes:
        reason: why the last state could not be used, a sentence.
        without: what the driver subtracts from the efforts.

    Raises:
        StateError: the unit of the efforts needs constants that are missing.
    """

    def __init__(self, arm: Arm, given: Mapping[str, Any]) -> None:
        self._per_torque = effort_per_torque(arm, given)
        self.without = str(given["effort_without"])
        self._order, self._decoder = JointOrder(arm.joint_names), JointStateDecoder()
        self.reason = "no joint_states yet"

    @property
    def external(self) -> bool:
        """Whether efforts are external torques."""
        return self.without == MODEL_TORQUE

    def read(self, data: bytes, model: DynamicModel) -> EffortState | None:
        """Return a state; `None` if it is of other joints, or cannot be used for the `reason`.

        Args:
            data: bytes of a `sensor_msgs/JointState`.
            model: model whose gravity is added if the driver subtracts gravity.
        """
        try:
            fields, measured = self._decoder.with_efforts(data)
            if not self._order.concerns(fields.names):
                return None
            for name, values in (("effort", measured), ("velocity", fields.velocity)):
                if not values:
                    self.reason = f"{name} of joint_states is empty; the estimate needs measured efforts and velocities"
                    return None
            q, qd, effort = self._order.fields(
                fields.names, position=fields.position, velocity=fields.velocity, effort=measured
            )
        except MessageError as error:
            self.reason = str(error)
            return None
        effort = effort / self._per_torque
        if self.without == GRAVITY:
            effort = effort + model.gravity(q)
        return EffortState(fields.sec * 1_000_000_000 + fields.nanosec, q, qd, effort)
