"""Nodes as processes that are forked from one that has imported them already.

To start Python and to import a node takes up to half a second of processor time, most of what many tests of nodes
cost. The process that forks is `multiprocessing`'s fork server, which has not initialised ROS and runs no thread of
Python. How users start nodes is tested by `test_start.py`, `test_spin.py` and whole runs.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

import pytest

from puma560_dynamics.system.processes import PARENT, Processes

TESTS = Path(__file__).parents[2]


class ForkedNode:
    """A process of a fork server with the methods of `subprocess.Popen` that tests use."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """Number of the process."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Exit code, negative for a signal; None while it runs."""
        return self._process.exitcode

    def leads(self) -> bool:
        """Whether it leads its group yet, to which `Processes` sends signals."""
        try:
            return os.getpgid(self.pid) == self.pid
        except ProcessLookupError:
            return False

    def poll(self) -> int | None:
        """The exit code so far."""
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end.

        Raises:
            subprocess.TimeoutExpired: it still runs.
        """
        self._process.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0.0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


class NodeProcesses(Processes):
    """Named processes that run a `main` after a fork."""

    def fork(self, name: str, main: Callable[[], int | None], arguments: Sequence[str], domain: int) -> ForkedNode:
        """Start `main`, a function of a module, with `arguments` in place of those of the command line."""
        log = self._log(name)
        log.write_bytes(b"")
        context = _fork_server()
        environment = {**os.environ, "ROS_DOMAIN_ID": str(domain)}
        process = context.Process(target=_begin, name=name, args=(main, arguments, environment, log), daemon=True)
        process.start()
        child = ForkedNode(process)
        self._children[name] = child  # type: ignore[assignment]
        while not child.leads() and child.poll() is None:
            time.sleep(0.001)
        return child


@cache
def _fork_server() -> ForkServerContext:
    """It runs when this returns; until Python 3.13 it does not search where its parent does."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["helpers.ros.preloaded"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(TESTS), prepend=os.pathsep)
        forkserver.ensure_running()
    return context


def node_main(node: str) -> int:
    """Run a node by its name, which is imported in the process that runs it."""
    code: int = import_module(f"puma560_dynamics.nodes.{node}").main()
    return code


def _begin(main: Callable[[], int | None], arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
    """In the new process: what `Processes.start` does for a command."""
    os.setsid()
    file = os.open(log, os.O_WRONLY)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)
    os.environ.clear()
    os.environ.update(environment)
    os.environ[PARENT] = str(os.getppid())
    threading.Thread(target=_end_with_the_tests, daemon=True).start()
    sys.argv = ["node", *arguments]
    sys.exit(main())


def _end_with_the_tests() -> None:
    """The fork server is no parent that says so: it lives as long as any process that it has made."""
    tests = multiprocessing.parent_process()
    assert tests is not None
    tests.join()
    os.kill(os.getpid(), signal.SIGKILL)
