"""Add a payload to a model of the paper's tables: torque is linear in the inertial parameters, so both can be added."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..interface import DynamicModel
from ..model_sum import ModelSum
from ..terms import OperationCount
from .payload import Payload, attached
from .payload_counts import payload_counts
from .payload_model import payload_alone


class WithPayload(ModelSum):
    """The model `base` with `payload` on its last link, exact for any center of mass and inertia."""

    def __init__(self, base: DynamicModel, payload: Payload) -> None:
        self.payload = payload
        super().__init__(base, payload_alone(base.arm, payload), attached(base.arm, payload))

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
