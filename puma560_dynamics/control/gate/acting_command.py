"""The command that acts at the hardware: the one that was sent last, by any process; and the zero that is repeated.

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
        """This process sent a command (n,) N·m when the system clock was `sent` (s)."""
        self.torque, self.sent, self.own = torque, sent, True

    def note_other_command(self, sent: float, torque: FloatArray, fresh: bool) -> bool:
        """Another process sent a command.

        Args:
            sent: system clock when it was sent, s.
            torque: (n,) N·m.
            fresh: whether it says something about the present (`Pauses.refusal`).

        Returns:
            Whether it is the last one: no other was sent after it.
        """
        if sent < self.sent and not (fresh and self.sent - sent > CLOCK_SET_BACK_S):
            return False
        self.torque, self.sent, self.own = torque if fresh else None, sent, False
        return True

    def note_pause(self) -> None:
        """This process stood still: what others sent before may have been replaced; its own commands it would see."""
        if not self.own:
            self.torque = None

    def note_missed_command(self) -> None:
        """Another process has commanded since, which was not received."""
        self.torque, self.own = None, False

    @property
    def acts(self) -> bool:
        """Whether it is known that a torque other than zero acts."""
        return self.torque is not None and bool(self.torque.any())


class ZeroAgain:
    """Follows the arrivals of joint states.

    Args:
        timing: time constants.
    """

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._seen = self._until = -math.inf

    def note_state(self, now: float) -> None:
        """A joint state arrived at the steady time `now` (s)."""
        if now - self._seen >= self._timing.own_stall:
            self.repeat(now)
        self._seen = now

    def repeat(self, now: float) -> None:
        """Repeat zero from the steady time `now` (s) on, as after the end of a torque."""
        self._until = now + self._timing.repeat_zero

    def stop(self) -> None:
        """Another process commands: repeat nothing."""
        self._until = -math.inf

    def due(self, now: float) -> bool:
        """Whether zero is to be sent at the steady time `now` (s), if nothing else is."""
        return now < self._until
