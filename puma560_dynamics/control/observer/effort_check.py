"""Measured effort against the model's torque: matched by stamp, judged joint by joint."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray
from .statistics import RunningStatistics, StreamSummary, WindowStatistics

KEPT = 4096
"""Measured efforts that are kept for their torque; four seconds at 1 kHz."""


@dataclass(frozen=True)
class EffortStatistics:
    """Measured effort less model's torque, N·m.

    Attributes:
        recent: over the window.
        all: since the start.
        share: (n,) RMS of the window as a share of the maximum torque; nan without samples.
    """

    recent: StreamSummary
    all: StreamSummary
    share: FloatArray


class EffortCheck:
    """Pairs measured efforts with torques of the same joint state and keeps their difference's statistics.

    The difference holds all that is not in the model's active terms: friction, feedback, wrong masses.

    Args:
        maximum_torque: (n,) N·m.
        window: seconds of the recent statistics.
    """

    def __init__(self, maximum_torque: ArrayLike, window: float) -> None:
        self._maximum = np.asarray(maximum_torque, dtype=np.float64)
        self._window, self._running = (
            WindowStatistics(window, self._maximum.size),
            RunningStatistics(self._maximum.size),
        )
        self._measured: dict[int, FloatArray] = {}

    def measure(self, stamp: int, effort: FloatArray) -> None:
        """Remember the effort, (n,) N·m, of the joint state stamped `stamp` (ns)."""
        self._measured[stamp] = effort
        if len(self._measured) > KEPT:
            del self._measured[next(iter(self._measured))]

    def add_torque(self, now: float, stamp: int, torque: FloatArray) -> bool:
        """Compare the model's torque, (n,) N·m, for the joint state stamped `stamp`; False if its effort is unknown.

        `now` is the time (s, steady clock) at which the sample enters the window.
        """
        effort = self._measured.pop(stamp, None)
        if effort is None:
            return False
        difference = effort - torque
        self._window.add(now, difference)
        self._running.add(difference)
        return True

    def statistics(self, now: float) -> EffortStatistics:
        """Statistics at the time `now` (s)."""
        recent = self._window.summary(now)
        return EffortStatistics(recent, self._running.summary(), recent.rms / self._maximum)
