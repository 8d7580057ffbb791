"""Interpolation from samples at uneven stamps to an even grid, and back."""

from __future__ import annotations

import numpy as np

from ..arrays import FloatArray

CLOSE = 0.25
"""Time between two stamps, as a fraction of the period, below which the slope between them is not meaningful."""


def to_grid(time: FloatArray, values: FloatArray, grid: FloatArray, period: float) -> FloatArray:
    """Interpolate cubically through samples at uneven stamps.

    Between two samples, the cubic has the values of both samples. Its slope at a sample is the slope of the parabola
    through the sample and its neighbours, or the slope between the neighbours if one is closer than `CLOSE` periods.
    The cubic also bridges a few missing samples.

    Args:
        time: (N,) stamps, s, rising.
        values: (N, n) values of n signals.
        grid: (G,) grid times, s, rising; within `time`.
        period: typical time between stamps, s.

    Returns:
        (n, G) values at the grid times.
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
        values: (n, G) values of n signals on the grid.
        position: (N,) positions in steps of the grid, from 1 to G - 2 (exclusive).

    Returns:
        (N, n) values at the positions.
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
