"""Base class of models that evaluate inverse dynamics only: A, B and C come out of it (end of section 2 of the paper).

With gravity and motion switched on one piece at a time, each call of inverse dynamics returns one
column (Walker and Orin 1982 for A; the paper extends it to B and C):

* column j of A: unit acceleration of joint j, at rest, no gravity;
* column j of C: unit velocity of joint j, no gravity;
* column jk of B: unit velocity of joints j and k, less columns j and k of C.
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
"""``f(q, qd, qdd)`` without gravity: q (N, n), qd and qdd (k, n) -> torques (N, k, n)."""


def kinetic_energy_columns(f: InverseDynamics, q: FloatArray) -> FloatArray:
    """Compute A of the states `q` (N, n): (N, n, n)."""
    unit = np.eye(q.shape[1])
    return np.asarray(f(q, np.zeros_like(unit), unit).transpose(0, 2, 1))


def centrifugal_columns(f: InverseDynamics, q: FloatArray) -> FloatArray:
    """Compute C of the states `q` (N, n): (N, n, n)."""
    unit = np.eye(q.shape[1])
    return np.asarray(f(q, unit, np.zeros_like(unit)).transpose(0, 2, 1))


def coriolis_columns(f: InverseDynamics, q: FloatArray) -> FloatArray:
    """Compute B of the states `q` (N, n): (N, n, n(n-1)/2)."""
    unit = np.eye(q.shape[1])
    first, second = velocity_pairs(q.shape[1]).T
    both = f(q, unit[first] + unit[second], np.zeros((len(first), q.shape[1]))).transpose(0, 2, 1)
    single = centrifugal_columns(f, q)
    return np.asarray(both - single[:, :, first] - single[:, :, second])


class RecursiveModel(DynamicModel):
    """Elements of A, B and C column by column from unit motions."""

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
        """Evaluate `DynamicModel.terms`, from a few motions instead of every element.

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
