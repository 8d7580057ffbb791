"""Whether the stamp of a message makes sense: in order, and young enough by the clock."""

from __future__ import annotations

import math

from ...errors import MessageError, StateError
from .timing import PERIOD

FUTURE = 2.0 * PERIOD
"""Seconds that a stamp may be ahead of the clock: a simulated clock is published in steps."""

SAME = 5e-10
"""Seconds between two stamps from which they differ: stamps count nanoseconds."""

LONGEST_OFFSET = 10.0
"""Seconds that two clocks may be said to differ by at most."""


class StampCheck:
    """Follows the stamps of one topic.

    A message is fresh if its age by stamp is at most `timeout`, and it is no more than `FUTURE` ahead.

    Args:
        timeout: s.
        offset_limit: s by which the clock of the stamps and ours may differ: a message that is older than it
            claims by up to this is accepted as well.

    Raises:
        StateError: a time-out that is not positive, or an offset outside of 0 to `LONGEST_OFFSET`.
    """

    def __init__(self, timeout: float = 0.1, offset_limit: float = 0.0) -> None:
        if not 0.0 < timeout < math.inf:
            raise StateError(f"time-out of stamps: expected a positive number of seconds, got {timeout}")
        if not 0.0 <= offset_limit <= LONGEST_OFFSET:
            raise StateError(f"clock_offset_limit: expected 0 to {LONGEST_OFFSET:g} s, got {offset_limit}")
        self.timeout, self.offset_limit = timeout, offset_limit
        self.forget()

    def forget(self) -> None:
        """Take the next stamp as the first one."""
        self._last: float | None = None
        self._accepted = -math.inf
        self.age = 0.0

    def check(self, stamp: float, clock: float, now: float) -> float:
        """Accept a stamp.

        Args:
            stamp: s, of the message.
            clock: s, present time of the clock that the stamps are of.
            now: steady time, s.

        Returns:
            Seconds since the last accepted message, by stamps; 0 for the first. `age` is then the age of this
            one, s, of which `offset_limit` is excused.

        Raises:
            MessageError: no stamp or no clock, too old, from the future, a duplicate, or out of order.
        """
        if not clock > 0.0:
            raise MessageError("the clock has not started, the message is not used; publish /clock or set use_sim_time")
        if not stamp > 0.0:
            raise MessageError("stamp is zero, the message is not used; expected the time of the measurement")
        age = clock - stamp
        side, limit = ("past", self.timeout) if age > 0.0 else ("future", FUTURE)
        allowed = limit + self.offset_limit
        if not abs(age) <= allowed:
            raise MessageError(
                f"stamp is {abs(age):.3g} s in the {side}; expected at most {allowed:g} s; synchronise the clocks, "
                "or set use_sim_time for a simulated one"
            )
        last = self._last
        # After a silence that is a fault anyway, an earlier stamp is that of a clock that was started again.
        restarted = now - self._accepted > self.timeout
        if last is not None and abs(stamp - last) < SAME:
            raise MessageError("stamp is that of the last message, or the clock stands still; the message is not used")
        if last is not None and stamp < last and not restarted:
            raise MessageError(f"stamp is {last - stamp:.3g} s before the last one; the message is not used")
        elapsed = 0.0 if last is None else stamp - last if stamp > last else now - self._accepted
        self._last, self._accepted = stamp, now
        self.age = max(age - self.offset_limit, 0.0)
        return elapsed
