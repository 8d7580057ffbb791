"""One thing after another, with real processes, where launch is installed."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

import launch.logging
from launch import LaunchDescription, LaunchService
from launch.actions import ExecuteProcess, OpaqueFunction

from puma560_dynamics.launching import order
from puma560_dynamics.launching.graph import when_connected
from puma560_dynamics.launching.order import Start, after_success, end, ends_with, fail_launch


@pytest.fixture
def domain() -> int:
    """A ROS domain that no other test uses."""
    return 200 + os.getpid() % 30


def python(code: str) -> ExecuteProcess:
    return ExecuteProcess(cmd=[sys.executable, "-c", code])


def run(*actions: object) -> int:
    """Exit code of a launch."""
    service = LaunchService(noninteractive=True)
    service.include_launch_description(LaunchDescription(list(actions)))
    return int(service.run())


def test_a_step_is_taken_when_the_one_before_has_succeeded(tmp_path: Path):
    done, seen = tmp_path / "done", []
    first = python(f"import time; time.sleep(0.3); open({str(done)!r}, 'w').close()")
    look = OpaqueFunction(function=lambda context: seen.append(done.exists()))
    assert run(after_success(first, [look], "not said"), first) == 0
    assert seen == [True]


def test_a_failed_step_ends_the_launch_with_its_reason(caplog: pytest.LogCaptureFixture):
    launch.logging.get_logger("launch").addHandler(caplog.handler)  # it does not pass its lines on
    taken: list[int] = []
    first = python("raise SystemExit(3)")
    waits = python("import time; time.sleep(600)")
    start = time.monotonic()
    code = run(
        after_success(first, [OpaqueFunction(function=lambda context: taken.append(1))], "the gripper is not there"),
        first,
        waits,
    )
    assert code == 1
    assert not taken
    assert "the gripper is not there" in caplog.text
    assert time.monotonic() - start < 60.0


def test_the_launch_ends_with_a_process_that_must_not_end():
    process = python("pass")
    assert run(ends_with(process, "the manager has ended"), process, python("import time; time.sleep(600)")) == 1


def test_the_launch_fails_with_a_process_that_ends_at_its_start(monkeypatch: pytest.MonkeyPatch):
    waits = python("import time; time.sleep(600)")
    start, process = Start(), python("raise SystemExit(2)")
    assert run(*start.needs(process, "the node", "not said"), start.complete(), process, waits) == 1


@pytest.mark.parametrize("complete", [False, True])
def test_a_later_end_is_reported_and_the_launch_goes_on(
    complete: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Once the robot runs; before that it is a failure, however late it comes."""
    launch.logging.get_logger("puma560_dynamics").addHandler(caplog.handler)
    monkeypatch.setattr(order, "START_S", 0.0)
    start, process = Start(), python("import time; time.sleep(0.5)")
    waits = python("import time; time.sleep(600)")
    after = start.needs(process, "the node", "its work is not done", [end("seen")])
    assert run(*after, *([start.complete()] if complete else []), process, waits) == (0 if complete else 1)
    assert ("the node has ended (code 0): its work is not done" in caplog.text) is complete


@pytest.mark.parametrize(("code", "ended"), [("os.kill(os.getpid(), 9)", 0), ("raise SystemExit(2)", 1)])
def test_a_process_that_is_killed_soon_after_its_start_is_reported_once_the_robot_runs(code: str, ended: int):
    """A kill says nothing about what the process was started with; its own end does."""
    start, process = Start(), python(f"import os, time; time.sleep(0.5); {code}")
    waits = python("import time; time.sleep(600)")
    after = start.needs(process, "the node", "its work is not done", [end("seen")])
    assert run(*after, start.complete(), process, waits) == ended


def test_an_end_is_no_failure_and_a_failure_at_the_end_is_none(tmp_path: Path):
    waits = python("import time; time.sleep(600)")
    # What is stopped by the end of the launch ends too: nothing more is said of it.
    assert run(ends_with(waits, "not said"), waits, end("enough")) == 0
    assert run(fail_launch("at once"), waits) == 1


LISTEN = """
import rclpy
from std_msgs.msg import String
rclpy.init()
node = rclpy.create_node("listener")
node.create_subscription(String, "/topic", print, 10)
open({path!r}, "w").close()
rclpy.spin(node)
"""


def test_a_step_waits_for_a_subscriber(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, domain: int):
    monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
    up, seen = tmp_path / "up", []
    look = OpaqueFunction(function=lambda context: seen.append(up.exists()))
    assert (
        run(*when_connected([look, end("connected")], subscribed=["/topic"]), python(LISTEN.format(path=str(up)))) == 0
    )
    assert seen == [True]
