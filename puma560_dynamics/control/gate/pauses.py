"""Detects that this process was stopped, and rejects messages that were sent before it continued.

A process that was stopped (a signal, a debugger, a paused container, a machine that slept) finds old messages in its
queues, often only the oldest ones. They do not describe the present. So a message is used only if it was sent after
this process continued, and not too long ago.
"""

from __future__ import annotations

import math

from .state_check import MAX_FUTURE_S


class Pauses:
    """Detects pauses of this process, and rejects messages by the time at which they were sent.

    Args:
        limit: time without a call of `note_running` that counts as a pause, s; also the largest age of a message.
        offset_limit: largest difference between the system clocks of sender and receiver, s.

    Attributes:
        count: number of pauses so far.
        longest: duration of the longest pause, s.
    """

    def __init__(self, limit: float, offset_limit: float = 0.0) -> None:
        self.limit, self.offset_limit = limit, offset_limit
        self.count, self.longest = 0, 0.0
        self._seen: float | None = None
        self._resumed = self._resumed_clock = -math.inf

    def note_running(self, now: float, clock: float) -> bool:
        """Note that this process runs; call it at every event.

        Args:
            now: steady time that includes sleep of the machine, s.
            clock: system clock, s.

        Returns:
            Whether the process stood still since the last call.
        """
        gap = 0.0 if self._seen is None else now - self._seen
        self._seen = now
        if gap < self.limit:
            return False
        self.count, self.longest = self.count + 1, max(self.longest, gap)
        self._resumed, self._resumed_clock = now, clock
        return True

    def restart(self) -> None:
        """Do not count the time since the last call as a pause, because this process was busy and read its queues."""
        self._seen = None

    def awake(self, now: float) -> float:
        """Return seconds since the end of the last pause at the steady time `now` (s); infinite if there was none."""
        return now - self._resumed

    def usable(self, clock: float) -> tuple[float, float]:
        """Return bounds on the sending time (s) of usable messages at the system clock `clock` (s).

        Messages sent strictly between the bounds are usable; `refusal` decides about all others.
        """
        oldest = max(self._resumed_clock + self.offset_limit, clock - self.limit - self.offset_limit)
        return oldest, clock + MAX_FUTURE_S + self.offset_limit

    def refusal(self, sent: float, clock: float) -> str | None:
        """Return the reason, a sentence, not to use a message; `None` if it may be used.

        Args:
            sent: system clock of the sender when it wrote the message, s.
            clock: system clock of this process, s.
        """
        if sent - self.offset_limit <= self._resumed_clock:
            return "it was sent before this process, which stood still, went on; it is not used"
        age = clock - sent
        if age > self.limit + self.offset_limit:
            return f"it was sent {age:.3g} s ago; expected at most {self.limit + self.offset_limit:g} s, it is not used"
        if age < -(MAX_FUTURE_S + self.offset_limit):
            return (
                f"it was sent {-age:.3g} s in the future; expected at most {MAX_FUTURE_S + self.offset_limit:g} s, it "
                "is not used; synchronise the clocks of both computers"
            )
        return None
