"""Methods of models for momentum, energy and torque of velocities, from A, B and C of the model."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arm.kinematics import potential_energy
from ..arrays import FloatArray
from ..states import joint_array, joint_arrays
from .terms import Terms, matrix_times_vector


class VelocityMethods(ABC):
    """Methods that every model has. Subclasses override some of them by functions with fewer calculations."""

    arm: Arm

    @abstractmethod
    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        """Return A(q); see `DynamicModel`."""

    @abstractmethod
    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Return C(q, q̇); see `DynamicModel`."""

    @abstractmethod
    def terms(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Terms:
        """Return the terms of the torque; see `DynamicModel`."""

    def coriolis_torque(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Return the Coriolis and centrifugal torque C q̇ = B [q̇ q̇] + C [q̇²], without gravity.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.

        Returns:
            ``(…, n)`` N·m.
        """
        q, qd = joint_arrays(self.arm.n, {"q": q, "qd": qd})
        terms = self.terms(q, qd, np.zeros_like(q))
        return terms.coriolis + terms.centrifugal

    def transposed_coriolis_torque(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Return Cᵀ q̇ with the Coriolis matrix C of `coriolis_matrix`, for momentum observers.

        The momentum p = A q̇ changes at the rate τ + Cᵀ q̇ - g. For an exact model, Cᵀ q̇ is the slope ∂T/∂q of the
        kinetic energy.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.

        Returns:
            ``(…, n)`` N·m.
        """
        q, qd = joint_arrays(self.arm.n, {"q": q, "qd": qd})
        return matrix_times_vector(np.swapaxes(self.coriolis_matrix(q, qd), -1, -2), qd)

    def momentum(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Return the momentum of the joints, A q̇, motor inertia included.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.

        Returns:
            ``(…, n)`` kg·m²/s (kg·m/s for prismatic joints).
        """
        q, qd = joint_arrays(self.arm.n, {"q": q, "qd": qd})
        return matrix_times_vector(self.kinetic_energy_matrix(q), qd)

    def kinetic_energy(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Return the kinetic energy ½ q̇ᵀA q̇, motor inertia included.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.

        Returns:
            ``(…)`` J.
        """
        q, qd = joint_arrays(self.arm.n, {"q": q, "qd": qd})
        return np.asarray(0.5 * np.einsum("...i,...i->...", qd, self.momentum(q, qd)))

    def potential_energy(self, q: ArrayLike) -> FloatArray:
        """Return the potential energy of links and payload, which is 0 in the origin of the base link's frame.

        It is that of the arm's masses also for models that leave small terms out.

        Args:
            q: (…, n) rad.

        Returns:
            ``(…)`` J.
        """
        return potential_energy(self.arm, joint_array("q", q, self.arm.n))

    def energy(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Return the sum of kinetic and potential energy.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.

        Returns:
            ``(…)`` J.
        """
        q, qd = joint_arrays(self.arm.n, {"q": q, "qd": qd})
        return np.asarray(self.kinetic_energy(q, qd) + self.potential_energy(q))
