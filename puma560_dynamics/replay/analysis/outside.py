"""How many samples lie outside the expected band.

The band is twice the uncertainty of a torque: the tolerances of the arm at this state, and what friction,
noise, a held torque and the converters leave open. The latter is known only after the last sample, so what is counted
is by how much each residual exceeds the tolerances alone, in fine steps. A residual that is normally distributed and
just as large as expected lies outside at 4.6 % of the samples.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...arrays import FloatArray, read_only
from ..result import Traces

WIDTHS = 2.0
"""Half width of the band in standard deviations of what is expected."""

_LOWEST, _HIGHEST, _STEPS = -12.0, 6.0, 400
"""Powers of ten N·m between which excesses are distinguished, and steps of each power: of 0.6 %."""


def half_width(tolerance: FloatArray, allowance: FloatArray) -> FloatArray:
    """Half width of the band, N·m.

    Args:
        tolerance: (N, n) N·m, half width of the tolerances alone.
        allowance: (n,) N·m, everything else that is open.
    """
    return np.asarray(WIDTHS * np.hypot(tolerance, allowance))


def widened(traces: Traces, allowance: FloatArray) -> Traces:
    """`traces` with the expected band in place of that of the tolerances alone."""
    return replace(traces, mean={**traces.mean, "band": read_only(half_width(traces.mean["band"], allowance))})


class OutsideCounts:
    """Counts residuals by what they exceed.

    Args:
        n: joints.
    """

    def __init__(self, n: int) -> None:
        # A residual is outside if (residual / WIDTHS)² − tolerance² is above the allowance's square.
        self._counts = np.zeros((n, round((_HIGHEST - _LOWEST) * _STEPS) + 1))
        self._samples = np.zeros(n)

    def add(self, residual: FloatArray, tolerance: FloatArray) -> None:
        """Take residuals and half widths of the tolerances (N, n) N·m; a residual that does not count is NaN."""
        there = ~np.isnan(residual)
        self._samples += there.sum(axis=0)
        excess = np.where(there, (residual / WIDTHS) ** 2 - tolerance**2, 0.0)
        for joint, values in enumerate(excess.T):
            beyond = values[values > 0.0]
            self._counts[joint] += np.bincount(_place(np.sqrt(beyond)), minlength=self._counts.shape[1])

    def shares(self, allowance: FloatArray) -> FloatArray:
        """(n,) share of residuals outside, 0 to 1; NaN without any."""
        first = _place(np.maximum(allowance, 0.0))
        above = np.array([counts[place:].sum() for counts, place in zip(self._counts, first, strict=True)])
        with np.errstate(invalid="ignore", divide="ignore"):
            return read_only(np.where(self._samples > 0, above / self._samples, np.nan))


def _place(torque: FloatArray) -> np.ndarray:
    """Number of the step in which a torque lies, N·m; below all others where it is nothing but rounding."""
    with np.errstate(divide="ignore"):
        power = np.clip(np.log10(torque), _LOWEST, _HIGHEST)
    return np.asarray(np.ceil((power - _LOWEST) * _STEPS), dtype=np.intp)
