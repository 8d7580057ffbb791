"""Which nodes make and watch the torque, where launch is installed."""

from __future__ import annotations

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from helpers.launching.started import nodes_of, started
from launch_ros.actions import Node

from puma560_dynamics.launching.robot import Robot
from puma560_dynamics.launching.torque import commands_of, parameters_of_nodes, trajectory_feedforward_node
from puma560_dynamics.nodes import start

TORQUE = {"feedforward_node", "command_guard_node"}


@pytest.mark.parametrize("controller", ["joint_trajectory_effort_controller", "joint_trajectory_controller"])
def test_trajectories_are_filled_for_trajectory_controllers_alone(controller: str):
    names, _ = started(controller=controller)
    assert not names & TORQUE
    assert "trajectory_feedforward_node" not in started()[0]


def test_without_torque_there_is_nothing_to_validate():
    """Otherwise a validator that is attached later finds that its name is taken."""
    assert "validator_node" not in started(controller="none")[0]


def test_the_guard_and_the_validator_can_be_left_out():
    names, _ = started(guard="false", validate="false")
    assert not names & {"command_guard_node", "validator_node"}


def test_every_node_with_a_parameter_file_has_known_parameters():
    names = parameters_of_nodes()
    assert set(names) == set(start.NODES) - {
        "command_guard_node",
        "marker_node",
        "payload_node",
        "view_node",
    }  # no launch file gives them a parameter file
    assert all("arm" in parameters for parameters in names.values())


def test_a_controller_of_another_name_gets_the_commands():
    assert commands_of("effort_controller") == []
    assert commands_of("left") == [("effort_controller/commands", "left/commands")]


def enclave(node: Node) -> str:
    """Which enclave a node is given."""
    words = ["".join(getattr(piece, "text", "") for piece in part) for part in node.cmd]
    assert words.count("--enclave") == 1
    return words[words.index("--enclave") + 1]


def test_every_node_is_given_its_enclave():
    assert enclave(Robot().node("plant_node")) == "/puma560/plant_node"
    assert enclave(Robot().node("plant_node", enclave="plant_node/other")) == "/puma560/plant_node/other"


def test_the_trajectory_node_has_an_enclave_for_each_controller():
    for kind, name in (
        ("joint_trajectory_controller", "/puma560/trajectory_feedforward_node"),
        (
            "joint_trajectory_effort_controller",
            "/puma560/trajectory_feedforward_node/joint_trajectory_effort_controller",
        ),
    ):
        assert enclave(trajectory_feedforward_node(Robot(), "full", kind, "mine")) == name


def test_no_node_of_the_bring_up_is_left_without():
    ours = [node for node in nodes_of("bringup.launch.py") if node.node_package == "puma560_dynamics"]
    assert {str(node.node_executable) for node in ours} > TORQUE
    assert all(enclave(node).startswith(f"/puma560/{node.node_executable}") for node in ours)


@pytest.mark.parametrize(
    ("file", "arguments"),
    [("bringup.launch.py", {}), ("sim.launch.py", {}), ("sim.launch.py", {"interface": "topic"})],
)
def test_the_observer_runs_on_request(file: str, arguments: dict[str, str]):
    for wish in (False, True):
        nodes = nodes_of(file, observe=str(wish).lower(), **arguments)
        assert ("observer_node" in [node.node_executable for node in nodes]) == wish
    assert "observer_node" not in [node.node_executable for node in nodes_of(file, **arguments)]
