"""The steady clock of the torque path: it counts the time in which the machine slept, too."""

from __future__ import annotations

import time

_SLEEP_COUNTS = getattr(time, "CLOCK_BOOTTIME", None)


def steady_time() -> float:
    """Return the time of a clock that is never set and never stops, s.

    CLOCK_MONOTONIC of Linux stands still while the machine sleeps: after a suspend of an hour a message of before
    would be milliseconds old. CLOCK_BOOTTIME goes on. Other systems have one steady clock only.
    """
    return time.monotonic() if _SLEEP_COUNTS is None else time.clock_gettime(_SLEEP_COUNTS)
