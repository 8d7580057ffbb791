"""Which controller manager each hardware gets, where launch is installed."""

from __future__ import annotations

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from helpers.launching.started import nodes_of, started

ALWAYS = {"robot_state_publisher", "validator_node", "spawner", "feedforward_node", "command_guard_node"}


@pytest.mark.parametrize(
    ("hardware", "manager", "gazebo"),
    [
        ("mock", {"controller_manager/ros2_control_node"}, False),
        ("topic", {"controller_manager/ros2_control_node"}, False),
        ("mujoco", {"mujoco_ros2_control/ros2_control_node"}, False),
        ("gazebo", {"create", "parameter_bridge"}, True),
    ],
)
def test_every_hardware_has_one_controller_manager(hardware: str, manager: set[str], gazebo: bool):
    assert started(hardware=hardware) == (ALWAYS | manager, gazebo)


def test_the_manager_of_mujoco_is_a_choice():
    names, _ = started(hardware="mujoco", mujoco_manager="controller_manager")
    assert {name for name in names if "/" in name} == {"controller_manager/ros2_control_node"}


def test_without_a_controller_one_is_spawned():
    names = [str(node.node_executable) for node in nodes_of("bringup.launch.py", controller="none")]
    assert names.count("spawner") == 1
    assert not {"feedforward_node", "command_guard_node"} & set(names)
