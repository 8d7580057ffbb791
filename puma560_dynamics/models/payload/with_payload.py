"""Add a payload to any model: torque is linear in the inertial parameters, so both parts can be added."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from numpy.typing import ArrayLike

from ...arrays import FloatArray
from ..interface import DynamicModel
from ..model_sum import ModelSum
from ..terms import OperationCount
from .payload import Payload, attached
from .payload_counts import payload_counts
from .payload_model import PayloadModel, payload_alone

IN_ONE_CALL = ("torque", "gravity", "kinetic_energy_matrix")
"""Methods that one compiled function evaluates for arm and payload, if the arm's method is compiled."""


class WithPayload(ModelSum):
    """The model `base` with `payload` on its last link, exact for any center of mass and inertia.

    If both parts are compiled, torque, gravity and A need one call of compiled code, as for `GeneratedModel`.
    """

    def __init__(self, base: DynamicModel, payload: Payload) -> None:
        self.payload = payload
        self.payload_model = payload_alone(base.arm, payload)
        super().__init__(base, self.payload_model, attached(base.arm, payload))
        if not isinstance(self.payload_model, PayloadModel):
            return
        compiled = {name: vars(base)[name] for name in IN_ONE_CALL if name in vars(base)}
        found = {name: self.payload_model.added(name, own, getattr(self, name)) for name, own in compiled.items()}
        vars(self).update({name: function for name, function in found.items() if function})
        if "kinetic_energy_matrix" in vars(self):
            vars(self)["mass_matrix"] = vars(self)["kinetic_energy_matrix"]

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Evaluate `DynamicModel.torque_and_gravity` by two compiled functions, or by one evaluation of each model."""
        if "torque" in vars(self):
            return self.torque(q, qd, qdd), self.gravity(q)
        return super().torque_and_gravity(q, qd, qdd)

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Count the calculations of the base model, of the payload, and of adding both.

        Raises:
            UnsupportedArmError: the base model does not support counting, or the arm has prismatic joints.
        """
        extra = payload_counts(self.base.arm, self.payload, added=True)
        own = self.base.operation_counts()
        return MappingProxyType(
            {name: OperationCount(count[0] + extra[name][0], count[1] + extra[name][1]) for name, count in own.items()}
        )
