"""How much a description's inertia is worth: the width of the prior by cross-validation.

A robot description's masses and inertias come without tolerances: from a drawing, from a mesh of uniform density, or
from nowhere. Too narrow a prior holds the fit at wrong numbers; too wide a one lets numbers that the motion hardly
shows run away, and motion that was not fitted pays for it. So each width is judged by what it predicts: the recording
is cut into a few stretches in order, each is predicted by a fit to all the others, and the width with the least
weighted residual of what was left out is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..arrays import FloatArray
from .joint_equations import Equations, total
from .prior import Prior, prior
from .solve import scaled_inverse, unconstrained
from .unknowns import Unknowns

WIDTHS = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
"""Multiples of the prior's widths that are tried."""

FOLDS = 5
"""Stretches that are left out in turn."""


@dataclass(frozen=True)
class Guess:
    """The result of cross-validation for the widths.

    Attributes:
        width: the multiple that is taken.
        tried: every width with its score: mean weighted square of what was left out; 1 is the noise of the fit.
    """

    width: float
    tried: tuple[tuple[float, float], ...]


def choose_guess(parts: Sequence[Equations], unknowns: Unknowns, variance: FloatArray) -> Guess:
    """The width that predicts best what was left out.

    Args:
        parts: stretches of the recordings in order.
        unknowns: of the arm.
        variance: (n,) N²·m² of each joint's rows.
    """
    folds = [total(list(fold)) for fold in consecutive_stretches(parts)]
    tried = tuple((width, _score(folds, prior(unknowns, width), variance)) for width in WIDTHS)
    return Guess(min(tried, key=lambda each: each[1])[0], tried)


def consecutive_stretches(parts: Sequence[Equations]) -> list[Sequence[Equations]]:
    """A few stretches in order, as long as each other."""
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
