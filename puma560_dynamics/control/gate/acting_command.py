"""Track the acting command, which is the last one that any process sent, and decide when to repeat a zero command.

Commands are ordered by the times at which they were sent, not received. A torque cannot begin from a command that is
read late, after a pause of this process, because later commands may have been lost. Such a command still shows that
another process has commanded.
"""

from __future__ import annotations

import math

from ...arrays import FloatArray
from .timing import Timing

CLOCK_SET_BACK_S = 0.5
"""Seconds that a fresh command may seem older than the last one; if more, the system clock was set back."""


class ActingCommand:
    """The last command on the topic.

    Attributes:
        torque: (n,) N·m; `None` before the first command, or if the acting torque is unknown.
        sent: system clock at which the command was sent, s.
        own: whether this process sent the command.
    """

    def __init__(self) -> None:
        self.torque: FloatArray | None = None
        self.sent, self.own = -math.inf, False

    def note_own_command(self, sent: float, torque: FloatArray) -> None:
        """Note that this process sent a command (n,) N·m when the system clock was `sent` (s)."""
        self.torque, self.sent, self.own = torque, sent, True

    def note_other_command(self, sent: float, torque: FloatArray, fresh: bool) -> bool:
        """Note that another process sent a command.

        Args:
            sent: system clock when it was sent, s.
            torque: (n,) N·m.
            fresh: whether it was sent a moment ago (`Pauses.refusal`).

        Returns:
            Whether it is the latest command.
        """
        if sent < self.sent and not (fresh and self.sent - sent > CLOCK_SET_BACK_S):
            return False
        self.torque, self.sent, self.own = torque if fresh else None, sent, False
        return True

    def note_pause(self) -> None:
        """Note that this process stood still: a command of another process may have been replaced meanwhile."""
        if not self.own:
            self.torque = None

    def note_missed_command(self) -> None:
        """Note that another process has commanded, and that its command was lost."""
        self.torque, self.own = None, False

    @property
    def acts(self) -> bool:
        """Return whether a nonzero torque is known to act."""
        return self.torque is not None and bool(self.torque.any())


class ZeroAgain:
    """Decides when to repeat a zero command: for a while after joint states return, or after `repeat`.

    A process that was late reads the topic first: another process may have begun a torque, which a zero would step.

    Args:
        timing: time constants.
    """

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._seen = self._until = self._called = self._reads_until = -math.inf

    def note_state(self, now: float) -> None:
        """Note that a joint state arrived at the steady time `now` (s)."""
        if now - self._seen >= self._timing.own_stall:
            self.repeat(now)
        self._seen = now

    def repeat(self, now: float) -> None:
        """Repeat zero for `Timing.repeat_zero` seconds from the steady time `now` (s)."""
        self._until = now + self._timing.repeat_zero

    def stop(self) -> None:
        """Stop repeating zero, because another process commands."""
        self._until = -math.inf

    def due(self, now: float) -> bool:
        """Return whether to send zero at the steady time `now` (s), if no other process commands; call every tick."""
        late, self._called = now - self._called > self._timing.late, now
        if late and now - self._reads_until > self._timing.look_around:  # not at every call if every call is late
            self._reads_until = now + self._timing.look_around
        return self._reads_until <= now < self._until
