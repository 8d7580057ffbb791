"""Methods of generated models by functions that are derived and compiled when they are first called."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray
from ...emdeg import Functions
from ...errors import MissingDependencyError
from ...states import joint_arrays
from ..any_shape import put
from ..derivatives import TorqueDerivatives
from ..interface import DynamicModel
from .compiled_kinematics import CompiledKinematics
from .further_functions import FurtherFunctions

log = logging.getLogger(__name__)


class CompiledDynamics(CompiledKinematics, DynamicModel):
    """Base class of generated models: methods that need one function of the generator each.

    At the first call of a method, or by `prepare`, its function is derived and compiled (seconds, once for an arm), or
    read from the cache. Later calls go directly to compiled code, as those of `GeneratedModel.torque`. If the
    generator's search was not compiled at installation, the method of `DynamicModel` is used, with a warning.
    """

    derives_further: ClassVar[bool] = True
    """Whether the methods use functions of the generator, which are exact; otherwise those of `DynamicModel`."""

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        self._missing: set[str] = set()

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._result_of_function("coriolis_matrix", super().coriolis_matrix, out, q=q, qd=qd)

    def coriolis_torque(self, q: ArrayLike, qd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._result_of_function("coriolis_torque", super().coriolis_torque, out, q=q, qd=qd)

    def transposed_coriolis_torque(self, q: ArrayLike, qd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._result_of_function(
            "transposed_coriolis_torque", super().transposed_coriolis_torque, out, q=q, qd=qd
        )

    def momentum(self, q: ArrayLike, qd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._result_of_function("momentum", super().momentum, out, q=q, qd=qd)

    def kinetic_energy(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        functions = self._derived("kinetic_energy")
        if functions is None:
            return super().kinetic_energy(q, qd)
        return np.asarray(functions.kinetic_energy(*self._rows(q=q, qd=qd))[..., 0])

    def potential_energy(self, q: ArrayLike) -> FloatArray:
        functions = self._derived("potential_energy")
        if functions is None:
            return super().potential_energy(q)
        return np.asarray(functions.potential_energy(*self._rows(q=q))[..., 0] + self._energy_of_frame_0)

    @cached_property
    def _energy_of_frame_0(self) -> float:
        """Potential energy of all mass in the origin of the generator's base frame, J."""
        base = [float(x) for x in self.arm.exact_chain.base.origin]
        mass = sum(link.mass for link in self.arm.links)
        return float(-mass * (self.arm.base_gravity @ (self.arm.base[:3, 3] - base)))

    def gravity_derivative(self, q: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._result_of_function("gravity_derivative", super().gravity_derivative, out, q=q)

    def regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._result_of_function("regressor", super().regressor, out, q=q, qd=qd, qdd=qdd)

    def base_regressor(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: FloatArray | None = None
    ) -> FloatArray:
        return self._result_of_function("base_regressor", super().base_regressor, out, q=q, qd=qd, qdd=qdd)

    def torque_derivatives(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: TorqueDerivatives | None = None
    ) -> TorqueDerivatives:
        """Evaluate `DynamicModel.torque_derivatives` by one function.

        The arrays of the result are parts of one block of memory. `out` takes a result of an earlier call.
        """
        name, n = "torque_derivatives", self.arm.n
        functions = self._derived(name)
        if functions is None:
            found = super().torque_derivatives(q, qd, qdd)
        else:
            flat = getattr(functions, name)(*self._rows(q=q, qd=qd, qdd=qdd))
            if name not in vars(self) and functions.parts:
                shapes = ((n,), (n, n), (n, n), (n, n))
                vars(self)[name] = functions.parts(name, self.torque_derivatives, TorqueDerivatives, shapes)
            torque, *matrices = np.split(flat, [n, n + n * n, n + 2 * n * n], axis=-1)
            found = TorqueDerivatives(torque, *(matrix.reshape(*torque.shape, n) for matrix in matrices))
        if out is not None:
            put(found, out)
        return found if out is None else out

    def _result_of_function(
        self, name: str, default: Callable[..., FloatArray], out: FloatArray | None, **states: ArrayLike
    ) -> FloatArray:
        """Evaluate a function of the generator, which later calls of the method `name` reach directly."""
        functions = self._derived(name)
        if functions is None:
            found = default(*states.values())
        else:
            found = getattr(functions, name)(*self._rows(**states))
            if name not in vars(self) and functions.checked:
                vars(self)[name] = functions.checked(name, getattr(self, name))
        return found if out is None else put(found, out)

    def _derived(self, name: str) -> Functions | None:
        if not self.derives_further:
            return None
        try:
            FurtherFunctions.prepare(self, name)
        except MissingDependencyError as error:
            if name not in self._missing:
                log.warning("%s of %s is computed without a derived function, slower: %s", name, self.arm.name, error)
                self._missing.add(name)
            return None
        return self._further.get(name, self.functions)

    def _rows(self, **states: ArrayLike) -> Any:
        return joint_arrays(self.arm.n, states, contiguous=True)
