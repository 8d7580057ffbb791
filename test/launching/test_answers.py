"""Steps that wait for joint states, with real processes, where launch is installed."""

from __future__ import annotations

import os

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

import launch.logging
from helpers.launching.processes import run, states
from launch.actions import ExecuteProcess

from puma560_dynamics.launching import graph
from puma560_dynamics.launching.graph import when_states_come
from puma560_dynamics.launching.order import end


@pytest.fixture(autouse=True)
def domain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ROS domain that no other test uses."""
    monkeypatch.setenv("ROS_DOMAIN_ID", str(200 + os.getpid() % 30))


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
    monkeypatch.setattr(graph, "PATIENCE", 4.0)
    waited = when_states_come([end("not said")], "/joint_states", ["a", "b"], "topic")
    assert run(*([process] if process else []), *waited) == 1
    assert reason in caplog.text
    assert f"does the hardware (topic) run, and in ROS domain {os.environ['ROS_DOMAIN_ID']}?" in caplog.text
