"""Any model plus the gyroscopic terms of the arm's rotors: kinetic energies simply add."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray
from ..interface import DynamicModel
from ..terms import Elements, OperationCount
from .gyroscopic import GyroscopicModel


class WithRotors(DynamicModel):
    """`base` with the cross terms of spinning rotors in A, B and C.

    Args:
        base: any model, a loaded one too.

    Raises:
        UnsupportedArmError: its arm does not define how the rotors lie.
    """

    def __init__(self, base: DynamicModel) -> None:
        super().__init__(base.arm)
        self.kind = base.kind
        self.base = base
        self.rotors = GyroscopicModel(base.arm)

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        return self.base.kinetic_energy_matrix(q) + self.rotors.kinetic_energy_matrix(q)

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.base.coriolis_coefficients(q) + self.rotors.coriolis_coefficients(q)

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.base.centrifugal_coefficients(q) + self.rotors.centrifugal_coefficients(q)

    def gravity(self, q: ArrayLike) -> FloatArray:
        return self.base.gravity(q)

    def elements(self, q: ArrayLike) -> Elements:
        """As `DynamicModel.elements`, one pass through each of the two."""
        pairs = zip(self.base.elements(q), self.rotors.elements(q), strict=True)
        return Elements(*(np.asarray(own + spinning) for own, spinning in pairs))

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        return self.base.torque(q, qd, qdd) + self.rotors.torque(q, qd, qdd)

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        torque, gravity = self.base.torque_and_gravity(q, qd, qdd)
        return torque + self.rotors.torque(q, qd, qdd), gravity

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Not available: as `GyroscopicModel.operation_counts`."""
        return self.rotors.operation_counts()
