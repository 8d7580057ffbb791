"""Timing of joint states: period, jitter, and missing samples."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray
from ..result import StateTiming
from .segments import Part
from .timeline import Timeline

BINS = 40
"""Number of bins per period in the histogram of times between stamps."""

LOST = 1.5
"""Time between two samples above which a sample is missing between them, in periods."""

LISTED = 100
"""Largest number of gaps that are listed."""


class TimingCount:
    """Computes `StateTiming` from the parts of segments, with little memory.

    The median of a long recording is approximated by the median of the medians of its parts, weighted by the number of
    samples.

    Args:
        gap: smallest time between two segments, in periods; the upper end of the histogram.
    """

    def __init__(self, gap: float) -> None:
        self._gap = gap
        self._medians: list[tuple[float, float, float]] = []  # distance, delay, weight
        self._first = math.nan
        self._edges: FloatArray = np.zeros(0)
        self._counts = np.zeros(0, dtype=np.int64)
        self._sums = np.zeros(3)  # count, sum and sum of squares of (distance - first period)
        self._gaps: FloatArray = np.zeros((0, 2))
        self._span = self._largest_delay = 0.0
        self._longest = self._lost_inside = self._missing = 0.0
        self.segments = self.long_gaps = 0
        self._start = 0

    def add(self, part: Part) -> None:
        """Add a part. Pass the parts in order of time."""
        if not self._medians:
            self._start = int(part.states.stamp[0]) - round(1e9 * float(part.time[0]))
        self._span = float(part.time[-1])
        begins = part.segment >= self.segments
        self.segments = part.segment + 1
        delay = 1e-9 * (part.states.log_time - part.states.stamp)
        self._largest_delay = max(self._largest_delay, float(delay.max())) if self._medians else float(delay.max())
        known = np.isfinite(part.distances)
        distances = part.distances[known]
        median = float(np.median(distances)) if len(distances) else math.nan
        self._medians.append((median, float(np.median(delay)), len(delay)))
        if not len(distances) or not part.period > 0.0:
            return
        if not len(self._edges):
            self._first = part.period
            self._edges = np.asarray(part.period / BINS * (np.arange(math.ceil(self._gap * BINS) + 1) - 0.5))
            self._counts = np.zeros(len(self._edges) - 1, dtype=np.int64)
        self._counts += np.histogram(distances, self._edges)[0]
        inside = np.full(len(distances), True)
        inside[0] = not (begins and known[0])
        apart = distances[inside] - self._first
        self._sums += (len(apart), apart.sum(), apart @ apart)
        self._look_for_gaps(part.time[known], distances, inside, part.period)

    def _look_for_gaps(self, time: FloatArray, distances: FloatArray, inside: NDArray[np.bool_], period: float) -> None:
        """Add to the list of longest gaps, and count the samples missing in gaps."""
        wide = distances > LOST * period
        if not wide.any():
            return
        missing = np.round(distances[wide] / period) - 1.0
        self._missing += float(missing.sum())
        self._lost_inside += float(missing[inside[wide]].sum())
        self.long_gaps += int(np.count_nonzero(~inside))
        found = np.column_stack((time[wide] - distances[wide], distances[wide]))
        gaps = np.concatenate((self._gaps, found))
        self._gaps = gaps[np.argsort(-gaps[:, 1], kind="stable")[:LISTED]]

    @property
    def span(self) -> float:
        """Return the time from the first sample to the last, s."""
        return self._span

    @property
    def longest(self) -> tuple[float, float]:
        """Return start and length of the longest gap, s; zeros without gaps."""
        return (float(self._gaps[0, 0]), float(self._gaps[0, 1])) if len(self._gaps) else (0.0, 0.0)

    @property
    def lost_inside(self) -> int:
        """Return the number of samples missing inside segments."""
        return int(self._lost_inside)

    @property
    def missing(self) -> int:
        """Return the number of samples missing in the whole recording."""
        return int(self._missing)

    def result(self, timeline: Timeline, used: int) -> StateTiming:
        """Return the timing, with the counts of `timeline` and `used`, the number of compared samples."""
        count, total, squares = self._sums
        jitter = math.sqrt(max(squares / count - (total / count) ** 2, 0.0)) if count else 0.0
        distance, delay, weight = np.array(self._medians or [(math.nan, math.nan, 0.0)]).T
        return StateTiming(
            count=timeline.count,
            used=used,
            segments=self.segments,
            span=self._span,
            period=_median(distance, weight),
            jitter=jitter,
            periods=self._edges if len(self._edges) else np.array([0.0, 1.0]),
            period_counts=self._counts if len(self._counts) else np.zeros(1, dtype=np.int64),
            gaps=self._gaps,
            missing=self.missing,
            duplicates=timeline.duplicates,
            repeated=timeline.repeated,
            out_of_order=timeline.out_of_order,
            restarts=timeline.restarts,
            delay=(_median(delay, weight), self._largest_delay),
            start=self._start,
        )


def _median(values: FloatArray, weight: FloatArray) -> float:
    """Return the weighted median; NaN without values."""
    known = np.isfinite(values)
    if not known.any():
        return math.nan
    values, weight = values[known], weight[known]
    order = np.argsort(values)
    total = np.cumsum(weight[order])
    return float(values[order][np.searchsorted(total, total[-1] / 2.0)])
