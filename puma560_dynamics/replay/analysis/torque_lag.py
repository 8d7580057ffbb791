"""Lag between two signals, and the error of a torque that is held for a sampling period.

**Lag.** The variance of the difference of the signals is summed over all pieces, for shifts from -`REACH` to `REACH`.
The lag is the shift with the smallest variance, interpolated by a parabola. The variance is used instead of the
cross-correlation because it uses the same samples of the signal at every shift, so that neither the ends of a piece nor
an offset bias it.

**Hold.** A torque that is held, or that a fast drive changes within a period, is known only once per period. The
change between two samples contains the noise of both. The noise is estimated from the median of second differences,
which occasional jumps of the torque do not affect.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray, read_only
from ..zero_phase import NORMAL

REACH = 0.050
"""Largest lag that can be found, s."""

STEP = 0.005
"""Step of the shifts and of the samples, s: torques of an arm change almost linearly in this time."""

_SHORTEST = 4
"""A run of samples counts if it is longer than this many times the largest shift."""


class LagSearch:
    """Search for the lag of n signals with respect to their expected values, piece by piece."""

    def __init__(self, n: int) -> None:
        self._n = n
        self._every = 0  # samples per step; 0 until the first piece

    def add(self, time: FloatArray, signal: FloatArray, expected: FloatArray) -> None:
        """Add a piece of one segment: `time` (N,) s, `signal` and `expected` (N, n), NaN where a value is missing."""
        there = ~(np.isnan(signal) | np.isnan(expected))
        joints = np.flatnonzero(there.any(axis=0))
        if not len(joints):
            return
        for run in runs(np.asarray(there[:, joints].all(axis=1))):
            if run.stop - run.start >= 3:
                self._add_run(time[run], signal[run][:, joints].T, expected[run][:, joints].T, joints)

    def _add_run(
        self,
        time: FloatArray,
        signal: FloatArray,
        expected: FloatArray,
        joints: NDArray[np.intp],
    ) -> None:
        if not self._every:
            period = float(np.median(np.diff(time)))
            self._every = max(1, round(STEP / period))
            reach = int(REACH / period) // self._every
            self._shifts = np.arange(-reach, reach + 1)
            # For each shift: number of samples, sum of the lag (s), of the difference, and of its square.
            self._count = np.zeros(self._n)
            self._seconds = np.zeros((len(self._shifts), self._n))
            self._sum = np.zeros((len(self._shifts), self._n))
            self._square = np.zeros((len(self._shifts), self._n))
        time, signal, expected = (
            np.ascontiguousarray(array[..., :: self._every]) for array in (time, signal, expected)
        )
        reach, length = int(self._shifts[-1]), len(time)
        if length <= _SHORTEST * reach:
            return
        middle = signal[:, reach : length - reach]
        self._count[joints] += middle.shape[1]
        for row, shift in enumerate(self._shifts):
            moved = slice(reach - shift, length - reach - shift)
            difference = middle - expected[:, moved]
            self._seconds[row, joints] += time[reach : length - reach].sum() - time[moved].sum()
            self._sum[row, joints] += difference.sum(axis=1)
            self._square[row, joints] += np.einsum("ij,ij->i", difference, difference)

    def result(self) -> FloatArray:
        """Return the lag (n,) s by which each signal is late; NaN if there is no best lag within `REACH`."""
        lag = np.full(self._n, np.nan)
        if not self._every or len(self._shifts) < 3:
            return read_only(lag)
        for joint in np.flatnonzero(self._count):
            count = self._count[joint]
            variance = self._square[:, joint] / count - (self._sum[:, joint] / count) ** 2
            lag[joint] = _lowest(self._seconds[:, joint] / count, variance)
        return read_only(lag)


def _lowest(x: FloatArray, y: FloatArray) -> float:
    """Return the position of the minimum of the parabola through the lowest point and its neighbours.

    NaN if the lowest point is at an edge, or if the parabola has no minimum.
    """
    i = int(np.argmin(y))
    if not 0 < i < len(x) - 1:
        return float("nan")
    before, after = (y[i] - y[i - 1]) / (x[i] - x[i - 1]), (y[i + 1] - y[i]) / (x[i + 1] - x[i])
    bend = (after - before) / (x[i + 1] - x[i - 1])
    if not bend > 0.0:
        return float("nan")
    return float(0.5 * (x[i - 1] + x[i]) - 0.5 * before / bend)


def runs(mask: NDArray[np.bool_]) -> Iterator[slice]:
    """Yield the slices in which `mask` (N,) is true."""
    steps = np.flatnonzero(np.diff(np.r_[False, mask, False]))
    for start, stop in zip(steps[::2], steps[1::2], strict=True):
        yield slice(int(start), int(stop))


class HoldSums:
    """Sums of squares of the changes of a torque from sample to sample.

    Args:
        n: number of joints.
    """

    def __init__(self, n: int) -> None:
        self._squares, self._noise, self._count = np.zeros((3, n))

    def add(self, time: FloatArray, torque: FloatArray) -> None:
        """Add consecutive samples of one segment.

        Args:
            time: (N,) s, rising.
            torque: (N, n) N·m, NaN where a sample does not count.
        """
        if len(time) < 3:
            return
        spacing = float(np.median(np.diff(time)))
        for joint, change in enumerate(np.diff(torque, axis=0).T):
            there = change[np.isfinite(change)]
            bend = np.abs(np.diff(change))
            bend = bend[np.isfinite(bend)]
            if not len(bend):
                continue
            self._squares[joint] += there @ there / spacing**2
            # Second differences of white noise have six times its variance, first differences two times.
            variance = (NORMAL * float(np.median(bend))) ** 2 / 6.0
            self._noise[joint] += len(there) * 2.0 * variance / spacing**2
            self._count[joint] += len(there)

    def rate(self) -> FloatArray:
        """Return the RMS rate of change (n,) N·m/s without the contribution of noise; 0 without samples."""
        return read_only(np.sqrt(np.maximum(self._squares - self._noise, 0.0) / np.maximum(self._count, 1)))

    def error(self, lag: float, period: float) -> FloatArray:
        """Return the RMS error (n,) N·m that holding causes in a torque.

        A torque that is always held is late by 0 to twice the mean lag. If the mean lag is below half a period, the
        torque is held part of the time, and is then late by up to a period.

        Args:
            lag: mean lag of the torque, s.
            period: time between samples, s.
        """
        lateness = (2.0 / 3.0 * lag * max(2.0 * lag, period)) ** 0.5
        return read_only(lateness * self.rate())
