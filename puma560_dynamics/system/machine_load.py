"""How busy the machine is: a late message is often that of a process that waited for a processor."""

from __future__ import annotations

import os


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
    """Return what to append to a sentence about lateness; empty unless processes wait for processors."""
    found = machine_load()
    if found is None or found[0] <= found[1]:
        return ""
    load, processors = found
    return f"; the machine is busy ({load:.1f} processes on {processors} processors over the last minute)"
