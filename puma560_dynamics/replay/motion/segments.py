"""Division of a sorted recording into segments without gaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray
from ..reading.samples import JointSamples
from .timeline import Ordered, joined_samples, pick

PAGE = 16384
"""Number of samples over which the period is measured."""

ENOUGH = 100
"""Smallest number of stamp distances from which a period is measured; with fewer, the previous period is kept."""


@dataclass(frozen=True, eq=False)
class Part:
    """Consecutive samples of one segment.

    Attributes:
        segment: number of the segment, from 0.
        time: (N,) time of each sample, s.
        states: the samples.
        period: median distance of stamps at the start of the segment, s; NaN if there was only one stamp.
        distances: (N,) time since the previous sample, s; NaN for the first sample of an epoch.
    """

    segment: int
    time: FloatArray
    states: JointSamples
    period: float
    distances: FloatArray


def segments(ordered: Iterable[Ordered], gap: float) -> Iterator[Part]:
    """Cut a recording where two samples are more than `gap` periods apart, and where the clock was set.

    The period is measured for each page of `PAGE` samples, as the median distance of stamps, so that a change of the
    sampling rate does not cause cuts. Pages are counted from the start of the recording or of the clock's epoch, so the
    result does not depend on how the stream is divided into pieces.
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
    """Yield the samples in pages of `PAGE` samples; the last page of an epoch may be shorter."""
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
