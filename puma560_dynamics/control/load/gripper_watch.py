"""Tell from a joint of a gripper if it holds something; short changes are ignored."""

from __future__ import annotations

import math

HELD = 0.2
"""Time for which the gripper must be within its range, or outside of it, s."""


class GripperWatch:
    """Watches the position of a gripper's joint.

    Args:
        low, high: range of positions in which the gripper holds something.

    Attributes:
        holds: whether the gripper holds something; `None` before its state is known.
    """

    def __init__(self, low: float, high: float) -> None:
        self._low, self._high = low, high
        self.holds: bool | None = None
        self._candidate: bool | None = None
        self._since = math.nan

    def update(self, time: float, position: float) -> bool | None:
        """Add a position.

        Args:
            time: s.
            position: rad or m; not finite if it is unknown, which changes nothing.

        Returns:
            True or False when something was gripped or released; `None` otherwise.
        """
        if not math.isfinite(position):
            return None
        inside = self._low <= position <= self._high
        if inside is not self._candidate or time < self._since:
            self._candidate, self._since = inside, time
        if time - self._since < HELD or inside is self.holds:
            return None
        first, self.holds = self.holds is None, inside
        return None if first and not inside else inside
