"""How long joint states have been good: when the last one was measured, and since when none was late or in doubt."""

from __future__ import annotations


class GoodStates:
    """Times of usable joint states, by the steady clock of the caller.

    Args:
        timeout: age from which the last state no longer gives the pose of the arm, s.
    """

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._last = self._since = 0.0
        self.trusted = False
        """Whether states may be used at all; `doubt` ends it until the next `start`."""

    def start(self, now: float) -> None:
        """Trust states again, as if the last one had come at `now` (s)."""
        self.trusted = True
        self._last = self._since = now

    def doubt(self) -> None:
        """The states themselves are in doubt: use none of them any more."""
        self.trusted = False

    def add(self, now: float, age: float) -> None:
        """Take a state at `now` (s) that was measured `age` s before; after a gap they are good only since now."""
        if now - age - self._last > self._timeout:
            self._since = now
        if self.trusted:
            self._last = now - age

    def interrupt(self, now: float) -> None:
        """Something is wrong at `now` (s): they are good again at the earliest from here on."""
        self._since = now

    def silent(self, now: float) -> bool:
        """Whether the last one is too old at `now` (s)."""
        return now - self._last > self._timeout

    def fresh(self, now: float) -> bool:
        """Whether the last one says at `now` (s) where the arm is."""
        return self.trusted and not self.silent(now)

    def good_for(self, now: float) -> float:
        """Seconds for which they have been good without interruption at `now` (s)."""
        return now - self._since
