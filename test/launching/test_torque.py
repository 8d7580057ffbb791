"""Which nodes make and watch the torque, where launch is installed."""

from __future__ import annotations

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from launch import LaunchContext
from launch.utilities import perform_substitutions
from launch_ros.actions import Node
from started import context_of, entities_of, started

from puma560_dynamics.launching.torque import feedforward_lifecycle_node, our_node, trajectory_feedforward_node

TORQUE = {"feedforward_node", "command_guard_node"}


def test_trajectory_controllers_do_without_feedforward_node():
    names, _ = started(controller="joint_trajectory_effort_controller")
    assert not names & TORQUE


def test_the_guard_and_the_validator_can_be_left_out():
    names, _ = started(guard="false", validate="false")
    assert not names & {"command_guard_node", "validator_node"}


def test_trajectories_are_filled_for_trajectory_controllers_alone():
    node = trajectory_feedforward_node("file.yaml")
    for controller, wanted in (
        ("effort_controller", False),
        ("joint_trajectory_effort_controller", True),
        ("joint_trajectory_controller", True),
    ):
        context = LaunchContext()
        context.launch_configurations["controller"] = controller
        assert node.condition is not None
        assert node.condition.evaluate(context) is wanted


def test_a_node_of_ours_is_of_this_package():
    node = our_node("plant_node")
    assert (node.node_package, node.node_executable) == ("puma560_dynamics", "plant_node")


def enclave(node: Node, context: LaunchContext) -> str:
    """Which enclave a node is told."""
    words = [[getattr(piece, "text", "") for piece in part] for part in node.cmd]
    assert words.count(["--enclave"]) == 1
    at = words.index(["--enclave"])
    assert ["--ros-args"] in words[:at]
    return perform_substitutions(context, list(node.cmd[at + 1]))


def test_every_node_is_told_its_enclave():
    context = LaunchContext()
    assert enclave(our_node("plant_node"), context) == "/puma560/plant_node"
    assert enclave(our_node("plant_node", enclave="plant_node/other"), context) == "/puma560/plant_node/other"
    assert enclave(feedforward_lifecycle_node("file.yaml"), context) == "/puma560/feedforward_node"


def test_the_trajectory_node_has_an_enclave_for_each_controller():
    for controller, name in (
        ("joint_trajectory_controller", "/puma560/trajectory_feedforward_node"),
        (
            "joint_trajectory_effort_controller",
            "/puma560/trajectory_feedforward_node/joint_trajectory_effort_controller",
        ),
    ):
        context = LaunchContext()
        context.launch_configurations["controller"] = controller
        assert enclave(trajectory_feedforward_node("file.yaml"), context) == name


def test_no_node_of_the_bring_up_is_left_without():
    entities = [entity for entity in entities_of("bringup.launch.py") if isinstance(entity, Node)]
    ours = {entity.node_executable: entity for entity in entities if entity.node_package == "puma560_dynamics"}
    assert set(ours) > TORQUE
    context = context_of(entities_of("bringup.launch.py"))
    assert {name for name, node in ours.items() if not enclave(node, context).startswith(f"/puma560/{name}")} == set()
