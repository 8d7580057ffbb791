"""The clock of the torque path in lock-step: simulated time, that of the joint state that is being answered."""

from __future__ import annotations

import time

from ...control.lock_step import SimulatedClock


class LockStepClock:
    """A `TorqueClock` whose time-outs and stamps count simulated time."""

    def __init__(self) -> None:
        self._clock = SimulatedClock()

    def set(self, stamp: int) -> None:
        """Set the time to that of the joint state, `stamp` (ns), that is being answered."""
        self._clock.set(1e-9 * stamp)

    def steady(self) -> float:
        """Return simulated time, s."""
        return self._clock.at(time.monotonic())

    def stamps(self) -> float:
        """Return simulated time, s."""
        return self._clock.at(time.monotonic())

    def renew(self) -> None:
        """Do nothing: simulated time comes from the joint states."""

    def run_on(self) -> None:
        """Let simulated time pass with real time from now on: the torque has to end without joint states, too."""
        self._clock.run_on(time.monotonic())
