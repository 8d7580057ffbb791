"""Wait for answers of a controller, for the first of several events, and only while the controller exists."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from rclpy.task import Future


class AnswerWaits:
    """Futures of a controller's answers, which are abandoned when the controller disappears or is too late.

    Args:
        is_there: returns whether the controller can still answer.
    """

    def __init__(self, is_there: Callable[[], bool]) -> None:
        self._is_there = is_there
        self._awaited: list[tuple[Future[Any], float]] = []

    async def outcome(self, future: Any, limit: float = math.inf) -> Any:
        """Return the result of `future`, or None if the controller disappears first, or after `limit` seconds."""
        outcome: Future[Any] = Future()

        def settle(done: Any) -> None:
            if not outcome.done():
                outcome.set_result(done.result())

        entry = (outcome, time.monotonic() + limit)
        self._awaited.append(entry)
        future.add_done_callback(settle)
        try:
            return await outcome
        finally:
            self._awaited.remove(entry)

    def watch(self) -> None:
        """Abandon the futures that can no longer be answered or are too late; call this periodically."""
        gone, now = not self._is_there(), time.monotonic()
        for future, deadline in self._awaited:
            if (gone or now > deadline) and not future.done():
                future.set_result(None)


class Flight:
    """A goal that the controller has accepted, with a future of its first event: its result, or another event.

    Args:
        handle: goal handle of the controller's client.
        late: receives a result that arrives after another event.
    """

    def __init__(self, handle: Any, late: Callable[[Any], None]) -> None:
        self.handle = handle
        self.result = handle.get_result_async()
        self._late = late
        self.follow(self.result)

    def follow(self, result: Any) -> None:
        """Wait for `result` from now on, with a new future `first`."""
        first: Future[Any] = Future()
        self.first = first

        def on_result(done: Any) -> None:
            if first.done():
                self._late(done.result())
            else:
                first.set_result(done.result())

        result.add_done_callback(on_result)

    def settle(self, event: Any) -> None:
        """Set an event other than the result; it has no effect unless it is the first event."""
        if not self.first.done():
            self.first.set_result(event)
