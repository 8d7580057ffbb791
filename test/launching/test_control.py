"""Which processes a choice of hardware, controller and view starts, where launch is installed."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from launch import LaunchContext
from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription
from launch.utilities import perform_substitutions
from launch_ros.actions import Node, SetParameter

LAUNCH = Path(__file__).resolve().parents[2] / "launch"
ALWAYS = {"robot_state_publisher", "validator_node", "spawner"}
TORQUE = {"feedforward_node", "command_guard_node"}


def context_of(entities: list, **arguments: str) -> LaunchContext:
    """A context with the defaults of a launch file and some arguments of one's own."""
    context = LaunchContext()
    for entity in entities:
        if isinstance(entity, DeclareLaunchArgument) and entity.name not in {"controllers_file", "parameter_file"}:
            context.launch_configurations[entity.name] = perform_substitutions(context, entity.default_value)
    context.launch_configurations.update(arguments)
    return context


def started(**arguments: str) -> tuple[set[str], bool]:
    """Executables that bringup.launch.py starts at once, and whether it starts Gazebo."""
    entities = runpy.run_path(str(LAUNCH / "bringup.launch.py"))["generate_launch_description"]().entities
    context = context_of(entities, **arguments)
    active = [entity for entity in entities if entity.condition is None or entity.condition.evaluate(context)]
    names = {
        f"{entity.node_package}/{entity.node_executable}"
        if entity.node_executable == "ros2_control_node"
        else str(entity.node_executable)
        for entity in active
        if isinstance(entity, Node)
    }
    return names, any(isinstance(entity, IncludeLaunchDescription) for entity in active)


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
    assert started(hardware=hardware) == (ALWAYS | TORQUE | manager, gazebo)


def test_trajectory_controllers_do_without_feedforward_node():
    names, _ = started(controller="joint_trajectory_effort_controller")
    assert not names & TORQUE


def test_the_guard_and_the_validator_can_be_left_out():
    names, _ = started(guard="false", validate="false")
    assert not names & {"command_guard_node", "validator_node"}


@pytest.mark.parametrize(
    ("view", "shown"), [("rviz", {"rviz2", "marker_node"}), ("web", {"view_node"}), ("none", set())]
)
def test_the_view_is_a_choice(view: str, shown: set[str]):
    names, _ = started(view=view)
    assert names & {"rviz2", "marker_node", "view_node"} == shown


@pytest.mark.parametrize(
    ("hardware", "simulated"), [("gazebo", True), ("mujoco", True), ("topic", False), ("real", False)]
)
def test_simulators_set_the_time(hardware: str, simulated: bool):
    entities = runpy.run_path(str(LAUNCH / "bringup.launch.py"))["generate_launch_description"]().entities
    context = context_of(entities, hardware=hardware)
    (setter,) = [entity for entity in entities if isinstance(entity, SetParameter)]
    setter.execute(context)
    assert dict(context.launch_configurations["global_params"])["use_sim_time"] is (hardware in {"gazebo", "mujoco"})
