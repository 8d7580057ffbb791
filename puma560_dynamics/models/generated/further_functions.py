"""Methods of generated models by functions that are derived and compiled when they are first called."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray
from ...emdeg import Functions, has_spherical_wrist
from ...errors import MissingDependencyError
from ...states import joint_arrays
from ..any_shape import put
from ..derivatives import TorqueDerivatives
from ..forward_derivatives import AccelerationWithDerivatives
from ..interface import DynamicModel
from .compiled_operational_space import CompiledOperationalSpace

Parts = TypeVar("Parts", TorqueDerivatives, AccelerationWithDerivatives)

log = logging.getLogger(__name__)


class FurtherFunctions(CompiledOperationalSpace, DynamicModel):
    """Base class of generated models: methods that need one function of the generator each.

    At the first call of a method, its function is derived and compiled (seconds, once for an arm), or read from the
    cache. Later calls go directly to compiled code, as those of `GeneratedModel.torque`. If the generator's search was
    not compiled at installation, the method of `DynamicModel` is used, with a warning.
    """

    functions: Functions
    _may_vanish: bool

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        self._missing: set[str] = set()

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._further("coriolis_matrix", super().coriolis_matrix, out, q=q, qd=qd)

    def coriolis_torque(self, q: ArrayLike, qd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._further("coriolis_torque", super().coriolis_torque, out, q=q, qd=qd)

    def transposed_coriolis_torque(self, q: ArrayLike, qd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._further("transposed_coriolis_torque", super().transposed_coriolis_torque, out, q=q, qd=qd)

    def momentum(self, q: ArrayLike, qd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._further("momentum", super().momentum, out, q=q, qd=qd)

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
        return self._further("gravity_derivative", super().gravity_derivative, out, q=q)

    def regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._further("regressor", super().regressor, out, q=q, qd=qd, qdd=qdd)

    def base_regressor(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: FloatArray | None = None
    ) -> FloatArray:
        return self._further("base_regressor", super().base_regressor, out, q=q, qd=qd, qdd=qdd)

    def torque_derivatives(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: TorqueDerivatives | None = None
    ) -> TorqueDerivatives:
        """Evaluate `DynamicModel.torque_derivatives` by one function.

        The arrays of the result are parts of one block of memory. `out` takes a result of an earlier call.
        """
        own = super().torque_derivatives
        return self._in_parts("torque_derivatives", TorqueDerivatives, own, out, q=q, qd=qd, qdd=qdd)

    def acceleration_derivatives(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, out: AccelerationWithDerivatives | None = None
    ) -> AccelerationWithDerivatives:
        """Evaluate `DynamicModel.acceleration_derivatives` by one function, as `torque_derivatives`."""
        name, own = "acceleration_derivatives", super().acceleration_derivatives
        return self._in_parts(name, AccelerationWithDerivatives, own, out, q=q, qd=qd, tau=tau)

    def inverse_jacobian(self, q: ArrayLike) -> FloatArray:
        """Evaluate `DynamicModel.inverse_jacobian` by one function, for an arm with a spherical wrist."""
        name = "inverse_jacobian"
        new = (name, None, "base") not in self._links and self.derives_further
        if new and has_spherical_wrist(self.arm.exact_chain) and self._derived(name) is not None:
            self.prepare(name)
        return super().inverse_jacobian(q)

    def _in_parts(
        self,
        name: str,
        kind: Callable[..., Parts],
        default: Callable[..., Parts],
        out: Parts | None,
        **states: ArrayLike,
    ) -> Parts:
        """Evaluate a function whose result is a vector and three matrices, as a named tuple."""
        checked = name == "acceleration_derivatives" and self._may_vanish  # at each state, by `acceleration`
        functions, n = None if checked else self._derived(name), self.arm.n
        if functions is None:
            found = default(*states.values())
        else:
            flat = getattr(functions, name)(*self._rows(**states))
            if name not in vars(self) and functions.parts:
                shapes = ((n,), (n, n), (n, n), (n, n))
                vars(self)[name] = functions.parts(name, getattr(self, name), kind, shapes)
            vector, *matrices = np.split(flat, [n, n + n * n, n + 2 * n * n], axis=-1)
            found = kind(vector, *(matrix.reshape(*vector.shape, n) for matrix in matrices))
        if out is None:
            return found
        put(found, out)
        return out

    def _further(
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
            return self._functions_with(name)
        except MissingDependencyError as error:
            if name not in self._missing:
                log.warning("%s of %s is computed without a derived function, slower: %s", name, self.arm.name, error)
                self._missing.add(name)
            return None

    def _rows(self, **states: ArrayLike) -> Any:
        return joint_arrays(self.arm.n, states, contiguous=True)
