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


PERIOD_SHARE = 0.02
"""Weight of the newest step in the mean step between samples."""

LATE_STEPS = 3.0
"""Number of mean steps above which samples are missing.

The mean of the efforts at the ends of such a gap can differ much from the mean effort in it.
"""


class MeanPeriod:
    """Mean step between samples, s, which follows a slower source; 0 until a step is known."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def late(self, step: float) -> bool:
        """Note the time `step` (s) since the previous sample; return whether samples are missing in it."""
        mean = self.seconds
        self.seconds += (PERIOD_SHARE if mean else 1.0) * (step - mean)
        return 0.0 < LATE_STEPS * mean < step
