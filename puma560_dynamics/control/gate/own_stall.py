"""Whether this process stood still: then it must not continue an earlier torque.

While it stood still another process may have taken over. To write first and read later would be a jump for
the arm, so a process asks `stalled` directly before every command.
"""

from __future__ import annotations


class OwnStall:
    """Follows the commands of this process.

    Args:
        limit: s between two commands after which the process stood still.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._sent: float | None = None

    def forget(self) -> None:
        """No command is due."""
        self._sent = None

    def sent(self, now: float) -> None:
        """A command went out at the steady time `now` (s)."""
        self._sent = now

    def stalled(self, now: float) -> bool:
        """Whether the last command is too long ago at the steady time `now` (s)."""
        return self._sent is not None and now - self._sent >= self._limit
