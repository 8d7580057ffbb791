"""Detection of a brake that holds the arm, so that the effort does not show the load."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray

STANDS = 0.1
"""Velocity below which a joint counts as at rest, rad/s; large, because the filter smooths the start of a motion."""


def without_effort(effort: FloatArray) -> NDArray[np.bool_]:
    """Return flags (N,): whether the effort (N, n) is exactly zero in every joint."""
    return np.asarray((effort == 0.0).all(axis=1))


def braked(effort: FloatArray, velocity: FloatArray) -> NDArray[np.bool_]:
    """Return flags (N,): whether a brake holds the arm, that is, effort (N, n) is zero and every joint is at rest."""
    return np.asarray(without_effort(effort) & (np.abs(velocity) < STANDS).all(axis=1))


class TimeStretches:
    """Stretches of time in which a condition is true, joined across pieces.

    Attributes:
        count: number of samples in the stretches.
        times: start and end of each stretch, s.
    """

    def __init__(self) -> None:
        self.count = 0
        self.times: list[tuple[float, float]] = []
        self._open = False

    def add(self, time: FloatArray, holds: NDArray[np.bool_]) -> None:
        """Add the next samples in order of time: times (N,) s, and flags (N,) whether the condition `holds`."""
        self.count += int(np.count_nonzero(holds))
        change = np.diff(holds.astype(np.int8), prepend=np.int8(0), append=np.int8(0))
        found = zip(time[np.flatnonzero(change == 1)], time[np.flatnonzero(change == -1) - 1], strict=True)
        for k, (start, end) in enumerate(found):
            if k == 0 and self._open and holds[0]:
                start = self.times.pop()[0]
            self.times.append((float(start), float(end)))
        self._open = bool(holds[-1])

    @property
    def duration(self) -> float:
        """Duration of all stretches, s; a single sample has none."""
        return sum(end - start for start, end in self.times)

    def text(self, most: int = 3) -> str:
        """Return a text such as "0.00 to 2.31 s, 5.10 s and 4 more"."""
        ends = ((f"{start:.2f}", f"{end:.2f}") for start, end in self.times[:most])
        shown = ", ".join(f"{start} s" if start == end else f"{start} to {end} s" for start, end in ends)
        more = len(self.times) - most
        return f"{shown} and {more} more" if more > 0 else shown
