"""Ranking of causes: which the recording supports most, and which it cannot distinguish.

A cause leaves r of a joint's squares in blocks that it was not fitted to. If the rest is noise of unknown size,
the logarithm of the likelihood of N samples is -N/2 log r. So halving the residual counts the same for every joint,
and a large unexplained residual of one joint does not hide the causes of others. Residuals below `FLOOR` of the mean
have no weight.

Two causes are indistinguishable if the difference of their logarithms, block by block, is within its own scatter (Vuong
1989, with neighbouring blocks taken together since residuals last). Of indistinguishable causes the one with the fewest
separate faults comes first: one load rather than an offset at each of three joints.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ...arrays import FloatArray
from ..analysis.normal_equations import FLOOR
from ..causes.cause import LEAST, Tried

APART = 3.0
"""Standard errors above which two causes are distinguished."""

AS_MUCH = 0.75
"""Fraction of the first cause's effect that another must reach to be indistinguishable from it."""

NEARLY = 0.9
"""Fraction of the largest effect that a cause without fitted numbers must reach to come first: it predicts what the
others are fitted to, and another small error of the model makes such a fit better."""

_CLUSTERS = 16
"""Stretches of the recording that count as independent."""


def ranked(tried: Iterable[Tried], before: FloatArray, count: FloatArray) -> list[Tried]:
    """Sort the causes that explain at least `LEAST`: the likeliest first, or a simpler one that is indistinguishable.

    Args:
        tried: causes.
        before: (blocks, n) squares of the residual to be explained.
        count: (blocks, n) proportional to the number of samples that count.
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
    """Return log likelihoods (clusters,) of the stretches, with the noise that remains in all of them."""
    part = count / np.maximum(count.sum(axis=0), 1e-300)
    left = unseen + floor * part
    whole = left.sum(axis=0)
    known = whole > 0.0
    whole = np.where(known, whole, 1.0)
    by_block = -0.5 * (known * (part * np.log(whole) + left / whole - part)).sum(axis=1)
    stretches = np.array_split(by_block, min(_CLUSTERS, len(by_block)))
    return np.array([stretch.sum() for stretch in stretches])


def _indistinguishable(better: FloatArray, other: FloatArray) -> bool:
    """Return whether log likelihoods (clusters,) are not significantly larger than others."""
    difference = better - other
    error = float(np.std(difference, ddof=1)) * np.sqrt(len(difference))
    return bool(difference.sum() <= APART * error)
