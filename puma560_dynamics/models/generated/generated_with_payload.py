"""Define generated models with a payload on the last link, which is an input of their functions."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray
from ...emdeg import COMBINED_NAMES, Chain, Functions, Program, functions_with, task_of
from ...errors import DerivationError
from ..payload.payload import Payload, attached, payload_numbers, placed_payload
from ..recursive.recursive_model import RecursiveModel
from ..terms import OperationCount
from .compiled_methods import Call, CompiledMethods
from .factored_programs import in_frame_n
from .method_table import METHODS

LOADED = "+payload"
"""End of the name of a function with a payload as its last input (`PAYLOAD_NAMES`)."""

OF_GEOMETRY = (
    *("regressor", "base_regressor", "inverse_jacobian", "pose", "jacobian", "jacobian_rate"),
    *("bias_acceleration", "kinematics"),
)
"""Functions that do not depend on the bodies."""


class GeneratedWithPayload(CompiledMethods, RecursiveModel):
    """The generated model `base` with `payload` on its last link, exact for any center of mass and inertia.

    Functions of the generator take the numbers of the payload, which are prepared once, as an input. So another payload
    (`with_payload`) needs neither derivation nor compilation. Functions that have no payload as input are those of
    `base`. B and C are computed from torques.

    Args:
        base: the model of the arm, whose functions include those of `PAYLOAD_NAMES`.
        payload: the payload.
    """

    def __init__(self, base: CompiledMethods, payload: Payload) -> None:
        super().__init__(attached(base.arm, payload))
        self.kind, self.base, self.payload = base.kind, base, payload
        self.derives_further, self._functions = base.derives_further, base._functions
        self._on_request, self._links = base._loaded, base._links
        self._prepared = self._functions.prepare_payload(payload_numbers(placed_payload(base.arm, payload)))
        for name, row in METHODS.items():
            if self._part(self._task(row.function)):
                self._call(name)

    @property
    def programs(self) -> Mapping[str, Program]:
        return self.base.programs

    def with_payload(self, payload: Payload) -> GeneratedWithPayload:
        """Return the model of the same arm with another payload, in less than a millisecond.

        Raises:
            StateError: the payload's link is not fixed to the last link of the arm.
        """
        return GeneratedWithPayload(self.base, payload)

    def prepare(self, *names: str) -> None:
        loaded = [name for name in names if self._takes_payload(name)]
        self.base.prepare(*(name for name in names if name not in loaded))
        super().prepare(*loaded)

    def function(self, name: str) -> Call:
        return super().function(name) if self._takes_payload(name) else self.base.function(name)

    def regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self.base.regressor(q, qd, qdd, out=out)

    def base_regressor(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: FloatArray | None = None
    ) -> FloatArray:
        return self.base.base_regressor(q, qd, qdd, out=out)

    def _takes_payload(self, name: str) -> bool:
        """Return whether a function has the payload as input; otherwise it depends on geometry only.

        Raises:
            DerivationError: the function depends on the bodies, and has no payload as input.
        """
        function, *given = name.split("+")
        inputs = {each.partition("@")[0] for each in given}
        if function in functions_with("payload") and inputs <= {"wrench", "gravity_vector"}:
            return True
        if function.partition(":")[0] not in OF_GEOMETRY:
            if function not in COMBINED_NAMES:
                task_of(name)  # raises for a function that is not known
            raise DerivationError(
                f"{name!r:.80} has no payload as input, so that a model with a payload does not have it; use one of "
                f"{', '.join((*functions_with('payload'), *OF_GEOMETRY))}, or `base`, the model without payload"
            )
        return False

    def _function_of(self, function: str) -> tuple[Functions, str] | None:
        return super()._function_of(function) if function in functions_with("payload") else None

    def _task(self, name: str) -> str:
        return f"{name}{LOADED}"

    def _part(self, task: str) -> str:
        return super()._part(f"{task.removesuffix(LOADED)}_with_payload")

    @property
    def _chain(self) -> Chain:
        return in_frame_n(self.base.arm.exact_chain)

    def _weightless_torque(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        return np.asarray(self.torque(q, qd, qdd) - self.gravity(q))

    def _free(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        return np.asarray(self.torque(q[:, None], qd, qdd) - self.gravity(q)[:, None])

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Count the calculations of the functions with a payload as input: all but those of B and C."""
        programs = self.base.programs
        names = [name for name in programs if name.endswith(LOADED) and not name.startswith("prepare")]
        return MappingProxyType({name.removesuffix(LOADED): OperationCount(*programs[name].count) for name in names})
