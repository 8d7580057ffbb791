"""Resources that a run shares with other programs of the machine: ROS domain and processors (Linux)."""

from __future__ import annotations

import contextlib
import fcntl
import math
import os
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..errors import RunError


@contextlib.contextmanager
def domain_lock(domain: int) -> Iterator[None]:
    """Lock ROS domain `domain` for a run of this user; the lock ends with the process.

    Raises:
        RunError: another run of this user has locked the domain.
    """
    path = Path(tempfile.gettempdir()) / f"puma560_run_{os.getuid()}_{domain}.lock"
    with path.open("w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise RunError(
                f"another `puma560 run` uses ROS domain {domain}; wait until it ends, or choose another with --domain"
            ) from None
        yield


BUSY = 0.3
"""Cores used by other programs above which measured rates and latencies are inconclusive."""

_TICK = os.sysconf("SC_CLK_TCK")


def busy_seconds(stat: str) -> float:
    """Return the processor seconds that the machine used, including other virtual machines, from ``/proc/stat``."""
    user, nice, system, _idle, _wait, *rest = (int(word) for word in stat.split("\n", 1)[0].split()[1:9])
    return (user + nice + system + sum(rest)) / _TICK


def process_seconds(stat: str) -> float:
    """Return the processor seconds used by a process, from its ``/proc/PID/stat``."""
    fields = stat.rpartition(")")[2].split()  # the name may contain spaces
    return (int(fields[11]) + int(fields[12])) / _TICK


class OtherPrograms:
    """Measures the cores that other programs use from now on.

    Args:
        ours: identifiers of processes that are excluded, in addition to this process.
    """

    def __init__(self, ours: Iterable[int]) -> None:
        self._ours = (os.getpid(), *ours)
        self._before = self._now()

    def cores(self) -> float:
        """Return the mean number of cores that they have used since the start; NaN if unknown."""
        before, now = self._before, self._now()
        if before is None or now is None or now[0] <= before[0]:
            return math.nan
        elapsed, busy, ours = (b - a for a, b in zip(before, now, strict=True))
        return max(busy - ours, 0.0) / elapsed

    def _now(self) -> tuple[float, float, float] | None:
        try:
            busy = busy_seconds(Path("/proc/stat").read_text(encoding="ascii"))
            ours = sum(process_seconds(Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")) for pid in self._ours)
        except (OSError, ValueError, IndexError):
            return None
        return time.monotonic(), busy, ours
