"""The dynamics of a load alone, carried by an arm without mass: Kane's partial velocities."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arm import Arm
from ...states import joint_arrays
from ..interface import DynamicModel, Elements, OperationCount
from .load_counts import load_counts
from .partial_velocities import PartialVelocities
from .payload import Payload


class LoadModel(DynamicModel):
    """Elements of A, B, C and g of a load on the last link of `arm`; the arm itself weighs nothing here."""

    kind = "load"

    def __init__(self, arm: Arm, payload: Payload) -> None:
        super().__init__(arm)
        self.payload = payload
        self._partial = PartialVelocities(arm, payload)

    def kinetic_energy_matrix(self, q: ArrayLike) -> NDArray[np.float64]:
        """As in the class `DynamicModel`, of the load alone (no motor inertia)."""
        return self.elements(q).kinetic_energy

    def coriolis_coefficients(self, q: ArrayLike) -> NDArray[np.float64]:
        return self.elements(q).coriolis

    def centrifugal_coefficients(self, q: ArrayLike) -> NDArray[np.float64]:
        return self.elements(q).centrifugal

    def gravity(self, q: ArrayLike) -> NDArray[np.float64]:
        _, v, _ = self._at(self._q(q))
        return self._partial.gravity(v)

    def elements(self, q: ArrayLike) -> Elements:
        """Every element in one pass."""
        z, v, rotation = self._at(self._q(q))
        return self._partial.elements(z, v, self._partial.inertia(rotation))

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> NDArray[np.float64]:
        """As `DynamicModel.torque`, without forming the elements."""
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        z, v, rotation = self._at(q)
        return self._partial.torque(z, v, self._partial.inertia(rotation), qd, qdd)

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """As `DynamicModel.operation_counts`, of the load alone; see `load_counts`."""
        return load_counts(self.arm, self.payload)

    def _at(self, q: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
        angles = self.arm.angles(q)
        return self._partial.at(np.cos(angles), np.sin(angles))
