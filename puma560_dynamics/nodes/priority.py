"""How a node that only looks on lets the others go first."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

NICENESS = 5
"""Ordinary processes have 0; the more, the later."""

_AUTOGROUP = Path("/proc/self/autogroup")


def step_back() -> None:
    """Lower this process's priority: on a busy machine the page waits, not the arm.

    Where Linux schedules session by session, niceness counts only inside a session; a process that
    leads one of its own, as the children of `puma560 run` do, lowers the session too.
    """
    os.nice(NICENESS)
    if os.getsid(0) == os.getpid():
        with contextlib.suppress(OSError):  # no Linux, or no such scheduling
            _AUTOGROUP.write_text(str(NICENESS), encoding="ascii")
