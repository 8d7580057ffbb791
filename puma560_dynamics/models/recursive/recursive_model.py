"""Compute A, B and C from inverse dynamics only (end of section 2 of the paper), as the base class of recursive models.

Each evaluation of inverse dynamics without gravity for a unit motion returns one column (Walker and Orin 1982 for A;
the paper extends this to B and C):

* column j of A: unit acceleration of joint j, at rest;
* column j of C: unit velocity of joint j;
* column jk of B: unit velocity of joints j and k, minus columns j and k of C.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray
from ...states import joint_arrays
from ..interface import DynamicModel
from ..terms import Terms, velocity_pairs

InverseDynamics = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
"""Inverse dynamics without gravity: function of q (N, n), qd and qdd (k, n) that returns torques (N, k, n)."""


def kinetic_energy_columns(f: InverseDynamics, q: FloatArray) -> FloatArray:
    """Return A (N, n, n) at the positions `q` (N, n)."""
    unit = np.eye(q.shape[1])
    return np.asarray(f(q, np.zeros_like(unit), unit).transpose(0, 2, 1))


def centrifugal_columns(f: InverseDynamics, q: FloatArray) -> FloatArray:
    """Return C (N, n, n) at the positions `q` (N, n)."""
    unit = np.eye(q.shape[1])
    return np.asarray(f(q, unit, np.zeros_like(unit)).transpose(0, 2, 1))


def coriolis_columns(f: InverseDynamics, q: FloatArray) -> FloatArray:
    """Return B (N, n, n(n-1)/2) at the positions `q` (N, n)."""
    unit = np.eye(q.shape[1])
    first, second = velocity_pairs(q.shape[1]).T
    both = f(q, unit[first] + unit[second], np.zeros((len(first), q.shape[1]))).transpose(0, 2, 1)
    single = centrifugal_columns(f, q)
    return np.asarray(both - single[:, :, first] - single[:, :, second])


class RecursiveModel(DynamicModel):
    """Model that computes A, B and C column by column from inverse dynamics of unit motions."""

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
        """Evaluate `DynamicModel.terms` from a few motions, without computing elements.

        The centrifugal term is the sum of the torques for the velocity of each joint alone.
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

    def coriolis_torque(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Evaluate `DynamicModel.coriolis_torque` as the torque without gravity and acceleration."""
        q, qd = joint_arrays(self.arm.n, {"q": q, "qd": qd})
        return self._weightless_torque(q, qd, np.zeros_like(q))

    def momentum(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Evaluate `DynamicModel.momentum` as the torque at rest of accelerations equal to the velocities."""
        q, qd = joint_arrays(self.arm.n, {"q": q, "qd": qd})
        return self._weightless_torque(q, np.zeros_like(q), qd)

    @abstractmethod
    def _weightless_torque(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        """Return inverse dynamics without gravity, for checked arrays of equal shape ``(…, n)``."""

    @abstractmethod
    def _free(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        """Return torques without gravity, (N, k, n), at all positions `q` (N, n) for all motions `qd`, `qdd` (k, n)."""

    def _rows(self, q: FloatArray) -> FloatArray:
        return q.reshape(-1, self.arm.n)
