"""Change the law of a torque without a step: the difference at the change fades out over a given time."""

from __future__ import annotations

from collections.abc import Sequence


class ModeFade:
    """Adds to a torque the difference from the torque before a change, which fades to zero.

    Args:
        time: time of the fade, s.
        ramp: fastest change of the difference, n N·m/s; `None` for no limit.
        longest: longest time between two states that counts, s.
    """

    def __init__(self, time: float, ramp: Sequence[float] | None, longest: float) -> None:
        self._time, self._ramp, self._longest = time, ramp, longest
        self.forget()

    def forget(self) -> None:
        """Complete a fade at once: the torque of earlier states does not matter any more."""
        self._last: list[float] | None = None
        self._begins = False
        self._offset: list[float] = []
        self._share = 1.0

    def begin(self) -> None:
        """Fade from the torque of the last state to that of the next states, which follow another law."""
        self._begins = self._last is not None

    @property
    def fading(self) -> bool:
        """Return whether a fade is not complete."""
        return self._begins or self._share < 1.0

    def apply(self, torque: list[float], dt: float) -> list[float]:
        """Return the torque to use.

        Args:
            torque: n torques by the present law, N·m.
            dt: time since the last state, s.
        """
        if self._begins:
            last = torque if self._last is None else self._last
            self._offset = [old - new for old, new in zip(last, torque, strict=True)]
            self._begins, self._share = False, 0.0
        elif self._share < 1.0:
            whole = self._time
            if self._ramp is not None:
                whole = max(whole, *(abs(size) / most for size, most in zip(self._offset, self._ramp, strict=True)))
            step = min(dt, self._longest)
            self._share = min(1.0, self._share + step / whole) if whole > step else 1.0
        if self._share < 1.0:
            left = 1.0 - self._share
            torque = [new + left * size for new, size in zip(torque, self._offset, strict=True)]
        self._last = torque
        return torque
