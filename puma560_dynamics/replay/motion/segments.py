"""Segments: an ordered recording, cut at its gaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray
from ..reading.samples import JointSamples
from .timeline import Ordered, joined_samples, pick

PAGE = 16384
"""Samples over which the period is measured."""

ENOUGH = 100
"""Smallest number of stamp distances for a new period; with fewer the previous period is kept."""


@dataclass(frozen=True, eq=False)
class Part:
    """Consecutive samples of one segment.

    Attributes:
        segment: its number, from 0.
        time: (N,) s.
        states: the samples.
        period: median distance of stamps where the segment began, s; NaN where there was one stamp only.
        distances: (N,) s from the sample before to each; NaN for the first one of an epoch.
    """

    segment: int
    time: FloatArray
    states: JointSamples
    period: float
    distances: FloatArray


def segments(ordered: Iterable[Ordered], gap: float) -> Iterator[Part]:
    """Cut where two samples are further apart than `gap` periods, and where the clock was set.

    The period is the median distance of the stamps of a page of `PAGE` samples, so that a recording
    whose rate was changed is not cut to pieces. Pages are counted from the start of the recording or
    of the clock's epoch: the outcome does not depend on how the stream is cut.
    """
    segment, period, epoch = -1, float("nan"), -1
    start_period, before = period, float("nan")
    for page in _pages(ordered):
        if page.epoch != epoch:
            epoch, before = page.epoch, float("nan")
        distances = np.diff(page.time, prepend=before)
        known = distances[np.isfinite(distances)]
        if len(known) >= ENOUGH or (len(known) and np.isnan(period)):
            period = float(np.median(known))
        cut = ~(distances <= gap * period)
        edges = np.unique(np.concatenate(([0], np.flatnonzero(cut), [len(cut)])))
        for first, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
            if cut[first]:
                segment, start_period = segment + 1, period
            part = slice(first, end)
            yield Part(segment, page.time[part], pick(page.states, part), start_period, distances[part])
        before = float(page.time[-1])


def _pages(ordered: Iterable[Ordered]) -> Iterator[Ordered]:
    """Yield the samples in pages of `PAGE`; an epoch's last page is shorter."""
    kept: list[Ordered] = []
    count = 0
    for piece in ordered:
        if kept and kept[0].epoch != piece.epoch:
            yield _bound(kept)
            kept, count = [], 0
        kept.append(piece)
        count += len(piece.time)
        while count >= PAGE:
            whole = _bound(kept)
            yield Ordered(whole.epoch, whole.time[:PAGE], pick(whole.states, slice(0, PAGE)))
            count -= PAGE
            kept = [Ordered(whole.epoch, whole.time[PAGE:], pick(whole.states, slice(PAGE, None)))] if count else []
    if kept:
        yield _bound(kept)


def _bound(pieces: list[Ordered]) -> Ordered:
    """Join pieces of one epoch."""
    time = np.concatenate([piece.time for piece in pieces])
    return Ordered(pieces[0].epoch, time, joined_samples([piece.states for piece in pieces]))
