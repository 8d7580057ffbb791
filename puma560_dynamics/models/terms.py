"""Results of models in addition to arrays: elements of the equations, torque by terms, counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray


class OperationCount(NamedTuple):
    """A count of calculations.

    Attributes:
        multiplications: of two numbers.
        additions: subtractions count as additions.
    """

    multiplications: int
    additions: int

    @property
    def total(self) -> int:
        """Calculations, as the paper's tables 1 and 3 count them."""
        return self.multiplications + self.additions


class Elements(NamedTuple):
    """The configuration-dependent part of equation (1): all that changes only with q.

    Attributes:
        kinetic_energy: A, ``(…, n, n)`` kg·m².
        coriolis: B, ``(…, n, n(n-1)/2)`` kg·m².
        centrifugal: C, ``(…, n, n)`` kg·m².
        gravity: g, ``(…, n)`` N·m.
    """

    kinetic_energy: FloatArray
    coriolis: FloatArray
    centrifugal: FloatArray
    gravity: FloatArray

    def terms(self, qd: FloatArray, qdd: FloatArray) -> Terms:
        """Return the products of the elements with velocities and accelerations.

        Args:
            qd: (…, n) rad/s.
            qdd: (…, n) rad/s².

        Returns:
            Each term ``(…, n)`` N·m.
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
    """The torque of equation (1), term by term.

    Attributes:
        gravity: ``(…, n)`` N·m, g.
        inertia: ``(…, n)`` N·m, A q̈, motor inertia included.
        coriolis: ``(…, n)`` N·m, B times the products of velocities.
        centrifugal: ``(…, n)`` N·m, C times the squares of velocities.
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
        """Return the terms by the names that they have on the wire.

        Args:
            motors: ``(…, n)`` N·m, motor inertia times acceleration, which is taken out of ``inertia``.

        Returns:
            Each term ``(…, n)`` N·m: those of this class, and ``motor_inertia``.
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
    """(n(n-1)/2, 2) joint indices of the columns of B: q1q2, q1q3, …, q(n-1)q(n)."""
    pairs = np.array(list(combinations(range(n), 2)), dtype=np.intp).reshape(-1, 2)
    pairs.setflags(write=False)
    return pairs


def matrix_times_vector(matrix: FloatArray, vector: FloatArray) -> FloatArray:
    """Return matrix times vector for one state or many."""
    if matrix.ndim == 2:
        return np.asarray(matrix @ vector)
    # `@` on a stack of small matrices copies each that is a slice of all elements; this does not.
    return np.asarray(np.einsum("...ij,...j->...i", matrix, vector))
