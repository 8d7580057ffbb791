"""Which nodes are started for a generated controller, and how it is spawned; where launch is installed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from helpers.launching.generated_packages import install
from helpers.launching.started import nodes_of
from launch_ros.actions import Node

from puma560_dynamics import load_arm
from puma560_dynamics.errors import LaunchError
from puma560_dynamics.launching import bring_up
from puma560_dynamics.launching.control import spawned
from puma560_dynamics.launching.installed_plugins import REMAPPINGS
from puma560_dynamics.launching.robot import Robot


@pytest.fixture(autouse=True)
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With the package of the paper's arm, before all others."""
    before = os.environ.get("AMENT_PREFIX_PATH", "")
    monkeypatch.setenv("AMENT_PREFIX_PATH", f"{tmp_path}:{before}")
    install(tmp_path, "my_controller", load_arm("akb1986"))
    return tmp_path


GIVEN = {"controller": "generated", "generated_package": "my_controller"}
FILES = [{"file": "bringup.launch.py"}, {"file": "sim.launch.py", "interface": "topic"}]


@pytest.mark.parametrize("given", FILES, ids=lambda given: given["file"])
def test_the_controller_takes_the_place_of_both(
    given: dict[str, str], workspace: Path, monkeypatch: pytest.MonkeyPatch
):
    loaded = {}

    def note(robot, controller, hardware, controllers_file, then, active=True, remappings=(), more=()):
        loaded[controller] = (controllers_file, then, remappings)
        return [*then]

    monkeypatch.setattr(bring_up, "spawned", note)
    monkeypatch.setattr(bring_up, "when_states_come", lambda then, *_: then)
    names = {str(node.node_executable) for node in nodes_of(**given, **GIVEN)}
    assert not names & {"feedforward_node", "command_guard_node", "trajectory_feedforward_node"}
    assert {"validator_node", "robot_state_publisher", "ros2_control_node"} <= names
    assert ("reference_node" in names) == (given["file"] == "sim.launch.py")
    file = str(workspace / "share" / "my_controller" / "config" / "controllers.yaml")
    assert [controllers_file for controllers_file, _, _ in loaded.values()] == [file] * len(loaded)
    assert loaded["feedforward_controller"][2] == REMAPPINGS
    assert loaded["joint_state_broadcaster"][2] == ()


def test_references_come_on_the_topic_of_the_node():
    spawner = spawned(Robot(), "feedforward_controller", "mock", "a.yaml", [], remappings=REMAPPINGS)[1]
    assert isinstance(spawner, Node)
    words = ["".join(getattr(piece, "text", "") for piece in part) for part in spawner.cmd]
    remapped = [word.split()[1] for word in words if word.startswith("--controller-ros-args=-r ")]
    assert remapped == [":=".join(pair) for pair in REMAPPINGS]


def test_what_is_not_installed_ends_the_launch_before_it_starts():
    with pytest.raises(LaunchError, match="'nothing' is not installed"):
        nodes_of("bringup.launch.py", controller="generated", generated_package="nothing")
