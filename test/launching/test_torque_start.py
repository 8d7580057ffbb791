"""Which nodes are started with the controller of this package, and how it is spawned; where launch is installed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from helpers.launching.generated_packages import MODELS, install, install_model
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
    """With the controller and the model of the paper's arm, and no other model."""
    index = Path("share", "ament_index", "resource_index", MODELS)
    before = [prefix for prefix in os.environ.get("AMENT_PREFIX_PATH", "").split(":") if not (prefix / index).exists()]
    monkeypatch.setenv("AMENT_PREFIX_PATH", ":".join((str(tmp_path), *before)))
    install(tmp_path, "feedforward_controller")
    install_model(tmp_path, "my_model", load_arm("akb1986"))
    return tmp_path


GIVEN = {"controller": "feedforward_controller"}
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
    file = str(workspace / "share" / "my_model" / "config" / "controllers.yaml")
    assert [controllers_file for controllers_file, _, _ in loaded.values()] == [file] * len(loaded)
    assert loaded["feedforward_controller"][2] == REMAPPINGS
    assert loaded["joint_state_broadcaster"][2] == ()


def test_references_come_on_the_topic_of_the_node():
    spawner = spawned(Robot(), "feedforward_controller", "mock", "a.yaml", [], remappings=REMAPPINGS)[1]
    assert isinstance(spawner, Node)
    words = ["".join(getattr(piece, "text", "") for piece in part) for part in spawner.cmd]
    remapped = [word.split()[1] for word in words if word.startswith("--controller-ros-args=-r ")]
    assert remapped == [":=".join(pair) for pair in REMAPPINGS]


def test_two_models_of_the_arm_end_the_launch_before_it_starts(workspace: Path):
    install_model(workspace, "other_model", load_arm("akb1986"))
    with pytest.raises(LaunchError, match="my_model, other_model were generated for akb1986"):
        nodes_of("bringup.launch.py", **GIVEN)
