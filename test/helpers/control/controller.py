"""What `joint_trajectory_controller` commands cycle by cycle, as far as effort goes, for the tests."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.trajectory.running import FilledTrajectory


class Controller:
    """Effort on straight lines between points; replaces at once; holds the last point.

    Its own way to a first point that lies ahead begins with zero effort, and it holds with zero effort when
    it is activated, when a goal is cancelled, and when a goal breaks its tolerances.
    """

    def __init__(self, dt: float = 1e-3) -> None:
        self.dt = dt
        self.time = 0.0
        self.effort: list[FloatArray] = []
        self._runs: FilledTrajectory | None = None
        self._start = self._taken = 0.0

    def take(self, filled: FilledTrajectory, start: float | None = None) -> None:
        """A trajectory without a stamp, or one whose times count from `start` s."""
        self._runs, self._taken = filled, self.time
        self._start = self.time if start is None else start

    def hold(self) -> None:
        """Zero effort, as on a cancelled goal."""
        self._runs = None

    def run(self, seconds: float) -> None:
        """Every cycle of so long a time."""
        cycles = round(seconds / self.dt)
        *now, self.time = np.cumsum([self.time, *[self.dt] * cycles]).tolist()
        self.effort.extend(self._samples(np.array(now)))

    def _samples(self, now: FloatArray) -> FloatArray:
        if self._runs is None:
            return np.zeros((len(now), 6))
        times, effort = self._runs.path.times + self._start, self._runs.effort
        found = np.column_stack([np.interp(now, times, column) for column in effort.T])
        before = now < times[0]
        if before.any():
            found[before] = np.outer((now[before] - self._taken) / (times[0] - self._taken), effort[0])
        return found

    def fastest(self, rate: FloatArray) -> float:
        """Largest change of effort in a cycle as a multiple of what `rate` (n,) N·m/s allows."""
        return float((np.abs(np.diff(self.effort, axis=0)) / (rate * self.dt)).max())
