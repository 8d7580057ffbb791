"""Low-pass filter without delay, and derivatives of the filtered signal."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy import fft, signal, special

from ..arrays import FloatArray

ORDER = 3
"""Order of the polynomial that compensates the Gaussian, so that the pass band is flat to the 8th order."""

LARGEST_CUT_OFF = 0.15
"""Largest cut-off as a fraction of the sampling rate. The response at half the rate is then below 1e-8, so that kernels
are short and derivatives of slow motion are accurate."""

REACH = 9.0
"""Half length of the kernels in standard deviations of the Gaussian; the truncated part is below rounding."""

SETTLED = 1e-4
"""Fraction of the second derivative's kernel that may extend beyond a segment's end at a sample that is used."""

NORMAL = 1.4826
"""Standard deviation of normal noise as a multiple of its median magnitude."""


class ZeroPhase:
    r"""A maximally flat Gaussian low-pass and its first and second derivative, as symmetric finite kernels.

    With :math:`x = f / f_0` the response is real, so signals are not delayed:

    .. math:: H(f) = e^{-x^2} \sum_{k=0}^{3} \frac{x^{2k}}{k!} = 1 - \frac{x^8}{24} + \dots

    It is as flat as a Butterworth filter of order four run forward and backward, but its kernel, a Gaussian times a
    polynomial, is finite. So a recording filtered in pieces gives the same numbers as the whole, and the edges affected
    by a segment's end are short and known. Derivatives are those of the filtered signal, :math:`(2 \pi i f)^m H(f)`,
    not differences.

    Args:
        cut_off: frequency at which half the power passes, Hz; at most `LARGEST_CUT_OFF` of the sampling rate.
        period: s between samples.

    Attributes:
        cut_off: Hz.
        period: s.
        reach: number of samples on each side that affect a result.
        edge: distance from a segment's end within which results are not accurate enough, s.
        noise_gain: 1/s², ratio of the noise of the second derivative to the noise that the filter removes from the
            signal, as standard deviations for white noise.
        largest: 1/s², second derivative at a single wrong sample, per unit of its error.
        left: fraction of the variance of white noise that the filter removes.
    """

    def __init__(self, cut_off: float, period: float) -> None:
        self.cut_off, self.period = cut_off, period
        scale = cut_off / math.sqrt(special.gammainccinv(ORDER + 1, math.sqrt(0.5)))
        self.reach = math.ceil(REACH / (math.sqrt(2.0) * math.pi * scale * period))
        length = 1 << (4 * self.reach).bit_length()
        frequency = fft.fftfreq(length, period)
        response = special.gammaincc(ORDER + 1, (frequency / scale) ** 2)
        taps = np.arange(-self.reach, self.reach + 1)
        self._kernels = [fft.ifft((2j * np.pi * frequency) ** m * response).real[taps] for m in (0, 1, 2)]
        low, _, second = self._kernels
        self.largest = float(np.abs(second).max())
        self.left = float(1.0 - 2.0 * low[self.reach] + low @ low)
        self.noise_gain = math.sqrt(float(second @ second) / self.left)
        weight = np.abs(self._kernels[2][self.reach :])
        beyond = np.cumsum(weight[::-1])[::-1]
        self.edge = period * int(np.argmax(beyond < SETTLED * beyond[0]))

    def apply(self, signals: FloatArray, derivative: int) -> FloatArray:
        """Return the filtered signals or their first or second derivative.

        Args:
            signals: (..., N + 2 reach), evenly spaced.
            derivative: 0, 1 or 2.

        Returns:
            (..., N): without `reach` samples at each end.
        """
        kernel = self._kernels[derivative].reshape((1,) * (signals.ndim - 1) + (-1,))
        return np.asarray(signal.oaconvolve(signals, kernel, mode="valid", axes=-1))


@lru_cache(maxsize=64)
def zero_phase(cut_off: float, period: float) -> ZeroPhase:
    """Return the filter for a period, s; a cut-off that is too high for the sampling rate is lowered."""
    return ZeroPhase(min(cut_off, LARGEST_CUT_OFF / period), period)
