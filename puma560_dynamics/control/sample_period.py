"""The period of joint states, which gives the velocity of one encoder count, and the stiffness that is stable."""

from __future__ import annotations

GROWTH = 1.02
"""Largest growth of the period from one sample to the next: a lost sample must not count as a longer period."""


class SamplePeriod:
    """Shortest of the latest sample periods, s; 0 until a period is known.

    A shorter period applies at once, because one encoder count is then a larger velocity; a longer period is approached
    slowly.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def update(self, dt: float) -> None:
        """Note the time `dt` (s) since the previous sample; ignored unless it is positive."""
        if dt > 0.0:
            self.seconds = min(dt, GROWTH * self.seconds) if self.seconds > 0.0 else dt
