"""ros2_control: who runs the controllers for each hardware, and the controllers one after another."""

from __future__ import annotations

from collections.abc import Sequence

from launch import Action, SomeSubstitutionsType
from launch.actions import IncludeLaunchDescription, LogInfo
from launch.condition import Condition
from launch.conditions import IfCondition, UnlessCondition
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.substitutions import FindPackageShare

from .arguments import NO_CONTROLLER, is_one_of
from .order import after_success, ends_with

BROADCASTER = "joint_state_broadcaster"

PATIENCE = "60"
"""Seconds that a spawner waits for the controller manager."""


def controller_manager(controllers_file: SomeSubstitutionsType) -> list[Action]:
    """The process that runs the controllers of the argument `hardware`; all ends with it.

    MuJoCo's hardware has a node of its own for it (argument `mujoco_manager`); in Gazebo it runs inside the
    simulator, which is started with an empty world and gets the arm from robot_description.
    """
    managers = [
        Node(
            package=package,
            executable="ros2_control_node",
            parameters=[controllers_file],
            output="screen",
            condition=IfCondition(is_one_of("hardware", hardware)),
        )
        for package, hardware in (
            ("controller_manager", ("mock", "topic", "real")),
            (LaunchConfiguration("mujoco_manager"), ("mujoco",)),
        )
    ]
    return [
        *(ends_with(manager, "ros2_control_node has ended") for manager in managers),
        *managers,
        IncludeLaunchDescription(
            PythonLaunchDescriptionSource(
                PathJoinSubstitution([FindPackageShare("ros_gz_sim"), "launch", "gz_sim.launch.py"])
            ),
            launch_arguments={"gz_args": "-r empty.sdf", "on_exit_shutdown": "true"}.items(),
            condition=IfCondition(is_one_of("hardware", ("gazebo",))),
        ),
        Node(
            package="ros_gz_sim",
            executable="create",
            arguments=["-topic", "robot_description", "-name", "puma560"],
            output="screen",
            condition=IfCondition(is_one_of("hardware", ("gazebo",))),
        ),
        Node(
            package="ros_gz_bridge",
            executable="parameter_bridge",
            arguments=["/clock@rosgraph_msgs/msg/Clock[gz.msgs.Clock"],
            output="screen",
            condition=IfCondition(is_one_of("hardware", ("gazebo",))),
        ),
    ]


def controllers(controllers_file: SomeSubstitutionsType, then: Sequence[Action]) -> list[Action]:
    """Joint states first, then the argument `controller`, then `then`; whatever fails ends the launch.

    With `NO_CONTROLLER` the joint states are all.
    """
    broadcaster = _spawner(BROADCASTER, controllers_file)
    without = is_one_of("controller", (NO_CONTROLLER,))
    chosen = _spawner(LaunchConfiguration("controller"), controllers_file, UnlessCondition(without))
    return [
        broadcaster,
        after_success(
            broadcaster,
            [chosen, LogInfo(msg="joint states come; no torque", condition=IfCondition(without))],
            f"{BROADCASTER} could not be activated",
        ),
        after_success(chosen, then, "the controller could not be activated"),
    ]


def _spawner(
    controller: SomeSubstitutionsType, controllers_file: SomeSubstitutionsType, condition: Condition | None = None
) -> Node:
    return Node(
        package="controller_manager",
        executable="spawner",
        arguments=[controller, "--param-file", controllers_file, "--controller-manager-timeout", PATIENCE],
        output="screen",
        condition=condition,
    )
