"""Steps that wait for what others show on the graph, with real processes, where launch is installed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

import launch.logging
from helpers.launching.processes import STATES, code_of, node, run
from launch.actions import OpaqueFunction, Shutdown, TimerAction

from puma560_dynamics.launching.graph import when_alone, when_served
from puma560_dynamics.launching.order import end


@pytest.fixture(autouse=True)
def domain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ROS domain that no other test uses."""
    monkeypatch.setenv("ROS_DOMAIN_ID", str(200 + os.getpid() % 30))


def test_a_launch_that_is_alone_goes_on():
    assert run(*when_alone([end("alone")], ["/controller_manager"], ["/joint_states"])) == 0


def test_a_launch_that_is_ended_while_it_waits_ends_without_an_error(caplog: pytest.LogCaptureFixture):
    launch.logging.get_logger("launch").addHandler(caplog.handler)
    soon = TimerAction(period=1.0, actions=[Shutdown(reason="a person asked")])
    assert run(soon, *when_alone([end("not said")], ["/controller_manager"], ["/joint_states"])) == 0
    assert "exception" not in caplog.text


@pytest.mark.parametrize("name", ["controller_manager", "states"])
def test_a_second_robot_is_refused(name: str, caplog: pytest.LogCaptureFixture):
    launch.logging.get_logger("launch").addHandler(caplog.handler)
    work = STATES.format(names="['a']", position="[0.0]").replace("[0.0, 0.0]", "[0.0]") if name == "states" else ""
    taken: list[int] = []
    action = OpaqueFunction(function=lambda context: taken.append(1))
    with subprocess.Popen([sys.executable, "-c", code_of(name, work)], stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "up\n"
        code = run(*when_alone([action, end("not said")], ["/controller_manager"], ["/joint_states"]))
        first.kill()
    assert code == 1
    assert not taken
    assert "this robot has been brought up" in caplog.text


def test_a_service_is_waited_for():
    process = node("server", "node.create_service(Trigger, '/go', lambda request, response: response)")
    assert run(process, *when_served("/go", [end("served")])) == 0
