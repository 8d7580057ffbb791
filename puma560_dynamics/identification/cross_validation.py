"""Cross-validation of a fit: choice of the prior's width, and the band around predicted torque.

The recordings are divided into a few consecutive stretches. Each stretch is predicted by a fit to all other stretches.

**Width of the prior.** Masses and inertias of a robot description have no tolerances. A prior that is too narrow keeps
the fit at wrong values. A prior that is too wide leaves values undetermined that the motion hardly excites, so that
other motion is predicted badly. We choose the width with the smallest weighted error of the predicted stretches.

**Band.** The residual of a fit is smaller than the error of a prediction, because the fit follows part of the noise,
and because friction and elasticity vary. So the RMS error s of the predicted stretches is used as noise in the band

.. math:: \\pm 2 \\sqrt{y\\, \\Sigma\\, y^T + s^2}

where Σ is the covariance of the estimate and y the row of the window. A normally distributed residual is outside the
band 4.6 % of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..arrays import FloatArray
from .joint_equations import Equations, total
from .physical_consistency import most_probable
from .prior import Prior, prior
from .recorded import Recorded
from .solve import Estimate, scaled_inverse, unconstrained
from .unknowns import Unknowns

PRIOR_WIDTHS = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
"""Candidate factors for the widths of the prior."""

FOLDS = 5
"""Number of stretches that are left out in turn."""


@dataclass(frozen=True)
class Guess:
    """Result of cross-validation for the prior's widths.

    Attributes:
        width: chosen factor.
        tried: every candidate factor with its score: the mean squared error of the predicted stretches, relative to
            the variance of the fit.
    """

    width: float
    tried: tuple[tuple[float, float], ...]


def choose_guess(parts: Sequence[Equations], unknowns: Unknowns, variance: FloatArray) -> Guess:
    """Choose the factor of the prior's widths by cross-validation.

    Args:
        parts: normal equations of the recordings, in order of time.
        unknowns: unknowns of the arm.
        variance: (n,) variance of each joint's rows, N²·m².
    """
    folds = [total(list(fold)) for fold in consecutive_stretches(parts)]
    tried = tuple((width, _score(folds, prior(unknowns, width), variance)) for width in PRIOR_WIDTHS)
    return Guess(min(tried, key=lambda each: each[1])[0], tried)


def consecutive_stretches(parts: Sequence[Equations]) -> list[Sequence[Equations]]:
    """Divide `parts` into `FOLDS` consecutive stretches of equal length."""
    edges = np.linspace(0, len(parts), min(FOLDS, len(parts)) + 1).round().astype(int)
    return [parts[first:last] for first, last in pairwise(edges.tolist())]


def _score(folds: Sequence[Equations], before: Prior, variance: FloatArray) -> float:
    precision = scaled_inverse(before.covariance)
    squares, count = 0.0, 0
    for left_out, fold in enumerate(folds):
        others = total([each for index, each in enumerate(folds) if index != left_out])
        x, _ = unconstrained(others, before, precision, variance)
        squares += float((fold.squares(x) / variance).sum())
        count += int(fold.count.sum())
    return squares / max(count, 1)


BAND_DEVIATIONS = 2.0
"""Half width of the band in standard deviations."""


def left_out(
    parts: Sequence[Equations], before: Prior, variance: FloatArray, possible: Unknowns | None = None
) -> FloatArray:
    """Return the RMS error (n,) N·m when each stretch is predicted by a fit to the others; NaN without rows.

    Args:
        parts: normal equations of the recordings, in order of time.
        before: prior.
        variance: (n,) variance of each joint's rows, N²·m².
        possible: unknowns of the arm, if only physically possible arms are to be fitted.
    """
    folds = [total(list(fold)) for fold in consecutive_stretches(parts)]
    precision = scaled_inverse(before.covariance)
    squares, count = np.zeros(len(variance)), np.zeros(len(variance))
    for index, fold in enumerate(folds):
        others = total([each for other, each in enumerate(folds) if other != index])
        x, information = unconstrained(others, before, precision, variance)
        if possible is not None:
            x = most_probable(x, information, before.mean, possible)
        squares += fold.squares(x)
        count += fold.count
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.sqrt(squares / count))


def windows_outside(recordings: Sequence[Recorded], estimate: Estimate, noise: FloatArray) -> FloatArray:
    """Return the fraction (n,) of windows outside the band; NaN for a joint without windows.

    Args:
        recordings: recordings with their windows kept.
        estimate: estimate of the unknowns.
        noise: (n,) noise s of the band, N·m.
    """
    beyond, count = np.zeros(len(noise)), np.zeros(len(noise))
    for piece in (rows for recording in recordings for rows in recording.rows):
        spread = np.einsum("wjp,pk,wjk->wj", piece.columns, estimate.covariance, piece.columns, optimize=True)
        left = np.abs(piece.effort - piece.columns @ estimate.x)
        beyond += (piece.valid & (left > BAND_DEVIATIONS * np.sqrt(spread + noise**2))).sum(axis=0)
        count += piece.valid.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(beyond / count)
