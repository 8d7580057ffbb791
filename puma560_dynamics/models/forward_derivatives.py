"""Methods of models for forward dynamics with all first derivatives, from the derivatives of the torque."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray
from .derivatives import TorqueDerivatives


class AccelerationWithDerivatives(NamedTuple):
    """Acceleration of forward dynamics with all its first derivatives.

    Attributes:
        acceleration: acceleration q̈, ``(…, n)`` rad/s².
        by_position: ∂q̈_i/∂q_j in row i and column j, ``(…, n, n)`` 1/s².
        by_velocity: ∂q̈_i/∂q̇_j, ``(…, n, n)`` 1/s.
        by_torque: ∂q̈_i/∂τ_j, the inverse of the kinetic energy matrix A, ``(…, n, n)`` 1/(kg·m²).
    """

    acceleration: FloatArray
    by_position: FloatArray
    by_velocity: FloatArray
    by_torque: FloatArray


class ForwardDerivatives(ABC):
    """Methods that every model has. Subclasses override them by functions with fewer calculations."""

    @abstractmethod
    def acceleration(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> FloatArray:
        """Return the acceleration; see `DynamicModel`."""

    @abstractmethod
    def torque_derivatives(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> TorqueDerivatives:
        """Return the derivatives of the torque; see `DynamicModel`."""

    def acceleration_derivatives(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> AccelerationWithDerivatives:
        """Return the acceleration that a torque causes and its derivatives by positions, velocities and torques.

        They follow from those of the torque at this acceleration: ∂q̈/∂q = -A⁻¹ ∂τ/∂q and ∂q̈/∂q̇ = -A⁻¹ ∂τ/∂q̇.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.
            tau: (…, n) N·m, broadcast against `q`.

        Returns:
            The acceleration, ``(…, n)``, and three matrices, ``(…, n, n)``.

        Raises:
            StateError: a joint has no inertia at these positions, or as stated for the class.
        """
        qdd = self.acceleration(q, qd, tau)
        found = self.torque_derivatives(q, qd, qdd)
        inverse: FloatArray = np.asarray(np.linalg.inv(found.inertia), dtype=np.float64)
        by_position, by_velocity = (np.asarray(-inverse @ own) for own in (found.by_position, found.by_velocity))
        return AccelerationWithDerivatives(qdd, by_position, by_velocity, inverse)
