"""Define the results of models other than arrays: elements of the equations, terms of the torque, and counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray


class OperationCount(NamedTuple):
    """Number of calculations.

    Attributes:
        multiplications: number of multiplications.
        additions: number of additions and subtractions.
    """

    multiplications: int
    additions: int

    @property
    def total(self) -> int:
        """Sum of multiplications and additions, as in the paper's tables 1 and 3."""
        return self.multiplications + self.additions


class Elements(NamedTuple):
    """Configuration-dependent elements of equation (1), which depend only on q.

    Attributes:
        kinetic_energy: kinetic energy matrix A, ``(…, n, n)`` kg·m².
        coriolis: Coriolis coefficients B, ``(…, n, n(n-1)/2)`` kg·m².
        centrifugal: centrifugal coefficients C, ``(…, n, n)`` kg·m².
        gravity: gravity torque g, ``(…, n)`` N·m.
    """

    kinetic_energy: FloatArray
    coriolis: FloatArray
    centrifugal: FloatArray
    gravity: FloatArray

    def terms(self, qd: FloatArray, qdd: FloatArray) -> Terms:
        """Return the terms of the torque: products of the elements with velocities and accelerations.

        Args:
            qd: (…, n) velocities, rad/s.
            qdd: (…, n) accelerations, rad/s².

        Returns:
            The terms, each ``(…, n)`` N·m.
        """
        pairs = velocity_pairs(qd.shape[-1])
        return Terms(
            gravity=self.gravity,
            inertia=matrix_times_vector(self.kinetic_energy, qdd),
            coriolis=matrix_times_vector(self.coriolis, qd[..., pairs[:, 0]] * qd[..., pairs[:, 1]]),
            centrifugal=matrix_times_vector(self.centrifugal, qd * qd),
        )


@dataclass(frozen=True)
class Terms:
    """Terms of the torque of equation (1).

    Attributes:
        gravity: ``(…, n)`` gravity torque g, N·m.
        inertia: ``(…, n)`` torque A q̈, motor inertia included, N·m.
        coriolis: ``(…, n)`` torque of B times the products of velocities, N·m.
        centrifugal: ``(…, n)`` torque of C times the squares of velocities, N·m.
    """

    gravity: FloatArray
    inertia: FloatArray
    coriolis: FloatArray
    centrifugal: FloatArray

    @property
    def total(self) -> FloatArray:
        """Sum of all terms."""
        return self.gravity + self.inertia + self.coriolis + self.centrifugal

    def by_name(self, motors: FloatArray) -> dict[str, FloatArray]:
        """Return the terms by the names that they have in ROS messages.

        Args:
            motors: ``(…, n)`` motor inertia times acceleration, N·m, which is subtracted from ``inertia``.

        Returns:
            The terms of this class and ``motor_inertia``, each ``(…, n)`` N·m.
        """
        return {
            "gravity": self.gravity,
            "inertia": self.inertia - motors,
            "motor_inertia": motors,
            "coriolis": self.coriolis,
            "centrifugal": self.centrifugal,
        }


@lru_cache
def velocity_pairs(n: int) -> NDArray[np.intp]:
    """Return the (n(n-1)/2, 2) joint indices of the columns of B: q1q2, q1q3, …, q(n-1)q(n)."""
    pairs = np.array(list(combinations(range(n), 2)), dtype=np.intp).reshape(-1, 2)
    pairs.setflags(write=False)
    return pairs


def matrix_times_vector(matrix: FloatArray, vector: FloatArray) -> FloatArray:
    """Return matrix times vector for one state or many."""
    if matrix.ndim == 2:
        return np.asarray(matrix @ vector)
    # `@` copies small matrices that are slices of a larger array; einsum does not.
    return np.asarray(np.einsum("...ij,...j->...i", matrix, vector))
