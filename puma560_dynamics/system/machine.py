"""This machine: its steady clock, its load, and the priority and memory of this process."""

from __future__ import annotations

import contextlib
import ctypes
import os
import time
from pathlib import Path

from ..errors import RunError

_SLEEP_COUNTS = getattr(time, "CLOCK_BOOTTIME", None)


def steady_time() -> float:
    """Return the time of a clock that is never set and never stops, s.

    CLOCK_MONOTONIC of Linux stands still while the machine sleeps: after a suspend of an hour a message of before
    would be milliseconds old. CLOCK_BOOTTIME goes on. Other systems have one steady clock only.
    """
    return time.monotonic() if _SLEEP_COUNTS is None else time.clock_gettime(_SLEEP_COUNTS)


def machine_load() -> tuple[float, int] | None:
    """Return the mean number of processes that ran or waited over the last minute, and the number of processors.

    Returns:
        `None` where the system does not report it.
    """
    try:
        return os.getloadavg()[0], os.cpu_count() or 1
    except (AttributeError, OSError):
        return None


def busy_sentence() -> str:
    """Return words to append to a sentence about lateness; empty unless processes wait for processors."""
    found = machine_load()
    if found is None or found[0] <= found[1]:
        return ""
    load, processors = found
    return f"; the machine is busy ({load:.1f} processes on {processors} processors over the last minute)"


NICENESS = 5
"""Ordinary processes have 0; the more, the later."""

_AUTOGROUP = Path("/proc/self/autogroup")


def step_back() -> None:
    """Lower this process's priority: on a busy machine the page waits, not the arm.

    Where Linux schedules session by session, niceness counts only inside a session; a process that
    leads another one, as the children of `puma560 run` do, lowers the session too.
    """
    os.nice(NICENESS)
    if os.getsid(0) == os.getpid():
        with contextlib.suppress(OSError):  # no Linux, or no such scheduling
            _AUTOGROUP.write_text(str(NICENESS), encoding="ascii")


HIGHEST = 98
"""Real-time priority; 99 belongs to threads of the kernel."""

_MCL_CURRENT, _MCL_FUTURE = 1, 2


def go_first(priority: int) -> None:
    """Schedule every thread of this process, those of the middleware too, before all ordinary ones (SCHED_FIFO).

    Threads that are started later inherit it.

    Args:
        priority: 1 to `HIGHEST`.

    Raises:
        RunError: the system does not allow it.
    """
    try:
        for thread in Path("/proc/self/task").iterdir():
            os.sched_setscheduler(int(thread.name), os.SCHED_FIFO, os.sched_param(priority))
    except (AttributeError, OSError) as error:
        raise RunError(
            f"realtime_priority {priority}: {error}; allow it with a line 'rtprio {HIGHEST}' for this user in "
            "/etc/security/limits.conf, or set 0"
        ) from None


def lock_memory() -> None:
    """Keep all memory of this process, present and future, from being swapped out (mlockall).

    Raises:
        RunError: the system does not allow it.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, "mlockall", lambda flags: -1)(_MCL_CURRENT | _MCL_FUTURE):
        raise RunError(
            f"lock_memory: {os.strerror(ctypes.get_errno()) or 'not available'}; allow it with a line 'memlock "
            "unlimited' for this user in /etc/security/limits.conf, or set false"
        )


def take_priority(priority: int, memory: bool) -> None:
    """Set real-time priority (0 for none) and lock memory, as requested.

    Raises:
        RunError: the system does not allow it.
    """
    if priority:
        go_first(priority)
    if memory:
        lock_memory()
