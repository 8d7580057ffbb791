"""Band around the predicted torque of an identified arm, from windows that were predicted without being fitted.

The residual of a fit is smaller than the error of a prediction, because the fit follows part of the noise, and because
friction and elasticity vary. So the recordings are divided into a few consecutive stretches, and each stretch is
predicted by a fit to all others. The band of a window is

.. math:: \\pm 2 \\sqrt{y\\, \\Sigma\\, y^T + s^2}

where Σ is the covariance of the estimate and y the row of the window. For each stretch, s is the smallest number for
which the band contains the fraction `INSIDE` of its windows, so that errors need not be normally distributed (split
conformal prediction, Vovk, Gammerman and Shafer 2005). The band has the largest of these numbers: friction changes from
stretch to stretch, and from one recording to another by as much. Only windows in which the joint moves count: at rest,
dry friction may have any value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray
from .cross_validation import FOLDS
from .joint_equations import consecutive_parts, equations, total
from .prior import Prior
from .recorded import Recorded
from .solve import Estimate, scaled_inverse, unconstrained
from .windows import Rows

BAND_DEVIATIONS = 2.0
"""Half width of the band in standard deviations."""

INSIDE = 0.9545
"""Fraction of the windows inside the band, that of two standard deviations of a normal distribution."""

FEWEST = 50
"""Smallest number of windows of a moving joint from which a band is computed."""


def band_noise(
    judged: Sequence[Rows], fitted: Sequence[Rows], before: Prior, variance: FloatArray, joints: int
) -> FloatArray:
    """Return the noise s (n,) of the band, N·m; NaN for a joint with fewer than `FEWEST` windows in motion.

    Args:
        judged: windows of all recordings in order of time, with the columns of the friction law.
        fitted: the same windows with their weights in the fit.
        before: prior.
        variance: (n,) variance of each joint's rows, N²·m².
        joints: number of joints n.
    """
    precision = scaled_inverse(before.covariance)
    largest, count = np.zeros(joints), np.zeros(joints, dtype=np.int64)
    parts = consecutive_parts(judged, FOLDS)
    sums = [[equations(fitted[index].part(which)) for index, which in part] for part in parts]
    for left_out, part in enumerate(parts):
        others = [each for number, some in enumerate(sums) if number != left_out for each in some]
        if not others or not part:  # a short recording has fewer windows than parts
            continue
        x, information = unconstrained(total(others), before, precision, variance)
        covariance = scaled_inverse(information)
        windows = [judged[index].part(which) for index, which in part]
        edges = np.concatenate([_edge(piece, x, covariance) for piece in windows])
        counts = np.concatenate([piece.valid & piece.moves for piece in windows])
        for joint in range(joints):
            squares = edges[counts[:, joint], joint]
            count[joint] += len(squares)
            largest[joint] = max(largest[joint], _quantile(squares))
    return np.where(count >= FEWEST, largest, np.nan)


def _edge(piece: Rows, x: FloatArray, covariance: FloatArray) -> FloatArray:
    """Return the squares s² (W, n) N²·m² of the noise for which windows are on the edge of the band."""
    return np.asarray(np.square((piece.effort - piece.columns @ x) / BAND_DEVIATIONS) - _spread(piece, covariance))


def _spread(piece: Rows, covariance: FloatArray) -> FloatArray:
    """Return the variance (W, n) N²·m² of the predicted torque because of the covariance (p, p) of the estimate."""
    with np.errstate(over="ignore", invalid="ignore"):  # data may determine nothing
        spread = np.einsum("wjp,pk,wjk->wj", piece.columns, covariance, piece.columns, optimize=True)
    return np.asarray(spread, dtype=np.float64)


def _quantile(squares: FloatArray) -> float:
    """Return the noise s for which the fraction `INSIDE` of windows is in the band, N·m; 0 without windows."""
    return float(np.sqrt(max(float(np.quantile(squares, INSIDE)), 0.0))) if len(squares) else 0.0


def windows_outside(recordings: Sequence[Recorded], estimate: Estimate, noise: FloatArray) -> FloatArray:
    """Return the fraction (n,) of windows in motion that are outside the band; NaN for a joint without any.

    Args:
        recordings: recordings with the columns of the identified friction law.
        estimate: estimate of the unknowns.
        noise: (n,) noise s of the band, N·m.
    """
    outside = _moving_mean(recordings, lambda piece: _edge(piece, estimate.x, estimate.covariance) > noise**2)
    return np.where(np.isfinite(noise), outside, np.nan)


def predicted_error(recordings: Sequence[Recorded], estimate: Estimate, noise: FloatArray) -> FloatArray:
    """Return half the mean width (n,) N·m of the band over windows in motion, as one standard deviation.

    Args:
        recordings: recordings with the columns of the identified friction law.
        estimate: estimate of the unknowns.
        noise: (n,) noise s of the band, N·m.
    """
    return np.asarray(np.sqrt(_moving_mean(recordings, lambda piece: _spread(piece, estimate.covariance)) + noise**2))


def _moving_mean(recordings: Sequence[Recorded], value: Callable[[Rows], FloatArray | NDArray[np.bool_]]) -> FloatArray:
    """Return the mean (n,) of the values (W, n) of windows over all windows in motion; NaN for a joint without any."""
    sums: FloatArray | float = 0.0
    count: FloatArray | float = 0.0
    for piece in (rows for recording in recordings for rows in recording.rows):
        counts = piece.valid & piece.moves
        sums = sums + np.where(counts, value(piece), 0.0).sum(axis=0)
        count = count + counts.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.divide(sums, count))
