"""What every model that can only evaluate inverse dynamics has in common."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..model import DynamicModel
from .unit_velocities import centrifugal_columns, coriolis_columns, kinetic_energy_columns


class RecursiveModel(DynamicModel):
    """Elements of A, B and C column by column from unit motions (`unit_velocities`)."""

    def kinetic_energy_matrix(self, q: ArrayLike) -> NDArray[np.float64]:
        q = self._q(q)
        return kinetic_energy_columns(self._free, self._rows(q)).reshape(*q.shape, self.arm.n)

    def coriolis_matrix(self, q: ArrayLike) -> NDArray[np.float64]:
        q = self._q(q)
        return coriolis_columns(self._free, self._rows(q)).reshape(*q.shape, len(self._pairs))

    def centrifugal_matrix(self, q: ArrayLike) -> NDArray[np.float64]:
        q = self._q(q)
        return centrifugal_columns(self._free, self._rows(q)).reshape(*q.shape, self.arm.n)

    @abstractmethod
    def _free(self, q: NDArray[np.float64], qd: NDArray[np.float64], qdd: NDArray[np.float64]) -> NDArray[np.float64]:
        """Torque without gravity of every state of `q` (N, n) with every motion of `qd`, `qdd` (k, n): (N, k, n)."""

    def _rows(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        return q.reshape(-1, self.arm.n)
