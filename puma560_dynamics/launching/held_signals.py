"""Signals that come while a Python process starts are held until it answers them.

Ctrl-C reaches every process of a launch. One whose interpreter is just starting would print a traceback: Python answers
SIGINT long before the first line of a node. So nodes are started with these signals blocked, which `nodes.start`
unblocks as soon as it can answer.

``env --block-signal=… python3 -m puma560_dynamics.launching.held_signals SCRIPT ARGUMENTS`` does the same for scripts
of other packages, as the spawners of ros2_control, whose imports take a second.
"""

from __future__ import annotations

import os
import runpy
import shlex
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Signals that are blocked while a process starts."""

COMMAND = ("env", f"--block-signal={','.join(number.name.removeprefix('SIG') for number in SIGNALS)}")
"""GNU coreutils 8.31 or newer; it replaces itself by the command that follows."""

QUIET_START = "puma560_dynamics.launching.held_signals"
"""This module, as ``python3 -m`` runs it."""


@cache
def prefix() -> str:
    """Return the prefix of a node's command; empty where this machine's `env` cannot block signals."""
    try:
        subprocess.run([*COMMAND, "true"], check=True, capture_output=True, timeout=5.0)
    except (OSError, subprocess.SubprocessError):
        return ""
    return " ".join(COMMAND)


def quietly() -> str:
    """Return the prefix for a Python script of another package, which does not unblock signals itself."""
    before = prefix()
    return f"{before} {shlex.quote(sys.executable)} -m {QUIET_START}" if before else ""


def main() -> None:
    """Run the script that the command line names."""
    script, *arguments = sys.argv[1:]
    for number in SIGNALS:
        signal.signal(number, _end)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    with Path(script).open("rb") as file:
        is_python = b"python" in file.readline(200)
    if not is_python:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        os.execv(script, [script, *arguments])
    sys.argv = [script, *arguments]
    runpy.run_path(script, run_name="__main__")


def _end(number: int, frame: FrameType | None) -> None:
    """End with the code by which a shell reports a signal: the script has not done its work."""
    os._exit(128 + number)


if __name__ == "__main__":
    main()
