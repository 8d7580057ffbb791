"""Match messages of different topics by time: queues that wait, and the time at which a value changed."""

from __future__ import annotations

import math
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class DelayQueue(Generic[T]):
    """Holds items for `delay` seconds; gives them out in order, or only the newest when it is behind.

    What belongs to an item but comes over another topic (a payload, a measured effort) has arrived by
    the time the item is given out. An item that waited `patience` seconds longer than it had to
    shows that the reader is too slow: then all that are due but the newest are dropped and counted.

    Args:
        delay: seconds that each item waits.
        patience: seconds beyond `delay` before items are dropped.
    """

    def __init__(self, delay: float, patience: float) -> None:
        self.delay = delay
        self.patience = patience
        self.skipped = 0
        self._items: deque[tuple[float, T]] = deque()

    def __len__(self) -> int:
        return len(self._items)

    def add(self, now: float, item: T) -> None:
        """Add an item that arrived at the steady time `now` (s)."""
        self._items.append((now, item))

    def drop(self, now: float) -> None:
        """Drop and count all but the newest of those that are due at the time `now` (s): the reader has no time."""
        while len(self._items) > 1 and now - self._items[1][0] >= self.delay:
            self._items.popleft()
            self.skipped += 1

    def take(self, now: float) -> tuple[float, T] | None:
        """Return the next item that is due at the time `now` with its time of arrival; None if none is."""
        if not self._items or now - self._items[0][0] < self.delay:
            return None
        if now - self._items[0][0] > self.delay + self.patience:
            self.drop(now)
        return self._items.popleft()


class ChangeTimes:
    """Time of the last change of a value such as a payload: by its stamp, and by its arrival.

    Two topics keep no order, so that neither time alone shows with which value a torque was computed. All times are in
    seconds; stamps are of the publishers' clock, arrivals of a steady one.

    Args:
        guard: seconds on both sides of the change in which a torque may be of either value.
    """

    def __init__(self, guard: float) -> None:
        self._guard = guard
        self._stamp = self._arrival = -math.inf

    def changed(self, stamp: float, arrival: float) -> None:
        """Note that the value changed; a stamp of zero is none, and the time of arrival must do."""
        self._stamp, self._arrival = stamp or math.inf, arrival

    def near(self, stamp: float, arrival: float) -> bool:
        """Return whether a torque with this stamp and arrival may be of either value."""
        return min(abs(stamp - self._stamp), abs(arrival - self._arrival)) < self._guard

    def before(self, stamp: float, arrival: float) -> bool:
        """Return whether a torque, `near` the change or not, is of the value before it."""
        return arrival < self._arrival and stamp < self._stamp
