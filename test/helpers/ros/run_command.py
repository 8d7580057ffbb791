"""`puma560 run` as a user starts it, and the processes that it leads to."""

from __future__ import annotations

import sys
from pathlib import Path

COMMAND = [sys.executable, "-m", "puma560_dynamics.cli", "run"]


def relatives(domain: int) -> list[int]:
    """Processes of this package that run in a ROS domain."""
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                command = (path / "cmdline").read_bytes().decode()
                environment = (path / "environ").read_bytes().decode()
            except (OSError, UnicodeDecodeError):
                continue
            mine = f"ROS_DOMAIN_ID={domain}\0" in environment or f"--domain\0{domain}\0" in command
            if "puma560_dynamics" in command and mine:
                found.append(int(path.name))
    return found
