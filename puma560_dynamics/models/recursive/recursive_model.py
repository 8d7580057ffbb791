"""What every model that can only evaluate inverse dynamics has in common."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray
from ...states import joint_arrays
from ..interface import DynamicModel
from ..terms import Terms
from .unit_velocities import centrifugal_columns, coriolis_columns, kinetic_energy_columns


class RecursiveModel(DynamicModel):
    """Elements of A, B and C column by column from unit motions (`unit_velocities`)."""

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        q = self._q(q)
        return kinetic_energy_columns(self._free, self._rows(q)).reshape(*q.shape, self.arm.n)

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray:
        q = self._q(q)
        return coriolis_columns(self._free, self._rows(q)).reshape(*q.shape, len(self._pairs))

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray:
        q = self._q(q)
        return centrifugal_columns(self._free, self._rows(q)).reshape(*q.shape, self.arm.n)

    def terms(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Terms:
        """As `DynamicModel.terms`, from a few motions instead of every element.

        The centrifugal term is what each joint's own velocity takes, one joint at a time.
        """
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        zero = np.zeros_like(q)
        centrifugal = np.zeros_like(q)
        for joint in np.flatnonzero(qd.reshape(-1, self.arm.n).any(axis=0)):
            alone = np.zeros_like(qd)
            alone[..., joint] = qd[..., joint]
            centrifugal += self._weightless_torque(q, alone, zero)
        return Terms(
            gravity=self.gravity(q),
            inertia=self._weightless_torque(q, zero, qdd),
            coriolis=self._weightless_torque(q, qd, zero) - centrifugal,
            centrifugal=centrifugal,
        )

    @abstractmethod
    def _weightless_torque(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        """Inverse dynamics without gravity, arrays of one shape ``(…, n)``, already checked."""

    @abstractmethod
    def _free(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        """Torque without gravity of every state of `q` (N, n) with every motion of `qd`, `qdd` (k, n): (N, k, n)."""

    def _rows(self, q: FloatArray) -> FloatArray:
        return q.reshape(-1, self.arm.n)
