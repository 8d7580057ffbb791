"""By how much one signal comes after another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray

LARGEST = 0.25
"""s of lag that are looked for."""

STEPS = 12
"""Steps of Gauss and Newton; a lag that can be found is found in five."""


def find_lag(time: FloatArray, signal: FloatArray, expected: FloatArray) -> tuple[float, float]:
    r"""The lag at which `signal` is explained best by `expected`, and the remaining difference.

    Least squares over all joints together, which for a lag is the maximum of the cross-correlation,
    taken between the samples by following the slope (Gauss-Newton):

    .. math:: \min_\tau \sum_k |s(t_k) - e(t_k - \tau)|^2

    Args:
        time: (N,) s, rising, one stretch without gaps.
        signal: (N, n).
        expected: (N, n), smooth; longer than `LARGEST`.

    Returns:
        The lag, s, positive if `signal` comes late, and the root mean square of the remaining difference as a share of
        that of `expected`.
    """
    slope = np.gradient(expected, time, axis=0)
    lag = 0.0
    for _ in range(STEPS):
        known, (model, rate) = _later(time, lag, expected, slope)
        step = float(np.sum(rate * (model - signal[known])) / np.sum(rate**2))
        lag = float(np.clip(lag + step, -LARGEST, LARGEST))
        if abs(step) < 1e-7:
            break
    known, (model,) = _later(time, lag, expected)
    return lag, float(np.sqrt(np.mean((signal[known] - model) ** 2) / np.mean(model**2)))


def _later(time: FloatArray, lag: float, *signals: FloatArray) -> tuple[NDArray[np.bool_], list[FloatArray]]:
    """Signals (N, n) a `lag` later, and at which times they are known then."""
    at = time - lag
    known = np.asarray((at >= time[0]) & (at <= time[-1]))
    return known, [np.column_stack([np.interp(at[known], time, column) for column in s.T]) for s in signals]
