"""Any model plus what a coupled transmission adds to it: a constant part of the kinetic energy matrix."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray
from ..errors import UnsupportedArmError
from .interface import DynamicModel
from .terms import Elements, OperationCount


class Coupled(DynamicModel):
    """`base`, which has motor inertias on the diagonal of A alone, with rotors that turn with several joints.

    The matrix :math:`C^T J C` of `Arm.armature` does not change with position, so that B, C and g stay as they are.

    Args:
        base: any model of an arm with a transmission, a loaded one too.
    """

    def __init__(self, base: DynamicModel) -> None:
        super().__init__(base.arm)
        self.kind = base.kind
        self.base = base
        self._more = base.arm.armature - np.diag(base.arm.motor_inertia)

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        return self.base.kinetic_energy_matrix(q) + self._more

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.base.coriolis_coefficients(q)

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.base.centrifugal_coefficients(q)

    def gravity(self, q: ArrayLike) -> FloatArray:
        return self.base.gravity(q)

    def elements(self, q: ArrayLike) -> Elements:
        """As `DynamicModel.elements`, one pass through the base."""
        found = self.base.elements(q)
        return found._replace(kinetic_energy=found.kinetic_energy + self._more)

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        return self.base.torque(q, qd, qdd) + self._rotors(qdd)

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        torque, gravity = self.base.torque_and_gravity(q, qd, qdd)
        return torque + self._rotors(qdd), gravity

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Not available: the counts of the papers do not consider coupling.

        Raises:
            UnsupportedArmError: always.
        """
        raise UnsupportedArmError(
            f"operations of {self.arm.name} are not counted: its transmission is coupled; leave `transmission` out"
        )

    def _rotors(self, qdd: ArrayLike) -> FloatArray:
        return np.asarray(np.asarray(qdd, dtype=np.float64) @ self._more)  # symmetric
