"""Signals that come while a Python process starts are held until it answers them.

Ctrl-C reaches every process of a launch. One whose interpreter is just starting would print a traceback: Python answers
SIGINT long before the first line of a node. So nodes are started with these signals blocked, which `nodes.start`
unblocks as soon as it can answer; for scripts of other packages `quiet_start` does.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from functools import cache

SIGNALS = ("INT", "TERM", "HUP", "QUIT")

COMMAND = ("env", f"--block-signal={','.join(SIGNALS)}")
"""Of GNU coreutils 8.31 or newer; it replaces itself by the command that follows."""


@cache
def prefix() -> str:
    """What stands before the command of a node; empty where this machine's `env` cannot block signals."""
    try:
        subprocess.run([*COMMAND, "true"], check=True, capture_output=True, timeout=5.0)
    except (OSError, subprocess.SubprocessError):
        return ""
    return " ".join(COMMAND)


def quietly() -> str:
    """The same for a Python script of another package, which does not unblock signals itself."""
    before = prefix()
    return f"{before} {shlex.quote(sys.executable)} -m {QUIET_START}" if before else ""


QUIET_START = "puma560_dynamics.launching.quiet_start"
