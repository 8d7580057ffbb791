"""Messages that wait a fixed time for those that belong to them; a reader that is too slow gets only the newest."""

from __future__ import annotations

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
        """Take an item that arrived at the time `now` (s, steady clock)."""
        self._items.append((now, item))

    def drop(self, now: float) -> None:
        """Drop and count all but the newest of those that are due at the time `now` (s): the reader has no time."""
        while len(self._items) > 1 and now - self._items[1][0] >= self.delay:
            self._items.popleft()
            self.skipped += 1

    def take(self, now: float) -> tuple[float, T] | None:
        """The next item that is due at the time `now` with its time of arrival; None if none is."""
        if not self._items or now - self._items[0][0] < self.delay:
            return None
        if now - self._items[0][0] > self.delay + self.patience:
            self.drop(now)
        return self._items.popleft()
