"""A process that was stopped for a while looks around before it speaks again.

Whoever guards the commands may have taken over meanwhile; to go on from one's own last torque
would be a jump for the arm.
"""

from __future__ import annotations

STALL = 0.15
"""Seconds of own silence that count as a stall; shorter than any guard waits (`command_timeout` is 0.2 at least)."""

LOOK_AROUND = 0.05
"""Seconds in which what others said during a stall is taken in."""


class Stall:
    """Tells when to speak again after a pause of one's own."""

    def __init__(self) -> None:
        self._spoke: float | None = None
        self._until: float | None = None

    def forget(self) -> None:
        """Nothing has been said yet."""
        self._spoke = self._until = None

    def spoke(self, now: float) -> None:
        """A command went out at the steady time `now` (s)."""
        self._spoke, self._until = now, None

    def listens(self, now: float) -> bool:
        """Whether to be silent at `now` (s) because the last word is too long ago."""
        if self._spoke is None or now - self._spoke < STALL:
            return False
        if self._until is None:
            self._until = now + LOOK_AROUND
        return now < self._until
