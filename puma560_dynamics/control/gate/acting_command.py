"""The command that acts at the hardware, which is the last one sent by any process, and the repeated zero.

Commands are compared by the times at which they were sent, not received. One that is read late, after a pause of this
process, is no torque to begin from: others may have followed it that were lost. It still shows that another process
has commanded since.
"""

from __future__ import annotations

import math

from ...arrays import FloatArray
from .timing import Timing

CLOCK_SET_BACK_S = 0.5
"""Seconds that a fresh command may seem to be older than the last one: by more, the system clock was set back."""


class ActingCommand:
    """The last command on the topic.

    Attributes:
        torque: (n,) N·m; `None` where nothing was commanded yet, or where it is not known what acts.
        sent: system clock at which it was sent, s.
        own: whether this process sent it.
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
            Whether it is the last one: no other was sent after it.
        """
        if sent < self.sent and not (fresh and self.sent - sent > CLOCK_SET_BACK_S):
            return False
        self.torque, self.sent, self.own = torque if fresh else None, sent, False
        return True

    def note_pause(self) -> None:
        """Note that this process stood still: commands of others may have been replaced unseen, its own were not."""
        if not self.own:
            self.torque = None

    def note_missed_command(self) -> None:
        """Note that another process has commanded, and that its command was lost."""
        self.torque, self.own = None, False

    @property
    def acts(self) -> bool:
        """Return whether it is known that a torque other than zero acts."""
        return self.torque is not None and bool(self.torque.any())


class ZeroAgain:
    """Decides when a zero command is repeated, by the arrivals of joint states.

    Args:
        timing: time constants.
    """

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._seen = self._until = -math.inf

    def note_state(self, now: float) -> None:
        """Note that a joint state arrived at the steady time `now` (s)."""
        if now - self._seen >= self._timing.own_stall:
            self.repeat(now)
        self._seen = now

    def repeat(self, now: float) -> None:
        """Repeat zero from the steady time `now` (s) on, as after the end of a torque."""
        self._until = now + self._timing.repeat_zero

    def stop(self) -> None:
        """Repeat nothing: another process commands."""
        self._until = -math.inf

    def due(self, now: float) -> bool:
        """Return whether to send zero at the steady time `now` (s), if there is no other command."""
        return now < self._until
