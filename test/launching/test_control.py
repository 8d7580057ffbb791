"""Which controller manager each hardware gets, where launch is installed."""

from __future__ import annotations

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from started import started

ALWAYS = {"robot_state_publisher", "validator_node", "spawner", "feedforward_node", "command_guard_node"}


@pytest.mark.parametrize(
    ("hardware", "manager", "gazebo"),
    [
        ("mock", {"controller_manager/ros2_control_node"}, False),
        ("topic", {"controller_manager/ros2_control_node"}, False),
        ("real", {"controller_manager/ros2_control_node"}, False),
        ("mujoco", {"mujoco_ros2_control/ros2_control_node"}, False),
        ("gazebo", {"create", "parameter_bridge"}, True),
    ],
)
def test_every_hardware_has_one_controller_manager(hardware: str, manager: set[str], gazebo: bool):
    assert started(hardware=hardware) == (ALWAYS | manager, gazebo)


def test_the_manager_of_mujoco_is_a_choice():
    names, _ = started(hardware="mujoco", mujoco_manager="controller_manager")
    assert {name for name in names if "/" in name} == {"controller_manager/ros2_control_node"}
