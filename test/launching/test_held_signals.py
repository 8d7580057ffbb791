"""A node that is asked to end while it starts says nothing, at whatever moment."""

from __future__ import annotations

import os
import random
import shlex
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from puma560_dynamics.launching import held_signals
from puma560_dynamics.launching.held_signals import COMMAND, QUIET_START, prefix, quietly

CODE = "import sys; from puma560_dynamics.nodes.start import reference_node; sys.exit(reference_node())"
LATEST = (0.1, 0.1, 1.0, 2.0)
"""s; five processes at a time are ended by then."""

needs_env = pytest.mark.skipif(not prefix(), reason="needs `env` of GNU coreutils 8.31 or newer")


def started() -> subprocess.Popen[str]:
    """The executable of a node, as a launch file starts it."""
    return subprocess.Popen(
        [*COMMAND, sys.executable, "-c", CODE],
        env={**os.environ, "ROS_DOMAIN_ID": str(100 + os.getpid() % 100), "ROS_AUTOMATIC_DISCOVERY_RANGE": "OFF"},
        # From the first moment on: `env` itself takes a millisecond to block it.
        preexec_fn=partial(signal.pthread_sigmask, signal.SIG_BLOCK, [signal.SIGINT]),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@needs_env
def test_whenever_a_signal_comes_there_is_no_traceback():
    """Within the interpreter's own start, the imports, and the node's first seconds."""
    pytest.importorskip("rclpy", reason="needs ROS 2's rclpy (pip install '.[run]')")
    chance = random.Random(12)
    for latest in LATEST:
        moments = sorted(chance.uniform(0.0, latest) for _ in range(5))
        children = [started() for _ in moments]
        began = time.monotonic()
        for moment, child in zip(moments, children, strict=True):
            time.sleep(max(0.0, began + moment - time.monotonic()))
            child.send_signal(signal.SIGINT)
        for child in children:
            said, errors = child.communicate(timeout=60.0)
            assert "Traceback" not in said + errors, errors
            assert (child.returncode, said) == (0, ""), errors


def test_without_it_the_interpreter_prints_one():
    """Else the test above could not fail."""
    code = f"import os, signal; os.kill(os.getpid(), signal.SIGINT); {CODE}"
    assert "KeyboardInterrupt" in ended([sys.executable, "-c", code]).stderr


@needs_env
def test_what_came_before_the_node_could_answer_ends_it():
    code = f"import os, signal; os.kill(os.getpid(), signal.SIGINT); {CODE}"
    done = ended([*COMMAND, sys.executable, "-c", code])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def ended(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(command, capture_output=True, text=True, timeout=60.0, check=False)


@needs_env
@pytest.mark.parametrize(
    ("script", "code", "said"),
    [
        ("#!/usr/bin/env python3\nimport sys; print(*sys.argv[1:]); sys.exit(3)", 3, "a b\n"),
        ("#!/usr/bin/env python3\nimport os, signal; os.kill(os.getpid(), signal.SIGINT); print(1)", 130, ""),
        ("#!/bin/sh\necho $1 $2; exit 4", 4, "a b\n"),
    ],
    ids=["as without it", "ended by a signal", "no Python"],
)
def test_the_script_of_another_package(tmp_path: Path, script: str, code: int, said: str):
    file = tmp_path / "script"
    file.write_text(script, encoding="utf-8")
    file.chmod(0o755)
    done = ended([*shlex.split(quietly()), str(file), "a", "b"])
    assert (done.returncode, done.stdout, done.stderr) == (code, said, "")


@needs_env
def test_a_signal_that_came_before_such_a_script_could_answer_ends_it(tmp_path: Path):
    code = (
        "import os, signal, runpy; os.kill(os.getpid(), signal.SIGINT); "
        f"runpy.run_module('{QUIET_START}', run_name='__main__')"
    )
    done = ended([*COMMAND, sys.executable, "-c", code, str(tmp_path / "never read")])
    assert (done.returncode, done.stderr) == (128 + signal.SIGINT, "")


def test_where_env_cannot_block_signals_nodes_are_started_without(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(held_signals, "COMMAND", ("env", "--no-such-option"))
    assert held_signals.prefix.__wrapped__() == ""
    monkeypatch.setattr(held_signals, "COMMAND", ("no-such-command",))
    assert held_signals.prefix.__wrapped__() == ""
