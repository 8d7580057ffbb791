"""Add a payload to any model: torque is linear in the inertial parameters, so both parts can be added."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray
from ...emdeg import Functions
from ...states import joint_arrays
from ..any_shape import put
from ..interface import DynamicModel
from ..model_sum import ModelSum
from ..terms import OperationCount
from .payload import Payload, attached, payload_numbers, placed_payload
from .payload_counts import payload_counts
from .payload_model import PayloadModel, payload_alone

IN_ONE_CALL = ("torque", "gravity", "kinetic_energy_matrix")
"""Methods that one compiled function evaluates for arm and payload, if the arm's method is compiled."""


class WithPayload(ModelSum):
    """The model `base` with `payload` on its last link, exact for any center of mass and inertia.

    Torque, gravity and A of an exact generated model are functions with a payload as input (`PAYLOAD_NAMES`), whose
    numbers are prepared once. Those of other compiled models are the sum of both parts in one call of compiled code.
    """

    def __init__(self, base: DynamicModel, payload: Payload) -> None:
        self.payload = payload
        self.payload_model = payload_alone(base.arm, payload)
        super().__init__(base, self.payload_model, attached(base.arm, payload))
        functions: Functions | None = getattr(base, "functions", None)
        self._functions = functions if functions and "prepare_payload" in functions.signatures else None
        # Instance attributes take precedence over methods: calls go to compiled code, which calls the method of the
        # class if an argument needs conversion.
        if self._functions:
            self._prepared = self._functions.prepare_payload(payload_numbers(placed_payload(base.arm, payload)))
            if checked := self._functions.checked:
                for name in IN_ONE_CALL:
                    function = f"{name}_with_payload"
                    compiled = checked(function, getattr(self, name), self._prepared)
                    # Pickle stores a compiled method by the name of its function.
                    vars(self).update({name: compiled, function: compiled})
        elif isinstance(self.payload_model, PayloadModel):
            own = {name: vars(base)[name] for name in IN_ONE_CALL if name in vars(base)}
            found = {name: self.payload_model.added(name, arm, getattr(self, name)) for name, arm in own.items()}
            vars(self).update({name: function for name, function in found.items() if function})
        if "kinetic_energy_matrix" in vars(self):
            vars(self)["mass_matrix"] = vars(self)["kinetic_energy_matrix"]

    def kinetic_energy_matrix(self, q: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._of_both("kinetic_energy_matrix", super().kinetic_energy_matrix, out, q=q)

    def gravity(self, q: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._of_both("gravity", super().gravity, out, q=q)

    def torque(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        out: FloatArray | None = None,
        wrench: ArrayLike | None = None,
        link: str | None = None,
    ) -> FloatArray:
        return self._of_both("torque", super().torque, out, q=q, qd=qd, qdd=qdd)

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

    def _of_both(
        self, name: str, by_sum: Callable[..., FloatArray], out: FloatArray | None, **states: ArrayLike
    ) -> FloatArray:
        """Evaluate the function with a payload as input if there is one, otherwise the sum of both parts."""
        if self._functions is None:
            return by_sum(*states.values(), out=out)
        given = joint_arrays(self.arm.n, states, contiguous=True)
        prepared = np.broadcast_to(self._prepared, (*given[0].shape[:-1], self._prepared.size))
        found: FloatArray = getattr(self._functions, f"{name}_with_payload")(*given, np.ascontiguousarray(prepared))
        return found if out is None else put(found, out)
