"""How much of a residual is noise of the sensor, which no model can take away."""

from __future__ import annotations

import numpy as np

from ...arrays import read_only
from .evaluation import FloatArray


class NoiseSums:
    """White noise by second differences: smooth torques leave next to nothing in them, noise six times its square."""

    def __init__(self, n: int) -> None:
        self._squares = np.zeros(n)
        self._count = np.zeros(n)

    def add(self, residual: FloatArray) -> None:
        """Take consecutive samples (N, n), NaN where they do not count."""
        bend = np.diff(residual, n=2, axis=0)
        there = ~np.isnan(bend)
        self._squares += np.sum(np.where(there, bend, 0.0) ** 2, axis=0)
        self._count += there.sum(axis=0)

    def result(self) -> FloatArray:
        """(n,) standard deviation; 0 where there are no samples."""
        return read_only(np.sqrt(self._squares / (6.0 * np.maximum(self._count, 1))))
