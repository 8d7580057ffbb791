"""Runs a compiler as a process with limited processor time, which does not depend on how busy the machine is."""

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
"""Seconds after which a person is informed what takes so long."""

MAX_WAITING_RATIO = 20.0
"""Elapsed time, as a multiple of the processor time that is allowed, after which a process that waits is ended."""

_LIMIT_SIGNALS = (-9, -24)
"""Exit codes of a process that the limit of processor time may have ended: SIGKILL, SIGXCPU."""

_KILLED, _FAILED = 0.5, 0.95
"""Fractions of the limit from which processor time explains that a process was killed, or that it failed because a
process that it started was killed. The kernel counts the limit in ticks, which on a busy machine may be far from the
time that it reports at the end."""

_LIMITED = 'ulimit -t "$1"; shift; exec "$@"'
"""Script of a shell: the limit is set before the compiler begins, and its own processes inherit it."""


@dataclass(frozen=True)
class Outcome:
    """Result of running a compiler.

    Attributes:
        code: exit code; negative for the number of the signal that ended it.
        messages: what it wrote, on both streams.
        seconds: processor time, its own and that of the processes that it started; 0 if it was ended.
        exceeded: whether the limit of processor time ended it.
        waited: whether it was ended because it waited for longer than `MAX_WAITING_RATIO`.
    """

    code: int
    messages: str
    seconds: float
    exceeded: bool = False
    waited: bool = False


def run_limited(
    command: Sequence[str], folder: Path, seconds: float, slow: Callable[[], None] = lambda: None
) -> Outcome:
    """Run a compiler, and end all processes that it started.

    Args:
        command: program and arguments.
        folder: in which it runs.
        seconds: processor time that each of its processes may take, rounded up to whole seconds.
        slow: called once, when it has not ended after `SLOW_AFTER_S`.

    Raises:
        OSError: the program cannot be started, or no file for its messages.
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
            with suppress(ProcessLookupError):  # the compiler proper may outlive the program that started it
                os.killpg(process.pid, signal.SIGKILL)
            if code is None:
                code = -signal.SIGKILL
                with suppress(ChildProcessError):  # an interruption between its end and this line
                    os.wait4(process.pid, 0)
            process.returncode = code
        messages.seek(0)
        text = messages.read().decode(errors="replace")
    exceeded = not waited and spent >= (_KILLED if code in _LIMIT_SIGNALS else _FAILED) * limit and code != 0
    return Outcome(code, text, spent, exceeded, waited)


def _watched(process: subprocess.Popen[bytes], longest: float, slow: Callable[[], None]) -> tuple[int | None, float]:
    """Exit code and processor time in s; no code if it has not ended after `longest` s."""
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
