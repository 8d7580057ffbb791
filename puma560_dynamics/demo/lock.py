"""One run a ROS domain: a second one is refused at once, instead of disturbing the first."""

from __future__ import annotations

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ..errors import RunError


@contextlib.contextmanager
def domain_lock(domain: int) -> Iterator[None]:
    """Hold ROS domain `domain` for a run of this user; the kernel lets go when the process ends.

    Raises:
        RunError: another run of this user has it.
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
