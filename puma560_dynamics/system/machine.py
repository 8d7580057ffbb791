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

    CLOCK_MONOTONIC of Linux stands still while the machine sleeps: after an hour of sleep, an older message would
    seem to be milliseconds old. CLOCK_BOOTTIME continues during sleep. Other systems have only one steady clock.
    """
    return time.monotonic() if _SLEEP_COUNTS is None else time.clock_gettime(_SLEEP_COUNTS)


def machine_load() -> tuple[float, int] | None:
    """Return the mean number of processes that ran or waited over the last minute, and the number of processors.

    Returns:
        Both numbers; `None` if the system does not report the load.
    """
    try:
        return os.getloadavg()[0], os.cpu_count() or 1
    except (AttributeError, OSError):
        return None


def busy_sentence() -> str:
    """Return text to append to a sentence about lateness; empty unless processes wait for processors."""
    found = machine_load()
    if found is None or found[0] <= found[1]:
        return ""
    load, processors = found
    return f"; the machine is busy ({load:.1f} processes on {processors} processors over the last minute)"


NICENESS = 5
"""Niceness of a process with lower priority; ordinary processes have 0."""

_AUTOGROUP = Path("/proc/self/autogroup")


def step_back() -> None:
    """Lower this process's priority, so that on a busy machine the page waits, not the arm.

    If Linux schedules by session, niceness counts only inside a session. A process that leads a session, like the
    children of `puma560 run`, therefore also lowers the priority of its session.
    """
    os.nice(NICENESS)
    if os.getsid(0) == os.getpid():
        with contextlib.suppress(OSError):  # not Linux, or no scheduling by session
            _AUTOGROUP.write_text(str(NICENESS), encoding="ascii")


HIGHEST = 98
"""Highest accepted real-time priority; 99 is reserved for threads of the kernel."""

_MCL_CURRENT, _MCL_FUTURE = 1, 2


def go_first(priority: int) -> None:
    """Schedule all threads of this process, including the middleware's, before ordinary processes (SCHED_FIFO).

    Threads that are started later inherit the priority.

    Args:
        priority: real-time priority, 1 to `HIGHEST`.

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
