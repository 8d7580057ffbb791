"""Repeats a zero torque when joint states return: the process that applies commands may have been stopped.

A controller that was stopped reads the commands of its queue when it goes on, the oldest of them, and applies the last
of these for ever. Its joint states stand still meanwhile. So the process whose zero ended the torque repeats it when
they return.
"""

from __future__ import annotations

import math

from .timing import Timing


class ZeroAgain:
    """Follows the arrivals of joint states.

    Args:
        timing: time constants.
    """

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._seen = self._until = -math.inf

    def state(self, now: float) -> None:
        """A joint state arrived at the steady time `now` (s)."""
        if now - self._seen >= self._timing.own_stall:
            self.repeat(now)
        self._seen = now

    def repeat(self, now: float) -> None:
        """Repeat zero from the steady time `now` (s) on, as after the end of a torque."""
        self._until = now + self._timing.repeat_zero

    def stop(self) -> None:
        """Another process commands: repeat nothing."""
        self._until = -math.inf

    def due(self, now: float) -> bool:
        """Whether zero is to be sent at the steady time `now` (s), if nothing else is."""
        return now < self._until
