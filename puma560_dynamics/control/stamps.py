"""Whether the stamp of a joint state makes sense: in order, and near the clock."""

from __future__ import annotations

from ..errors import MessageError

RESTART = 0.5
"""Seconds without an accepted stamp after which earlier stamps are taken as a restarted clock."""


class StampCheck:
    """Follows the stamps of one topic.

    Args:
        tolerance: s that a stamp may differ from the clock; 0 turns that check off.
    """

    def __init__(self, tolerance: float = 1.0) -> None:
        self.tolerance = tolerance
        self._last: float | None = None
        self._accepted = 0.0

    def check(self, stamp: float, clock: float, now: float) -> float:
        """Accept a stamp.

        Args:
            stamp: s, of the message; 0 if it has none, which is accepted.
            clock: s, present time of the clock that the stamps are of; 0 if it has not started.
            now: steady time, s.

        Returns:
            Seconds since the last accepted message, by stamps where there are any, else by the
            steady clock; 0 for the first.

        Raises:
            MessageError: too old, from the future, a duplicate, or out of order.
        """
        if self.tolerance > 0.0 and stamp > 0.0 and clock > 0.0 and abs(clock - stamp) > self.tolerance:
            side = "past" if clock > stamp else "future"
            raise MessageError(
                f"stamp is {abs(clock - stamp):.3g} s in the {side}; expected at most {self.tolerance:g} s off; "
                "synchronise the clocks, or set use_sim_time for a simulated one"
            )
        last, accepted = self._last, self._accepted
        if last is not None and 0.0 < stamp == last:
            raise MessageError("stamp stands twice, or the clock stands still; the message is not used")
        if last is not None and 0.0 < stamp < last and now - accepted < RESTART:
            raise MessageError(f"stamp is {last - stamp:.3g} s before the last one; the message is not used")
        self._last, self._accepted = stamp, now
        if last is None:
            return 0.0
        return stamp - last if 0.0 < last < stamp else now - accepted
