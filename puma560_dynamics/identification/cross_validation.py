"""Cross-validation of a fit: the error of predicted stretches, and choice of the prior's width.

The recordings are divided into a few consecutive stretches. Each stretch is predicted by a fit to all other stretches.

**Width of the prior.** Masses and inertias of a robot description have no tolerances. A prior that is too narrow keeps
the fit at wrong values. A prior that is too wide leaves values undetermined that the motion hardly excites, so that
other motion is predicted badly. We choose the widest prior whose mean squared error of the predicted stretches is not
larger than the smallest one by more than the standard error of the difference, or by more than `EQUAL`. A narrower one
would predict equally well, but state errors that are too small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..arrays import FloatArray
from .joint_equations import Equations, equal_shares, total
from .physical_consistency import most_probable
from .prior import Prior, prior
from .solve import scaled_inverse, unconstrained
from .unknowns import Unknowns

PRIOR_WIDTHS = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
"""Candidate factors for the widths of the prior."""

EQUAL = 0.03
"""Increase of the mean squared error of predicted stretches, as a fraction, that does not count as worse."""

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
    scores = np.array([_scores(folds, prior(unknowns, width), variance) for width in PRIOR_WIDTHS])
    counts = np.array([max(int(fold.count.sum()), 1) for fold in folds])
    means = scores.sum(axis=1) / counts.sum()
    worse = (scores - scores[np.argmin(means)]) / counts
    error = worse.std(axis=1, ddof=1) / np.sqrt(len(folds)) if len(folds) > 1 else np.zeros(len(scores))
    equal = (worse.mean(axis=1) <= error) | (means <= (1.0 + EQUAL) * means.min())
    tried = tuple(zip(PRIOR_WIDTHS, means.tolist(), strict=True))
    return Guess(max(width for width, same in zip(PRIOR_WIDTHS, equal.tolist(), strict=True) if same), tried)


def consecutive_stretches(parts: Sequence[Equations]) -> list[Sequence[Equations]]:
    """Divide `parts` into `FOLDS` consecutive stretches with nearly equal numbers of rows; none is empty."""
    counts = np.array([int(part.count.sum()) for part in parts])
    edges = [0, *equal_shares(counts, min(FOLDS, len(parts))), len(parts)]
    return [parts[first:last] for first, last in pairwise(edges) if first < last]


def _scores(folds: Sequence[Equations], before: Prior, variance: FloatArray) -> list[float]:
    """Return the weighted sum of squared errors of each fold, predicted by a fit to the others."""
    precision = scaled_inverse(before.covariance)
    result = []
    for left_out, fold in enumerate(folds):
        others = total([each for index, each in enumerate(folds) if index != left_out])
        x, _ = unconstrained(others, before, precision, variance)
        result.append(float((fold.squares(x) / variance).sum()))
    return result


def left_out(
    parts: Sequence[Equations],
    before: Prior,
    variance: FloatArray,
    possible: Unknowns | None = None,
    fitted: Sequence[Equations] | None = None,
) -> FloatArray:
    """Return the RMS error (n,) N·m when each stretch is predicted by a fit to the others; NaN without rows.

    Args:
        parts: normal equations of the recordings, in order of time.
        before: prior.
        variance: (n,) variance of each joint's rows, N²·m².
        possible: unknowns of the arm, if only physically possible arms are to be fitted.
        fitted: normal equations of the same stretches for the fits; `parts` by default.
    """
    folds = [total(list(fold)) for fold in consecutive_stretches(parts)]
    fits = folds if fitted is None else [total(list(fold)) for fold in consecutive_stretches(fitted)]
    precision = scaled_inverse(before.covariance)
    squares, count = np.zeros(len(variance)), np.zeros(len(variance))
    for index, fold in enumerate(folds):
        others = total([each for other, each in enumerate(fits) if other != index])
        x, information = unconstrained(others, before, precision, variance)
        if possible is not None:
            x = most_probable(x, information, before.mean, possible)
        squares += fold.squares(x)
        count += fold.count
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.sqrt(squares / count))
