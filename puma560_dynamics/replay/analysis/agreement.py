"""Agreement of a signal with its expected value, summed piece by piece over a recording of any length."""

from __future__ import annotations

import numpy as np

from ...arrays import FloatArray, IntegerArray, read_only
from ..result import Agreement
from .torque_lag import LagSearch


class RunningMoments:
    """Count, mean and sum of squares about the mean of n signals; NaN is ignored.

    Pieces are merged by the method of Chan, Golub and LeVeque (1983): squares are always taken about a mean, which
    avoids cancellation in a long recording far from zero.

    Attributes:
        count: (n,) number of values so far.
        mean: (n,) mean of each signal; 0 before the first value.
        squares: (n,) sum of squares about the mean.
    """

    def __init__(self, n: int) -> None:
        self.count: IntegerArray = np.zeros(n, dtype=np.int64)
        self.mean = np.zeros(n)
        self.squares = np.zeros(n)

    def add(self, values: FloatArray) -> None:
        """Add values (n, N)."""
        there = ~np.isnan(values)
        count = there.sum(axis=1)
        own = np.where(there, values, 0.0).sum(axis=1) / np.maximum(count, 1)
        away = np.where(there, values - own[:, None], 0.0)
        squares = np.einsum("ij,ij->i", away, away)
        total = self.count + count
        apart = own - self.mean
        share = count / np.maximum(total, 1)
        self.mean = self.mean + apart * share
        self.squares = self.squares + squares + apart**2 * self.count * share
        self.count = total


class DifferenceSums:
    """Sums of the differences between n signals and their expected values.

    Attributes:
        moments: number, mean and squares of the differences.
        absolute: (n,) sum of their absolute values.
        largest: (n,) largest absolute value.
    """

    def __init__(self, n: int) -> None:
        self.moments = RunningMoments(n)
        self.absolute = np.zeros(n)
        self.largest = np.zeros(n)

    def add(self, difference: FloatArray) -> None:
        """Add differences (n, N); NaN where one is missing."""
        self.moments.add(difference)
        size = np.nan_to_num(np.abs(difference), nan=0.0, posinf=np.inf)
        self.absolute += size.sum(axis=1)
        self.largest = np.maximum(self.largest, size.max(axis=1))


class AgreementSums:
    """Sums for an `Agreement`; the result does not depend on how the recording is cut into pieces.

    Args:
        n: joints.
        alike: sums over the same pieces of another signal that has the same differences, which are then not summed
            again; `None` to sum them.
    """

    def __init__(self, n: int, alike: AgreementSums | None = None) -> None:
        self._signal = RunningMoments(n)
        self._differences: DifferenceSums = DifferenceSums(n) if alike is None else alike._differences
        self._alike = alike is not None
        self._lags = LagSearch(n)

    def add(self, time: FloatArray, signal: FloatArray, expected: FloatArray) -> None:
        """Add a piece of one segment.

        Args:
            time: (N,) s, rising.
            signal: (N, n), NaN where a sample is missing or does not count.
            expected: (N, n) expected value of the signal, NaN where it is missing.
        """
        difference = np.ascontiguousarray((signal - expected).T)
        there = ~np.isnan(difference)
        if not there.any():
            return
        self._signal.add(np.where(there, signal.T, np.nan))
        if not self._alike:
            self._differences.add(difference)
        self._lags.add(time, signal, expected)

    def result(self) -> Agreement:
        """Return the agreement over all pieces; NaN for a joint without samples."""
        moments = self._differences.moments
        count = moments.count
        with np.errstate(invalid="ignore", divide="ignore"):
            mean_square = moments.squares / count + np.where(count > 0, moments.mean, np.nan) ** 2
            variance = self._signal.squares / count
            absolute = self._differences.absolute / count
            share = np.where(variance > 0.0, mean_square / variance, np.nan)
        there = count > 0
        return Agreement(
            count=count,
            rms=read_only(np.sqrt(mean_square)),
            mae=read_only(absolute),
            largest=read_only(np.where(there, self._differences.largest, np.nan)),
            nrms=read_only(np.sqrt(share)),
            r2=read_only(1.0 - share),
            bias=read_only(np.where(there, moments.mean, np.nan)),
            lag=self._lags.result(),
        )
