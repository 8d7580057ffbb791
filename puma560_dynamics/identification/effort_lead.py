"""Effort lead: the time by which the recorded effort is ahead of the recorded motion.

A driver records the requested torque, current loop and gear need a millisecond or two, and encoders are read at another
time. So effort at time t belongs to motion at time t + d. At 1 ms and 10 Hz this is an error of 6 %, which no parameter
of an arm explains. The lead is one number for all joints of a recording.

With window means e of the effort and their derivatives, the effort that belongs to a window's motion is

.. math:: e(t - d) \\approx e - d\\, \\dot e + \\tfrac12 d^2\\, \\ddot e.

Friction and inertia absorb a large part of a wrong lead. So every candidate is judged with the parameters that fit best
with it, and by stretches of the recordings that were left out of that fit.
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
"""s; largest lead that is searched for."""

SHARE = 0.125
"""Largest shift as a fraction of a window; the formula is then exact to 0.5 % at the window's frequency."""

TRIED = 9
"""Number of candidates over the whole reach; a parabola finds the best lead between them."""

CLEARLY = 2.0
"""Standard errors by which the gain of the stretches must be above 0; otherwise the lead is 0."""


def with_lead(rows: Sequence[Rows], lead: float) -> list[Rows]:
    """Return windows with the effort shifted to their motion, for an effort that is `lead` s ahead."""
    if lead == 0.0:
        return list(rows)
    return [replace(each, effort=each.effort - lead * each.slope + 0.5 * lead**2 * each.curve) for each in rows]


def find_lead(recordings: Sequence[Sequence[Rows]], before: Prior, variance: FloatArray) -> float:
    """Find the lead in s that predicts the stretches left out best; 0 if it is not significantly better.

    Args:
        recordings: windows of each as they were recorded, their columns complete.
        before: what is known of the parameters without the recordings.
        variance: (n,) N²·m² of each joint's rows.
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
    """Return weighted squares (F,) of each stretch, predicted by a fit to the others, for an effort `lead` s ahead."""
    parts = [part for rows in recordings for part in stretches(with_lead(rows, lead))]
    folds = [total(list(fold)) for fold in consecutive_stretches(parts)]
    result = []
    for index, fold in enumerate(folds):
        others = total([each for other, each in enumerate(folds) if other != index])
        x, _ = unconstrained(others, before, precision, variance)
        result.append(float((fold.squares(x) / variance).sum()))
    return np.array(result)
