"""The period of joint states, measured: what one count of an encoder looks like as velocity."""

from __future__ import annotations

GROWTH = 1.02
"""Largest factor from one sample to the next: a lost sample must not count as a slower encoder."""


class SamplePeriod:
    """The shortest of the latest periods, in seconds; 0 until one is known.

    A short period counts at once, since a count is a large velocity there; a longer one is approached slowly.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def update(self, dt: float) -> None:
        """Take the time `dt` (s) since the sample before; nothing where it is not positive."""
        if dt > 0.0:
            self.seconds = min(dt, GROWTH * self.seconds) if self.seconds > 0.0 else dt
