"""Effort lead: the time d by which the recorded effort is ahead of the recorded motion.

A driver may record the requested torque, current loop and gear respond after one or two milliseconds, and encoders are
read at another time. So the effort at time t belongs to the motion at time t + d. A lead of 1 ms causes an error of 6 %
at 10 Hz, which no parameter of an arm explains. All joints of a recording have the same lead.

With window means e of the effort and their time derivatives, the effort that belongs to a window's motion is

.. math:: e(t - d) \\approx e - d\\, \\dot e + \\tfrac12 d^2\\, \\ddot e.

Friction and inertia absorb a large part of a wrong lead. So the parameters are fitted again for every candidate, and
the candidate is judged by cross-validation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..arrays import FloatArray
from .cross_validation import consecutive_stretches
from .joint_equations import stretches, total
from .prior import Prior
from .solve import scaled_inverse, unconstrained
from .windows import Rows

REACH = 0.02
"""Largest lead that can be found, s."""

SHARE = 0.125
"""Largest lead as a fraction of a window; the formula is then accurate to 0.5 % at the window's frequency."""

TRIED = 9
"""Number of candidates from -`REACH` to `REACH`; a parabola interpolates the best lead between them."""

CLEARLY = 2.0
"""Number of standard errors by which a lead must improve the prediction; otherwise the lead is set to 0."""


def with_lead(rows: Sequence[Rows], lead: float) -> list[Rows]:
    """Return windows whose effort is shifted by `lead` (s), so that it belongs to the motion of the window."""
    if lead == 0.0:
        return list(rows)
    return [replace(each, effort=each.effort - lead * each.slope + 0.5 * lead**2 * each.curve) for each in rows]


def find_lead(recordings: Sequence[Sequence[Rows]], before: Prior, variance: FloatArray) -> float:
    """Return the lead with the best cross-validated prediction, s; 0 if it is not significantly better than 0.

    Args:
        recordings: windows of each recording, with the effort as it was recorded and complete columns.
        before: prior of the unknowns.
        variance: (n,) variance of each joint's rows, N²·m².
    """
    steps = np.concatenate([np.diff(each.time) for rows in recordings for each in rows])
    if not len(steps):
        return 0.0
    reach = min(REACH, SHARE * 2.0 * float(np.median(steps)))  # windows overlap by half
    precision = scaled_inverse(before.covariance)

    def scores(time: float) -> FloatArray:
        return _left_out(recordings, time, before, precision, variance)

    times = np.linspace(-reach, reach, TRIED)
    tried = [float(scores(time).sum()) for time in times]
    best = int(np.argmin(tried))
    lead = float(times[best])
    if 0 < best < TRIED - 1:
        low, middle, high = tried[best - 1 : best + 2]
        lead += 0.5 * (low - high) / (low - 2.0 * middle + high) * float(times[1] - times[0])
    gain = scores(0.0) - scores(lead)
    return lead if gain.sum() > CLEARLY * np.sqrt(len(gain)) * np.std(gain, ddof=1) else 0.0


def _left_out(
    recordings: Sequence[Sequence[Rows]], lead: float, before: Prior, precision: FloatArray, variance: FloatArray
) -> FloatArray:
    """Return the weighted squared error (F,) of each stretch, predicted by a fit to the others, for a lead in s."""
    parts = [part for rows in recordings for part in stretches(with_lead(rows, lead))]
    folds = [total(list(fold)) for fold in consecutive_stretches(parts)]
    result = []
    for index, fold in enumerate(folds):
        others = total([each for other, each in enumerate(folds) if other != index])
        x, _ = unconstrained(others, before, precision, variance)
        result.append(float((fold.squares(x) / variance).sum()))
    return np.array(result)
