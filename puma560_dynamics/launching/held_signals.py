"""Block signals while a Python process starts, until the process can handle them.

Ctrl-C reaches every process of a launch. A process with an interpreter that is just starting would print a traceback:
Python handles SIGINT long before the first line of a node runs. So nodes are started with these signals blocked, and
`nodes.start` unblocks them once its handlers are installed.

``env --block-signal=… python3 -m puma560_dynamics.launching.held_signals SCRIPT ARGUMENTS`` does the same for scripts
of other packages, such as the spawners of ros2_control, which take a second to import.
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
"""Command that blocks the signals and then runs the command that follows; needs GNU coreutils 8.31 or newer."""

QUIET_START = "puma560_dynamics.launching.held_signals"
"""Name of this module for ``python3 -m``."""


@cache
def prefix() -> str:
    """Return the prefix of a node's command; empty if this machine's `env` cannot block signals."""
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
    """Run the script that the command line names, after the signal handlers are installed."""
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
    """End with the exit code that shells use for a signal, because the script has not finished."""
    os._exit(128 + number)


if __name__ == "__main__":
    main()
