"""Run a compiler with a limit of processor time, which is independent of the load of the machine."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

SLOW_AFTER_S = 2.0
"""Time after which the user is informed that the compiler is running, s."""

MAX_WAITING_RATIO = 20.0
"""Maximum elapsed time as a multiple of the permitted processor time; a process that waits longer is killed."""

_LIMIT_SIGNALS = (-9, -24)
"""Exit codes of a process that the limit of processor time may have ended: SIGKILL, SIGXCPU."""

_KILLED, _FAILED = 0.5, 0.95
"""Fractions of the limit from which processor time explains that a process was killed, or that it failed because a
process that it started was killed. The kernel counts the limit in ticks, which on a busy machine may be far from the
time that it reports at the end."""

_LIMITED = 'ulimit -t "$1"; shift; exec "$@"'
"""Shell script that sets the limit and then executes the compiler, whose child processes inherit the limit."""


@dataclass(frozen=True)
class Outcome:
    """Result of running a compiler.

    Attributes:
        code: exit code; the negative signal number if a signal ended the process.
        messages: output on stdout and stderr.
        seconds: processor time of the process and its children, s; 0 if it was killed for waiting.
        exceeded: whether the process was ended by the limit of processor time.
        waited: whether the process was killed because its elapsed time exceeded `MAX_WAITING_RATIO`.
    """

    code: int
    messages: str
    seconds: float
    exceeded: bool = False
    waited: bool = False


def run_limited(
    command: Sequence[str], folder: Path, seconds: float, slow: Callable[[], None] = lambda: None
) -> Outcome:
    """Run a compiler, and kill all its child processes at the end.

    Args:
        command: program and arguments.
        folder: working directory.
        seconds: maximum processor time of each process, rounded up to whole seconds.
        slow: function that is called once if the compiler is still running after `SLOW_AFTER_S`.

    Raises:
        OSError: the program cannot be started, or no temporary file can be created.
    """
    limit = max(1, int(-(-seconds // 1)))
    with tempfile.TemporaryFile() as messages:
        process = subprocess.Popen(
            ["/bin/sh", "-c", _LIMITED, "sh", str(limit), *command],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=messages, stderr=messages, start_new_session=True,
        )  # fmt: skip
        code, spent, waited = None, 0.0, False
        try:
            code, spent = _watched(process, MAX_WAITING_RATIO * limit, slow)
            waited = code is None
        finally:
            with suppress(ProcessLookupError):  # child processes may outlive the compiler driver
                os.killpg(process.pid, signal.SIGKILL)
            if code is None:
                code = -signal.SIGKILL
                with suppress(ChildProcessError):  # already collected, if this was interrupted
                    os.wait4(process.pid, 0)
            process.returncode = code
        messages.seek(0)
        text = messages.read().decode(errors="replace")
    exceeded = not waited and spent >= (_KILLED if code in _LIMIT_SIGNALS else _FAILED) * limit and code != 0
    return Outcome(code, text, spent, exceeded, waited)


def _watched(process: subprocess.Popen[bytes], longest: float, slow: Callable[[], None]) -> tuple[int | None, float]:
    """Wait up to `longest` s; return exit code and processor time (s), or None and 0 if the process still runs."""
    begun, pause, informed = time.monotonic(), 0.002, False
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
        passed = time.monotonic() - begun
        if passed > longest:
            return None, 0.0
        if passed > SLOW_AFTER_S and not informed:
            informed = True
            slow()
        time.sleep(pause)
        pause = min(1.2 * pause, 0.05)
