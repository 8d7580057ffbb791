"""Ranking of causes by likelihood, and the test whether a recording can distinguish two causes.

Let r be the sum of squares that remains at a joint after a cause, in blocks that the cause was not fitted to. If the
remaining residual is noise of unknown size, the log likelihood of N samples is -N/2 log r. So a reduction of the
residual by half counts the same for every joint, and a large unexplained residual of one joint does not hide the causes
of others. Residuals below `FLOOR` of the mean have no weight.

Two causes are indistinguishable if the difference of their log likelihoods is within its scatter over groups of
neighbouring blocks (Vuong 1989; groups, because residuals of neighbouring blocks are correlated). Of indistinguishable
causes, the one with the fewest separate faults is ranked first: one payload rather than an offset at three joints.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ...arrays import FloatArray
from ..analysis.normal_equations import FLOOR
from ..causes.cause import LEAST, Tried

APART = 3.0
"""Number of standard errors of the difference above which two causes are distinguishable."""

AS_MUCH = 0.75
"""Fraction of the first cause's effect that another cause must reach to be indistinguishable from the first."""

NEARLY = 0.9
"""Fraction of the largest effect that a cause without fitted numbers must reach to come first: it predicts what the
others are fitted to, and another small error of the model makes such a fit better."""

_CLUSTERS = 16
"""Number of stretches of the recording that count as independent."""


def ranked(tried: Iterable[Tried], before: FloatArray, count: FloatArray) -> list[Tried]:
    """Sort the causes that explain at least `LEAST` by likelihood; the simplest of indistinguishable ones is first.

    Args:
        tried: fitted causes.
        before: (blocks, n) squares of the residual to be explained.
        count: (blocks, n) values proportional to the number of samples.
    """
    whole = before.sum()
    shares = (replace(one, share=float(1.0 - one.unseen.sum() / whole)) for one in tried)
    there = [one for one in shares if one.share >= LEAST]
    if not there:
        return []
    floor = FLOOR * float(whole) / before.shape[1]
    by_block = {id(one): _logarithms(one.unseen, count, floor) for one in there}
    there.sort(key=lambda one: -float(by_block[id(one)].sum()))
    best = by_block[id(there[0])]
    most = there[0].share
    rivals = [
        one
        for one in there
        if (one.share >= AS_MUCH * most and _indistinguishable(best, by_block[id(one)]))
        or (one.share >= NEARLY * most and not one.fitted.numbers)
    ]
    first = min(rivals, key=lambda one: (one.fitted.faults, one.fitted.numbers))
    there.remove(first)
    own, much = by_block[id(first)], AS_MUCH * first.share
    equal = {id(one) for one in there if one.share >= much and _indistinguishable(own, by_block[id(one)])}
    return [first, *(replace(one, indistinguishable=id(one) in equal) for one in there)]


def _logarithms(unseen: FloatArray, count: FloatArray, floor: float) -> FloatArray:
    """Return the log likelihood (clusters,) of each stretch, for the noise that remains in the whole recording."""
    part = count / np.maximum(count.sum(axis=0), 1e-300)
    left = unseen + floor * part
    whole = left.sum(axis=0)
    known = whole > 0.0
    whole = np.where(known, whole, 1.0)
    by_block = -0.5 * (known * (part * np.log(whole) + left / whole - part)).sum(axis=1)
    stretches = np.array_split(by_block, min(_CLUSTERS, len(by_block)))
    return np.array([stretch.sum() for stretch in stretches])


def _indistinguishable(better: FloatArray, other: FloatArray) -> bool:
    """Return whether the log likelihoods `better` (clusters,) are not significantly larger than `other`."""
    difference = better - other
    error = float(np.std(difference, ddof=1)) * np.sqrt(len(difference))
    return bool(difference.sum() <= APART * error)
