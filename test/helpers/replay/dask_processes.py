"""A Dask scheduler and its workers, each in a separate process group, to be killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from distributed import Client

HERE = Path(__file__).parents[2]


class DaskProcesses:
    """A running scheduler with workers that import the helpers of the tests.

    Attributes:
        address: of the scheduler.
        scheduler: its process.
        workers: the process of the nannies; the workers are in its group.
    """

    def __init__(self, folder: Path, count: int) -> None:
        stated = folder / "scheduler.json"
        here = ("--host", "127.0.0.1")
        # Idle: its caller has ended without closing it, by the time limit of a test. Workers follow their scheduler.
        idle = ("--idle-timeout", "60")
        self.scheduler = _start("dask_scheduler", *here, "--port", "0", "--scheduler-file", str(stated), *idle)
        while not stated.exists():  # the time limit of the test ends it
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.address = str(json.loads(stated.read_text(encoding="utf-8"))["address"])
        self.workers = _start("dask_worker", self.address, "--nworkers", str(count), "--nthreads", "1", *here)
        with Client(self.address) as client:  # a busy machine starts them in more than the patience of a test
            client.wait_for_workers(count, timeout=60)

    def kill_workers(self) -> None:
        """Kill every worker and the nannies, which would start them again."""
        kill_group(self.workers, signal.SIGKILL)

    def kill_scheduler(self) -> None:
        """Kill the scheduler."""
        kill_group(self.scheduler, signal.SIGKILL)

    def stop_scheduler(self) -> None:
        """Let the scheduler answer nothing, with its connections open."""
        kill_group(self.scheduler, signal.SIGSTOP)


def kill_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Send a signal to all processes of a group; none if they have ended."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


@contextmanager
def dask_processes(folder: Path, count: int = 2) -> Iterator[DaskProcesses]:
    """Scheduler and workers, killed with the context."""
    processes = DaskProcesses(folder, count)
    try:
        yield processes
    finally:
        for process in (processes.workers, processes.scheduler):
            kill_group(process, signal.SIGKILL)
            process.wait()


def _start(module: str, *arguments: str) -> subprocess.Popen[bytes]:
    paths = os.pathsep.join([str(HERE), str(HERE.parent)])
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{module}", *arguments, "--no-dashboard"],
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
