"""Child processes that never outlive their parent and stop on request, and deferred signals."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType, TracebackType
from typing import TypeVar

from ..errors import RunError


@contextlib.contextmanager
def signals_deferred() -> Iterator[None]:
    """Defer SIGINT and SIGTERM to the end of the block (in the main thread, which receives them).

    So no child process is started without being recorded, and compiled code does not turn the signal's exception
    into another error.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    caught: list[int] = []

    def keep(number: int, frame: FrameType | None) -> None:
        caught.append(number)

    before = {number: signal.signal(number, keep) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for late in dict.fromkeys(caught):
            signal.raise_signal(late)


MAX_STOP_S = 1.2
"""Default time between the request to stop and the kill of a child, s."""

PARENT = "PUMA560_PARENT_PROCESS"
"""Environment variable with the identifier of the parent process, which a child must not outlive."""

_PR_SET_PDEATHSIG = 1

AnyProcesses = TypeVar("AnyProcesses", bound="Processes")


class Processes:
    """A set of named child processes, each in a separate process group, which end with the ``with`` block.

    The output of each child goes to a temporary file, whose end is quoted if the child fails.
    """

    def __init__(self) -> None:
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._logs = tempfile.TemporaryDirectory(prefix="puma560_run_")

    def __enter__(self: AnyProcesses) -> AnyProcesses:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._logs.cleanup()

    def start(self, name: str, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        """Start ``command`` under ``name``."""
        with self._log(name).open("wb") as log, signals_deferred():  # every started child is recorded
            self._children[name] = subprocess.Popen(
                list(command),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **(environment or {}), PARENT: str(os.getpid())},
                start_new_session=True,  # Ctrl-C in the terminal reaches only the parent, which stops the children
            )

    def check(self) -> None:
        """Raise if a child has ended.

        Raises:
            RunError: a child has ended; the message contains its last output.
        """
        for name, child in self._children.items():
            code = child.poll()
            if code is not None:
                raise RunError(f"{name} ended with exit code {code}: {self.last_output(name)}")

    def last_output(self, name: str, characters: int = 400) -> str:
        """Return the end of a child's output as one line."""
        text = self._log(name).read_text(encoding="utf-8", errors="replace")
        return " ".join(text.split())[-characters:] or "it wrote nothing"

    @property
    def pids(self) -> list[int]:
        """Process identifiers of the children."""
        return [child.pid for child in self._children.values()]

    def stop(self, patience: float = MAX_STOP_S) -> None:
        """Send SIGINT to all, then SIGKILL to those that have not ended in `patience` seconds."""
        with signals_deferred():  # a second Ctrl-C must not leave children running
            for child in self._children.values():
                _signal(child, signal.SIGINT)
            deadline = time.monotonic() + patience
            for child in self._children.values():
                try:
                    child.wait(max(0.0, deadline - time.monotonic()))
                except subprocess.TimeoutExpired:
                    _signal(child, signal.SIGKILL)
                    child.wait()
            self._children.clear()

    def _log(self, name: str) -> Path:
        return Path(self._logs.name) / f"{name}.log"


def _signal(child: subprocess.Popen[bytes], number: signal.Signals) -> None:
    if child.poll() is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, number)


def die_with_parent() -> None:
    """Ask the kernel to end this child process if its parent dies without stopping it (Linux).

    The child itself calls this, because code between fork and exec of a threaded parent may deadlock.
    """
    parent = os.environ.get(PARENT)
    if parent is None or sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != int(parent):  # the parent died before the request
        os.kill(os.getpid(), signal.SIGKILL)
