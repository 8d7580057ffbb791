"""Steps that wait for what others show on the graph, with real processes, where launch is installed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

import launch.logging
from helpers.launching.processes import STATES, code_of, node, run, states
from launch.actions import ExecuteProcess, OpaqueFunction, Shutdown, TimerAction

from puma560_dynamics.launching import graph
from puma560_dynamics.launching.graph import when_alone, when_served, when_states_come
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


def test_usable_states_open_the_way():
    assert run(states(), *when_states_come([end("seen")], "/joint_states", ["b", "a"], "topic")) == 0


@pytest.mark.parametrize(
    ("process", "reason"),
    [
        (None, "no message came"),
        (states(position="[0.0, float('nan')]"), "position of b is not finite"),
        (states(names="['a', 'c']"), "joints b are missing"),
    ],
    ids=["silence", "not a number", "another arm"],
)
def test_unusable_states_end_the_launch_with_the_likely_cause(
    process: ExecuteProcess | None, reason: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    launch.logging.get_logger("launch").addHandler(caplog.handler)
    monkeypatch.setattr(graph, "MAX_STATES_WAIT_S", 4.0)
    waited = when_states_come([end("not said")], "/joint_states", ["a", "b"], "topic")
    assert run(*([process] if process else []), *waited) == 1
    assert reason in caplog.text
    assert f"does the hardware (topic) run, and in ROS domain {os.environ['ROS_DOMAIN_ID']}?" in caplog.text
