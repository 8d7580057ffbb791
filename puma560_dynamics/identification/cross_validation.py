"""Cross-validation of a fit: the width of the prior, and the band around predicted torque.

The recording is cut into a few consecutive stretches. Each stretch is predicted by a fit to all the others.

**Width of the prior.** Masses and inertias of a robot description have no tolerances. A prior that is too narrow keeps
the fit at wrong numbers. One that is too wide leaves numbers undetermined that the motion hardly excites, and other
motion is then predicted badly. We take the width with the smallest weighted residual of the stretches left out.

**Band.** The residual of a fit is smaller than the error of a prediction, because the fit follows part of the noise,
and because friction and elasticity vary. So the error s of the stretches left out is the noise of the band

.. math:: \\pm 2 \\sqrt{y\\, \\Sigma\\, y^T + s^2}

with the covariance Σ of the estimate and the row y of its columns. A normally distributed residual lies outside the
band 4.6 % of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..arrays import FloatArray
from .joint_equations import Equations, total
from .prior import Prior, prior
from .recorded import Recorded
from .solve import Estimate, scaled_inverse, unconstrained
from .unknowns import Unknowns

PRIOR_WIDTHS = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
"""Tested multiples of the prior's widths."""

FOLDS = 5
"""Number of stretches that are left out in turn."""


@dataclass(frozen=True)
class Guess:
    """Result of cross-validation for the prior's widths.

    Attributes:
        width: the chosen multiple.
        tried: every width with its score: mean weighted square of the stretches left out; 1 is the noise of the fit.
    """

    width: float
    tried: tuple[tuple[float, float], ...]


def choose_guess(parts: Sequence[Equations], unknowns: Unknowns, variance: FloatArray) -> Guess:
    """Choose the width that predicts the stretches left out best.

    Args:
        parts: stretches of the recordings in order.
        unknowns: of the arm.
        variance: (n,) N²·m² of each joint's rows.
    """
    folds = [total(list(fold)) for fold in consecutive_stretches(parts)]
    tried = tuple((width, _score(folds, prior(unknowns, width), variance)) for width in PRIOR_WIDTHS)
    return Guess(min(tried, key=lambda each: each[1])[0], tried)


def consecutive_stretches(parts: Sequence[Equations]) -> list[Sequence[Equations]]:
    """Return a few consecutive stretches of equal length."""
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


def left_out(parts: Sequence[Equations], before: Prior, variance: FloatArray) -> FloatArray:
    """Return the RMS residual (n,) N·m of stretches left out of the fit; NaN for a joint without rows."""
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
    """Return (n,) fraction of windows outside the band; NaN for a joint without windows.

    Args:
        recordings: with their windows kept.
        estimate: of the unknowns.
        noise: (n,) N·m, s.
    """
    beyond, count = np.zeros(len(noise)), np.zeros(len(noise))
    for piece in (rows for recording in recordings for rows in recording.rows):
        spread = np.einsum("wjp,pk,wjk->wj", piece.columns, estimate.covariance, piece.columns, optimize=True)
        left = np.abs(piece.effort - piece.columns @ estimate.x)
        beyond += (piece.valid & (left > BAND_DEVIATIONS * np.sqrt(spread + noise**2))).sum(axis=0)
        count += piece.valid.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(beyond / count)
