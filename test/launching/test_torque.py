"""Which nodes make and watch the torque, where launch is installed."""

from __future__ import annotations

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from launch import LaunchContext
from started import started

from puma560_dynamics.launching.torque import our_node, trajectory_feedforward_node

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
