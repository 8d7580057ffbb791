"""Starting and ending nodes: broken environments are one sentence, signals end cleanly."""

from __future__ import annotations

import inspect
import os
import re
import signal
import subprocess
import sys

import numpy as np
import pytest
from helpers.ros.faults import RATE, Bench

from puma560_dynamics.nodes.command_guard_node import CommandGuardNode
from puma560_dynamics.nodes.lock_step_feedforward_node import LockStepFeedForwardNode
from puma560_dynamics.nodes.wire import spin

NODE = [sys.executable, "-m", "puma560_dynamics.nodes.reference_node"]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the node to its end."""
    return subprocess.run(
        [*NODE, *arguments], env={**os.environ, **environment},
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        ((), {"ROS_DOMAIN_ID": "garbage"}),
        (("--ros-args", "-p", "bogus"), {}),
        (("--ros-args", "--params-file", "/nowhere.yaml"), {}),
    ],
)
def test_ros_that_does_not_start(arguments: tuple[str, ...], environment: dict[str, str]):
    done = run(*arguments, **environment)
    assert done.returncode == 2
    assert "error: ROS 2 does not start" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_signals_end_a_node_with_code_0(start, peer, number: signal.Signals):
    child = start("reference_node")
    assert peer.until(lambda: peer.node.count_publishers("reference"))
    child.send_signal(number)
    assert child.wait(5) == 0  # launch kills what has not ended after 5 s


def test_without_a_home_directory_it_starts(start, peer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("ROS_LOG_DIR", raising=False)
    start("reference_node")
    assert peer.until(lambda: peer.node.count_publishers("reference")), start.output("reference_node")


def test_nodes_that_send_torque_have_every_method_that_run_node_looks_for():
    """It takes a node without one for a node without torque, which ends at once."""
    names = set(re.findall(r'getattr\(\w*\.?_?node, "(\w+)"', inspect.getsource(spin)))
    assert names == {"leave", "may_leave", "watch", "broken", "last_resort", "close"}
    assert [name for name in names - {"close"} if not hasattr(LockStepFeedForwardNode, name)] == []
    assert [name for name in names - {"close", "last_resort"} if not hasattr(CommandGuardNode, name)] == []


BREAKS = """
import sys
from puma560_dynamics.errors import StateError
from puma560_dynamics.nodes.wire.spin import run_node
from rclpy.node import Node

class Breaks(Node):
    def __init__(self):
        super().__init__("breaks")
        self.create_timer(0.01, self.tick)

    def tick(self):
        raise {error}("oh no")

    def leave(self):
        print("leaves", flush=True)

    def may_leave(self):
        self.asked = getattr(self, "asked", 0) + 1
        return self.asked > 3

sys.exit(run_node(Breaks, []))
"""


@pytest.mark.parametrize(("error", "code"), [("RuntimeError", 1), ("StateError", 2), ("KeyboardInterrupt", 0)])
def test_a_node_that_breaks_may_end_its_torque_too(domain: int, error: str, code: int):
    """The controller would hold the last command for ever."""
    done = subprocess.run(
        [sys.executable, "-c", BREAKS.format(error=error)], env={**os.environ, "ROS_DOMAIN_ID": str(domain)},
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert done.stdout == "leaves\n", done.stderr
    assert done.returncode == code


BROKEN = """
import sys
from puma560_dynamics.nodes import feedforward_node
from puma560_dynamics.nodes.wire import diagnostics
from puma560_dynamics.control.gate.supervision import Supervision

def fails(*rest):
    raise {error}("injected")

began = []
whole = Supervision.find_fault

def fault(self, now):
    began.append(now)
    return fails() if len(began) > {count} else whole(self, now)

Supervision.find_fault = fault
if {silent}:
    diagnostics.Diagnostics.reject = fails
sys.exit(feedforward_node.main())
"""


@pytest.mark.parametrize("silent", [False, True], ids=["", "diagnostics fail, too"])
@pytest.mark.parametrize("error", ["RuntimeError", "SystemExit", "MemoryError"])
def test_no_error_lets_the_node_leave_with_torque(peer, domain: int, error: str, silent: bool):
    """Not even one of the watchdog that lasts: the last command is brought to zero before the process ends."""
    parameters = {
        "autostart": "true",
        "guard": "none",
        "state_timeout": "1.0",
        "fade_in_time": "0.1",
        "brakes": "supported",
    }
    flags = [part for name, value in parameters.items() for part in ("-p", f"{name}:={value}")]
    code = BROKEN.format(error=error, count=600, silent=silent)
    with subprocess.Popen(
        [sys.executable, "-c", code, "--ros-args", *flags], env={**os.environ, "ROS_DOMAIN_ID": str(domain)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as child:  # fmt: skip
        bench = Bench(peer)
        assert peer.until(lambda: bench.received and np.abs(bench.received[-1][1]).max() > 5.0, 30.0)
        assert peer.until(lambda: child.poll() is not None, 40.0)
        peer.wait(0.5)
    assert not bench.received[-1][1].any()
    assert not bench.wire.breaches(RATE, RATE)
    assert child.returncode != 0 or error == "SystemExit"


SLOW = """
import sys, time
from puma560_dynamics.nodes.wire.spin import run_node
from rclpy.node import Node

class Slow(Node):
    def __init__(self):
        print("begins", flush=True)
        until = time.monotonic() + {seconds}
        while time.monotonic() < until:
            time.sleep(0.01)
        super().__init__("slow")

    def close(self):
        print("closed", flush=True)

sys.exit(run_node(Slow, []))
"""


@pytest.mark.parametrize(("seconds", "then"), [(120.0, ""), (0.2, "closed\n")])
def test_a_signal_while_the_node_is_made(seconds: float, then: str):
    """What takes long is not waited for; what is nearly done ends in its own way."""
    with subprocess.Popen(
        [sys.executable, "-c", SLOW.format(seconds=seconds)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begins\n"
        child.send_signal(signal.SIGINT)
        said, errors = child.communicate(timeout=60)
    assert (child.returncode, errors) == (0, "")
    assert said in (then, "")  # a machine that is busy enough takes longer than a second for anything
