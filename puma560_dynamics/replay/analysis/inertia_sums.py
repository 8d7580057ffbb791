"""Torque that noise of the acceleration makes: the inertia times it, at poses of the recording."""

from __future__ import annotations

import numpy as np

from ...arrays import FloatArray, read_only
from ...models.interface import DynamicModel

POSES = 16
"""Poses of a piece at which the inertia is evaluated; it varies slowly."""


class InertiaSums:
    """Adds up the squares of the kinetic energy matrix.

    Args:
        model: of the arm with its payload.
    """

    def __init__(self, model: DynamicModel) -> None:
        self._model = model
        self._squares = np.zeros((model.arm.n, model.arm.n))
        self._count = 0

    def add(self, q: FloatArray) -> None:
        """Take positions (N, n) of a piece, rad."""
        chosen = q[:: max(1, len(q) // POSES)]
        self._squares += np.square(self._model.mass_matrix(chosen)).sum(axis=0)
        self._count += len(chosen)

    def torque(self, noise: FloatArray) -> FloatArray:
        """(n,) N·m RMS, for noise (n,) of the acceleration in rad/s² that is independent from joint to joint."""
        return read_only(np.sqrt(self._squares @ noise**2 / max(self._count, 1)))
