"""Signals that must not interrupt a critical section."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType


@contextlib.contextmanager
def signals_deferred() -> Iterator[None]:
    """SIGINT and SIGTERM that come inside take effect at the end (in the main thread, where they come).

    A child is not started and forgotten, and compiled code does not turn the signal's exception into
    another error.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    caught: list[int] = []

    def keep(number: int, frame: FrameType | None) -> None:
        caught.append(number)

    before = {number: signal.signal(number, keep) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for late in dict.fromkeys(caught):
            signal.raise_signal(late)
