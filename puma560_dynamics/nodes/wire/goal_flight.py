"""Waiting for a controller: for the first of several events, and only while the controller exists."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from rclpy.task import Future


class AnswerWaits:
    """Futures of a controller's answers, given up when it goes away or is too late.

    Args:
        is_there: whether the controller can still answer.
    """

    def __init__(self, is_there: Callable[[], bool]) -> None:
        self._is_there = is_there
        self._awaited: list[tuple[Future[Any], float]] = []

    async def outcome(self, future: Any, limit: float = math.inf) -> Any:
        """Return what `future` brings, or None when the controller goes away before, or after `limit` seconds."""
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
        """Give up what is to be given up; to be called now and then."""
        gone, now = not self._is_there(), time.monotonic()
        for future, deadline in self._awaited:
            if (gone or now > deadline) and not future.done():
                future.set_result(None)


class Flight:
    """A goal that the controller has accepted, and what comes first: its result, or something else.

    Args:
        handle: the goal as the controller's client has it.
        late: called with a result that comes after something else.
    """

    def __init__(self, handle: Any, late: Callable[[Any], None]) -> None:
        self.handle = handle
        self.result = handle.get_result_async()
        self._late = late
        self.follow(self.result)

    def follow(self, result: Any) -> None:
        """Wait for this result from now on; `first` is another future from now on."""
        first: Future[Any] = Future()
        self.first = first

        def on_result(done: Any) -> None:
            if first.done():
                self._late(done.result())
            else:
                first.set_result(done.result())

        result.add_done_callback(on_result)

    def settle(self, event: Any) -> None:
        """Something other than the result; without effect where it is not the first."""
        if not self.first.done():
            self.first.set_result(event)
