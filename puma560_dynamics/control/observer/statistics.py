"""Statistics of a stream of vectors: since the start, and over the last seconds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray


@dataclass(frozen=True)
class StreamSummary:
    """Summary of a stream of vectors, component by component.

    Attributes:
        count: number of samples.
        mean: (n,) mean, the bias; nan without samples, like the attributes below.
        deviation: (n,) standard deviation, the scatter about the mean.
        rms: (n,) root of the mean square.
        worst: (n,) largest absolute value.
    """

    count: int
    mean: FloatArray
    deviation: FloatArray
    rms: FloatArray
    worst: FloatArray


class RunningStatistics:
    """Mean, root mean square and largest value of all samples so far, in constant memory.

    The mean and the sum of squares about it are updated sample by sample (Welford), so that a small
    scatter about a large mean keeps its digits:

    .. math:: \\mathrm{rms}^2 = \\bar x^2 + \\tfrac{1}{N} \\sum_k (x_k - \\bar x)^2

    Args:
        n: number of components of a sample.
    """

    def __init__(self, n: int) -> None:
        self._count = 0
        self._mean, self._squares, self._worst = np.zeros((3, n))

    def add(self, sample: ArrayLike) -> None:
        """Add one sample, (n,), finite."""
        value = np.asarray(sample, dtype=np.float64)
        self._count += 1
        before = value - self._mean
        self._mean = self._mean + before / self._count
        self._squares = self._squares + before * (value - self._mean)
        self._worst = np.maximum(self._worst, np.abs(value))

    def summary(self) -> StreamSummary:
        """Return statistics of every sample so far."""
        if not self._count:
            return _nothing(len(self._mean))
        deviation = np.sqrt(self._squares / self._count)
        return StreamSummary(
            self._count, self._mean.copy(), deviation, np.hypot(self._mean, deviation), self._worst.copy()
        )


class WindowStatistics:
    """Mean, root mean square and largest value of the samples of the last `length` seconds.

    Samples are stored and evaluated on request, so that no rounding errors accumulate.

    Args:
        length: length of the window, s.
        n: number of components of a sample.
    """

    def __init__(self, length: float, n: int) -> None:
        self.length = length
        self._times, self._samples = np.empty(64), np.empty((64, n))
        self._first = self._end = 0

    def add(self, time: float, sample: ArrayLike) -> None:
        """Add one sample, (n,), finite, at `time` (s), which must not decrease."""
        self._forget(time)
        if self._end == len(self._times):
            self._make_room()
        self._times[self._end] = time
        self._samples[self._end] = sample
        self._end += 1

    def summary(self, now: float) -> StreamSummary:
        """Return statistics of the samples younger than `length` seconds at the time `now`."""
        self._forget(now)
        if self._first == self._end:
            return _nothing(self._samples.shape[1])
        kept = self._samples[self._first : self._end]
        mean, deviation = kept.mean(axis=0), kept.std(axis=0)
        return StreamSummary(len(kept), mean, deviation, np.sqrt((kept**2).mean(axis=0)), np.abs(kept).max(axis=0))

    def _forget(self, now: float) -> None:
        while self._first < self._end and self._times[self._first] <= now - self.length:
            self._first += 1

    def _make_room(self) -> None:
        """Move the samples to the front of new arrays, large enough to be at most half full."""
        kept = slice(self._first, self._end)
        count = self._end - self._first
        size = max(len(self._times), 2 * (count + 1))
        times, samples = np.empty(size), np.empty((size, self._samples.shape[1]))
        times[:count], samples[:count] = self._times[kept], self._samples[kept]
        self._times, self._samples, self._first, self._end = times, samples, 0, count


def _nothing(n: int) -> StreamSummary:
    nan = np.full(n, np.nan)
    return StreamSummary(0, nan, nan, nan, nan)
