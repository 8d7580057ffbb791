"""Brings a moving arm to rest after what it followed has gone, before the torque of its pose alone is left.

A controller in a chain sees that the one before it has gone, never why. Gravity compensation alone would let the arm
coast.
"""

from __future__ import annotations

from collections.abc import Sequence

SLOW, FRACTION = 0.01, 0.005
"""A joint is at rest below the larger of `SLOW` (rad/s, m/s) and this fraction of its velocity limit."""

REST_TIME = 0.5
"""Seconds for which all joints have to be at rest."""


class Settling:
    """Decides for how long a moving arm is braked.

    Args:
        velocity: (n,) rad/s, velocity limits.
    """

    def __init__(self, velocity: Sequence[float]) -> None:
        self._slow = [max(SLOW, FRACTION * limit) for limit in velocity]
        self._active = False
        self._moved: float | None = None

    @property
    def active(self) -> bool:
        """Whether the arm is being braked."""
        return self._active

    def begin(self) -> None:
        """Brake from the next state on."""
        self._active, self._moved = True, None

    def end(self) -> None:
        """Brake no more: the arm is led again."""
        self._active = False

    def brakes(self, now: float, velocity: Sequence[float]) -> bool:
        """Return whether the arm is braked at a state.

        Args:
            now: steady time, s.
            velocity: (n,) rad/s.
        """
        if not self._active:
            return False
        moves = any(abs(speed) > slow for speed, slow in zip(velocity, self._slow, strict=True))
        if moves or self._moved is None:
            self._moved = now
        self._active = now - self._moved < REST_TIME
        return self._active
