"""Runs a Python script of another package so that a signal ends it without a traceback, whenever it comes.

``env --block-signal=… python3 -m puma560_dynamics.launching.quiet_start SCRIPT ARGUMENTS``, for the spawners of
ros2_control: their imports take a second, and Ctrl-C on a launch may come during them.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
from pathlib import Path
from types import FrameType

NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""All that `held_signals` blocks."""


def main() -> None:
    """Run the script that the command line names."""
    script, *arguments = sys.argv[1:]
    for number in NUMBERS:
        signal.signal(number, _end)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, NUMBERS)
    with Path(script).open("rb") as file:
        is_python = b"python" in file.readline(200)
    if not is_python:
        for number in NUMBERS:
            signal.signal(number, signal.SIG_DFL)
        os.execv(script, [script, *arguments])
    sys.argv = [script, *arguments]
    runpy.run_path(script, run_name="__main__")


def _end(number: int, frame: FrameType | None) -> None:
    """As a shell says that a signal ended a process: what it was started for was not done."""
    os._exit(128 + number)


if __name__ == "__main__":
    main()
