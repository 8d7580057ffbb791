"""How fast a torque changes from sample to sample: what lateness within a sampling period means in torque.

A torque that is held, or that a fast drive changes within a period, is known at one moment of the period alone. The
change from one sample to the next has the noise of both in it. White noise leaves second differences of which the
median is known; a torque that jumps now and then does not move the median, so that it is not taken for noise.
"""

from __future__ import annotations

import numpy as np

from ...arrays import FloatArray, read_only

NORMAL = 1.4826
"""Standard deviation of normal noise as a multiple of its median magnitude."""


class HoldSums:
    """Adds up changes of a torque.

    Args:
        n: joints.
    """

    def __init__(self, n: int) -> None:
        self._squares, self._noise, self._count = np.zeros((3, n))

    def add(self, time: FloatArray, torque: FloatArray) -> None:
        """Take consecutive samples of one segment.

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
            # Second differences of white noise have six times its variance, first differences twice.
            variance = (NORMAL * float(np.median(bend))) ** 2 / 6.0
            self._noise[joint] += len(there) * 2.0 * variance / spacing**2
            self._count[joint] += len(there)

    def rate(self) -> FloatArray:
        """(n,) N·m/s, RMS rate of change without that of noise; 0 where there are no samples."""
        return read_only(np.sqrt(np.maximum(self._squares - self._noise, 0.0) / np.maximum(self._count, 1)))

    def error(self, lag: float, period: float) -> FloatArray:
        """(n,) N·m RMS, what a torque that is held is wrong by.

        Held all the time it is late by anything from nothing to twice the mean. Where the mean is less than half a
        period, it is held a part of the time, and then late by anything up to a period.

        Args:
            lag: s by which the torque is late on average.
            period: s between samples.
        """
        lateness = (2.0 / 3.0 * lag * max(2.0 * lag, period)) ** 0.5
        return read_only(lateness * self.rate())
