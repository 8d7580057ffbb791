"""Fast DDS's files of processes that were killed: a node in the same domain may then find no other.

A process that ends removes what it has in /dev/shm; one that was killed leaves it. A port belongs to a domain, but for
those of endpoints, from 7000 on. One that was killed while it made a port leaves a file of no size, which every later
process that opens this port waits for without an end. Of each port and segment that is in use its process holds a lock
(``_el``). ``fastdds shm clean`` takes the ports of every domain, those of other tests' nodes that just start too, and
0.15 s of processor time for each test.
"""

from __future__ import annotations

import contextlib
import fcntl
import re
import time
from pathlib import Path

FOLDER = Path("/dev/shm")
PORTS = 250
"""Numbers of ports of a domain, from 7400 (OMG DDSI-RTPS 2.5, 9.6.2.3)."""
ENDPOINTS = range(7000, 7400)
"""Ports of endpoints, in whatever domain."""
NEW = 10.0
"""Seconds in which a segment, or a port of an endpoint, may have no lock yet."""


def remove_dead(domain: int, folder: Path = FOLDER) -> None:
    """Remove ports of a domain, and segments of any, that no process holds."""
    first = 7400 + PORTS * domain
    for path in folder.glob("fast*"):
        port = re.fullmatch(r"fast(?:dds|rtps)_port(\d+)", path.name)
        segment = re.fullmatch(r"fast(?:dds|rtps)_[0-9a-f]{16}", path.name)
        if port and first <= int(port[1]) < first + PORTS:
            gone = not _held(path)
        else:
            shared = segment is not None or (port is not None and int(port[1]) in ENDPOINTS)
            gone = shared and not _young(path) and not _held(path)
        if gone:
            for each in (path, path.with_name(f"{path.name}_el"), path.with_name(f"sem.{path.name}_mutex")):
                with contextlib.suppress(OSError):
                    each.unlink()


def _held(path: Path) -> bool:
    """Whether a process holds the lock of a port or segment."""
    try:
        with path.with_name(f"{path.name}_el").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _young(path: Path) -> bool:
    try:
        return time.time() - path.stat().st_mtime < NEW
    except OSError:
        return True
