"""The status of the residuals of many states: agreement, or a disagreement that is shown long enough to be read."""

from __future__ import annotations

from enum import Enum

import numpy as np

from .residual import Residual
from .statistics import RunningStatistics, WindowStatistics


class ResidualLevel(Enum):
    """What a residual says."""

    AGREES = "within the tolerance"
    BEYOND = "beyond the tolerance"
    FAR_BEYOND = "beyond the error tolerance"


class ResidualJudge:
    """Judges one residual after another, and keeps their statistics.

    Args:
        joints: number of joints.
        tolerance: N·m, largest residual taken for rounding.
        error_tolerance: N·m above which it is an error; at least `tolerance`.
        window: length of the recent statistics, s.
        hold: seconds for which agreement is not reported after a disagreement: a report that changes at every state
            is not readable.

    Attributes:
        recent: statistics over the window.
        all: statistics since the beginning.
    """

    def __init__(self, joints: int, tolerance: float, error_tolerance: float, window: float, hold: float) -> None:
        self.tolerance = tolerance
        self.error_tolerance = max(tolerance, error_tolerance)
        self.recent, self.all = WindowStatistics(window, joints), RunningStatistics(joints)
        self._hold = hold
        self._until = 0.0
        self._disagreed: dict[str, float] = {}

    def judge(self, now: float, residual: Residual) -> ResidualLevel | None:
        """Take the next residual.

        Args:
            now: steady time, s.
            residual: of one state.

        Returns:
            What is to be reported; `None` while the report of a disagreement is held.
        """
        self.recent.add(now, residual.torque)
        self.all.add(residual.torque)
        worst = float(np.abs(residual.torque).max())
        if worst > self.tolerance:
            for name, torque in residual.by_term.items():
                if np.abs(torque).max() > self.tolerance:
                    self._disagreed[name] = now
        if worst > self.error_tolerance:
            return ResidualLevel.FAR_BEYOND
        if worst > self.tolerance:
            self._until = now + self._hold
            return ResidualLevel.BEYOND
        return ResidualLevel.AGREES if now >= self._until else None

    def disagreeing(self, now: float) -> list[str]:
        """Names of the terms that disagreed within the window, sorted."""
        return sorted(name for name, seen in self._disagreed.items() if now - seen < self.recent.length)
