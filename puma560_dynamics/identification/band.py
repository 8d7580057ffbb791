"""The band of an identified arm: how far measured torque may be from the predicted, calibrated on what was not fitted.

A fit knows its standard errors and its own residual. Neither says how well other motion is predicted: the residual is
too small by what was fitted of the noise, and friction and elasticity are not the same everywhere. So the recording is
cut into stretches in order, each is predicted by a fit to the others, and the error there is the noise s of the band

.. math:: \\pm 2 \\sqrt{y\\, \\Sigma\\, y^T + s^2}

with the covariance Σ of the estimate and a row y of its columns. A normal residual lies outside 4.6 % of the time.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arrays import FloatArray
from .guess import consecutive_stretches
from .joint_equations import Equations, total
from .prior import Prior
from .recorded import Recorded
from .solve import Estimate, scaled_inverse, unconstrained

WIDTHS = 2.0
"""Half width of the band in standard deviations."""


def left_out(parts: Sequence[Equations], before: Prior, variance: FloatArray) -> FloatArray:
    """(n,) N·m, RMS of what fits to the other stretches leave of each; NaN for a joint without rows."""
    folds = [total(list(fold)) for fold in consecutive_stretches(parts)]
    precision = scaled_inverse(before.covariance)
    squares, count = np.zeros(len(variance)), np.zeros(len(variance))
    for index, fold in enumerate(folds):
        others = total([each for other, each in enumerate(folds) if other != index])
        x, _ = unconstrained(others, before, precision, variance)
        squares += fold.squares(x)
        count += fold.count
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.sqrt(squares / count))


def windows_outside(recordings: Sequence[Recorded], estimate: Estimate, noise: FloatArray) -> FloatArray:
    """(n,) share of windows outside the band; NaN for a joint without windows.

    Args:
        recordings: with their windows kept.
        estimate: of the unknowns.
        noise: (n,) N·m, s.
    """
    beyond, count = np.zeros(len(noise)), np.zeros(len(noise))
    for piece in (rows for recording in recordings for rows in recording.rows):
        spread = np.einsum("wjp,pk,wjk->wj", piece.columns, estimate.covariance, piece.columns, optimize=True)
        left = np.abs(piece.effort - piece.columns @ estimate.x)
        beyond += (piece.valid & (left > WIDTHS * np.sqrt(spread + noise**2))).sum(axis=0)
        count += piece.valid.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(beyond / count)
