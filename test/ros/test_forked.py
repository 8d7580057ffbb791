"""Processes that are forked for tests: like those that a command starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from helpers.ros.forked import NodeProcesses

REPORT = """
import os, sys
print(sys.argv[1:], os.environ["ROS_DOMAIN_ID"], os.environ.get("ONLY_HERE"), os.getpgrp() == os.getpid(), flush=True)
print("an error", file=sys.stderr)
sys.exit({code})
"""
SLEEP = """
import time
from puma560_dynamics.system.processes import die_with_parent
die_with_parent()
print("ready", flush=True)
time.sleep(600.0)
"""


@pytest.fixture
def processes() -> Iterator[NodeProcesses]:
    with NodeProcesses() as made:
        yield made


def test_arguments_environment_output_and_exit_code(processes: NodeProcesses, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ONLY_HERE", "a value")
    first = processes.fork("first", partial(exec, REPORT.format(code=3)), ["--ros-args", "-p", "a:=1"], 17)
    monkeypatch.delenv("ONLY_HERE")
    second = processes.fork("second", partial(exec, REPORT.format(code=0)), [], 18)
    assert (first.wait(60), second.wait(60)) == (3, 0)
    assert first.poll() == first.returncode == 3
    assert processes.last_output("first") == "['--ros-args', '-p', 'a:=1'] 17 a value True an error"
    assert processes.last_output("second") == "[] 18 None True an error"


def test_signals_and_waiting(processes: NodeProcesses):
    child = processes.fork("child", partial(exec, SLEEP), [], 17)
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(0.01)
    assert child.poll() is None
    child.send_signal(signal.SIGKILL)
    assert child.wait(60) == -signal.SIGKILL == child.returncode
    child.send_signal(signal.SIGKILL)  # of a process that has ended: nothing
    processes.stop()


STARTS = """
import sys, time
from functools import partial
from helpers.ros.forked import NodeProcesses

if __name__ == "__main__":
    processes = NodeProcesses()
    child = processes.fork("child", partial(exec, sys.argv[1]), [], 17)
    while "ready" not in processes.last_output("child"):
        time.sleep(0.02)
    print(child.pid, flush=True)
    time.sleep(600.0)
"""


def runs(pid: int) -> bool:
    """Whether a process is there, and not only waits to be forgotten."""
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False


def test_it_does_not_outlive_the_tests(tmp_path: Path):
    script = tmp_path / "script.py"
    script.write_text(STARTS, encoding="utf-8")
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (root, root / "test")))}
    with subprocess.Popen(
        [sys.executable, str(script), SLEEP], env=environment, stdout=subprocess.PIPE, text=True
    ) as tests:
        assert tests.stdout is not None
        pid = int(tests.stdout.readline())
        assert runs(pid)
        tests.kill()
    deadline = time.monotonic() + 60.0
    while runs(pid):
        assert time.monotonic() < deadline
        time.sleep(0.02)
