"""Match messages of different topics by time: a delay queue, and the time at which a value changed."""

from __future__ import annotations

import math
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class DelayQueue(Generic[T]):
    """Queue that returns items in order after `delay` seconds, or only the newest if the reader is too slow.

    The delay gives related messages of other topics (a payload, a measured effort) time to arrive. If an
    item waited `patience` seconds longer than `delay`, the reader is too slow: then all items that are due,
    except the newest, are dropped and counted.

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
        """Drop and count all items that are due at the time `now` (s), except the newest: the reader is too slow."""
        while len(self._items) > 1 and now - self._items[1][0] >= self.delay:
            self._items.popleft()
            self.skipped += 1

    def take(self, now: float) -> tuple[float, T] | None:
        """Return the next item that is due at the time `now`, with its time of arrival; None if no item is due."""
        if not self._items or now - self._items[0][0] < self.delay:
            return None
        if now - self._items[0][0] > self.delay + self.patience:
            self.drop(now)
        return self._items.popleft()


class ChangeTimes:
    """Time of the last change of a value such as a payload: by its stamp, and by its arrival.

    Messages of two topics may arrive in any order, so that neither time alone shows with which value a torque was
    computed. All times are in seconds; stamps use the publishers' clock, arrivals a steady clock.

    Args:
        guard: seconds before and after the change in which a torque may belong to either value.
    """

    def __init__(self, guard: float) -> None:
        self._guard = guard
        self._stamp = self._arrival = -math.inf

    def changed(self, stamp: float, arrival: float) -> None:
        """Note that the value changed. A stamp of zero means no stamp: then only the arrival is compared."""
        self._stamp, self._arrival = stamp or math.inf, arrival

    def near(self, stamp: float, arrival: float) -> bool:
        """Return whether a torque with this stamp and arrival may belong to either value."""
        return min(abs(stamp - self._stamp), abs(arrival - self._arrival)) < self._guard

    def before(self, stamp: float, arrival: float) -> bool:
        """Return whether a torque is older than the change by both its stamp and its arrival."""
        return arrival < self._arrival and stamp < self._stamp
