"""Acceleration from measured velocity, where there is no reference."""

from __future__ import annotations

import math

import numpy as np

from ...arrays import FloatArray
from ...errors import StateError

SOURCES = ("none", "reference", "filtered")
"""Where the acceleration of the inertia torque comes from."""

LONGEST_GAP = 0.25
"""Seconds between two samples beyond which the filter starts again."""


class FilteredAcceleration:
    """Differentiated velocity behind a first-order low-pass filter.

    .. math:: y_k = y_{k-1} + (1 - e^{-2\\pi f_c \\Delta t}) (\\Delta\\dot q_k / \\Delta t - y_{k-1})

    At low frequency it lags by 1/(2 pi f_c). Torque from measured acceleration lowers the inertia
    that the arm shows and closes a loop through that lag; a reference is the better source.

    Args:
        cutoff: f_c, Hz.

    Raises:
        StateError: a cut-off that is not positive.
    """

    def __init__(self, cutoff: float = 10.0) -> None:
        if not 0.0 < cutoff < math.inf:
            raise StateError(f"acceleration cut-off: expected a positive number in Hz, got {cutoff}")
        self.cutoff = cutoff
        self.forget()

    def forget(self) -> None:
        """Take the next velocity as the first one."""
        self._velocity: FloatArray | None = None
        self._value: FloatArray | None = None

    def update(self, qd: FloatArray, dt: float) -> FloatArray:
        """The filtered acceleration (n,) rad/s² after a velocity `qd` (n,) rad/s, `dt` s after the last.

        Zero for the first sample and after a gap; unchanged for a sample without time.
        """
        before, value = self._velocity, self._value
        if before is None or value is None or dt > LONGEST_GAP:
            self._velocity, self._value = qd.copy(), np.zeros_like(qd)
            return np.zeros_like(qd)
        if dt <= 0.0:
            unchanged: FloatArray = value.copy()
            return unchanged
        share = -math.expm1(-2.0 * math.pi * self.cutoff * dt)
        filtered = value + share * ((qd - before) / dt - value)
        self._velocity, self._value = qd.copy(), filtered.copy()
        return filtered
