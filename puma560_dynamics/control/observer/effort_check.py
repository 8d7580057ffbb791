"""Compare measured effort with the model's torque for the same stamp, joint by joint."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray
from .statistics import RunningStatistics, StreamSummary, WindowStatistics

MAX_KEPT = 4096
"""Largest number of measured efforts that wait for their torque; four seconds at 1 kHz."""


@dataclass(frozen=True)
class EffortStatistics:
    """Statistics of the measured effort minus the model's torque, N·m.

    Attributes:
        recent: statistics over the window.
        all: statistics since the start.
        share: (n,) RMS over the window as a fraction of the maximum torque; nan without samples.
    """

    recent: StreamSummary
    all: StreamSummary
    share: FloatArray


class EffortCheck:
    """Pairs measured efforts with torques for the same joint state, and records statistics of the difference.

    The difference contains everything that the model's active terms lack: friction, feedback, errors of the masses.

    Args:
        maximum_torque: (n,) N·m.
        window: length of the recent statistics, s.
    """

    def __init__(self, maximum_torque: ArrayLike, window: float) -> None:
        self._maximum = np.asarray(maximum_torque, dtype=np.float64)
        self._window, self._running = (
            WindowStatistics(window, self._maximum.size),
            RunningStatistics(self._maximum.size),
        )
        self._measured: dict[int, FloatArray] = {}

    def note_effort(self, stamp: int, effort: FloatArray) -> None:
        """Store the effort, (n,) N·m, of the joint state stamped `stamp` (ns)."""
        self._measured[stamp] = effort
        if len(self._measured) > MAX_KEPT:
            del self._measured[next(iter(self._measured))]

    def compare_torque(self, now: float, stamp: int, torque: FloatArray) -> bool:
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
        """Return statistics at the time `now` (s)."""
        recent = self._window.summary(now)
        return EffortStatistics(recent, self._running.summary(), recent.rms / self._maximum)
