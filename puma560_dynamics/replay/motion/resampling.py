"""Interpolation from samples at their true stamps to an even grid, and back."""

from __future__ import annotations

import numpy as np

from ...arrays import FloatArray

CLOSE = 0.25
"""Fraction of the period below which two stamps are too close for a meaningful slope between them."""


def to_grid(time: FloatArray, values: FloatArray, grid: FloatArray, period: float) -> FloatArray:
    """Interpolate cubically through samples at uneven stamps.

    The cubic between two samples has their values, and at each of them the slope of the parabola through the sample and
    its neighbours. If neighbours are closer than `CLOSE` periods, it has the slope across both. A few missing samples
    are bridged in this way.

    Args:
        time: (N,) s, rising.
        values: (N, n).
        grid: (G,) s, rising; within `time`.
        period: typical distance of `time`, s.

    Returns:
        (n, G).
    """
    if len(time) == 1:
        return np.repeat(values.T, len(grid), axis=1)
    step = np.diff(time)
    chord = np.diff(values, axis=0) / step[:, None]
    slope = np.empty_like(values)
    slope[0], slope[-1] = chord[0], chord[-1]
    before, after = step[:-1, None], step[1:, None]
    swap = np.minimum(before, after) < CLOSE * period
    before, after = np.where(swap, after, before), np.where(swap, before, after)
    slope[1:-1] = (after * chord[:-1] + before * chord[1:]) / (before + after)
    left = np.clip(np.searchsorted(time, grid, side="right") - 1, 0, len(time) - 2)
    width = step[left]
    u = (grid - time[left]) / width
    rest = 1.0 - u
    start, end, start_slope, end_slope = (
        np.ascontiguousarray(rows.T) for rows in (values[left], values[left + 1], slope[left], slope[left + 1])
    )
    result = rest * rest * (1.0 + 2.0 * u) * start + u * u * (3.0 - 2.0 * u) * end
    result += width * u * rest * (rest * start_slope - u * end_slope)
    return np.asarray(result)


def from_grid(values: FloatArray, position: FloatArray) -> FloatArray:
    """Interpolate between the points of an even grid by the cubic through the four nearest points (Lagrange).

    Args:
        values: (n, G).
        position: (N,) in steps of the grid, from 1 to G - 2 (exclusive).

    Returns:
        (N, n).
    """
    left = np.floor(position).astype(np.int64)
    u = position - left
    a, b, c = u + 1.0, u - 1.0, u - 2.0
    rows = np.ascontiguousarray(values.T)
    result = (-u * b * c / 6.0)[:, None] * rows[left - 1]
    result += (a * b * c / 2.0)[:, None] * rows[left]
    result -= (a * u * c / 2.0)[:, None] * rows[left + 1]
    result += (a * u * b / 6.0)[:, None] * rows[left + 2]
    return np.asarray(result)
