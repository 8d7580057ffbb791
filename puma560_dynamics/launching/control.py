"""Start ros2_control: the controller manager for each hardware, and its controllers one after another."""

from __future__ import annotations

from collections.abc import Sequence

from launch import Action
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.substitutions import FindPackageShare

from .held_signals import quietly
from .order import after_success, ends_with
from .robot import Robot

BROADCASTER = "joint_state_broadcaster"
MANAGER = "controller_manager"

MANAGER_TIMEOUT_S = {"gazebo": 60, "mujoco": 30}
"""Longest time that a spawner waits for the controller manager of a simulator, s; 10 s for other hardware."""


def controller_manager(robot: Robot, hardware: str, controllers_file: str, mujoco_package: str) -> list[Action]:
    """Return the actions that start the controller manager; the launch ends with its process.

    For MuJoCo the node of `mujoco_package` is used. In Gazebo the controller manager runs inside the simulator,
    which starts with an empty world and receives the arm from robot_description.
    """
    time = {"use_sim_time": robot.use_sim_time}
    if hardware != "gazebo":
        manager = Node(
            package=mujoco_package if hardware == "mujoco" else "controller_manager",
            executable="ros2_control_node",
            namespace=robot.namespace,
            parameters=[controllers_file, time],
            output="screen",
        )
        return [ends_with(manager, "ros2_control_node has ended"), manager]
    return [
        IncludeLaunchDescription(
            PythonLaunchDescriptionSource(
                PathJoinSubstitution([FindPackageShare("ros_gz_sim"), "launch", "gz_sim.launch.py"])
            ),
            launch_arguments={"gz_args": "-r empty.sdf", "on_exit_shutdown": "true"}.items(),
        ),
        Node(
            package="ros_gz_sim",
            executable="create",
            arguments=["-topic", robot.named("robot_description"), "-name", f"{robot.prefix}puma560"],
            parameters=[time],
            output="screen",
        ),
        Node(
            package="ros_gz_bridge",
            executable="parameter_bridge",
            arguments=["/clock@rosgraph_msgs/msg/Clock[gz.msgs.Clock"],
            output="screen",
        ),
    ]


def spawned(
    robot: Robot,
    controller: str,
    hardware: str,
    controllers_file: str,
    then: Sequence[Action],
    active: bool = True,
    remappings: Sequence[tuple[str, str]] = (),
    more: Sequence[str] = (),
) -> list[Action]:
    """Load a controller, activate it if `active`, and run `then`; the launch fails if that is impossible.

    Args:
        robot: settings of the robot.
        controller: name of the controller.
        hardware: one of `arguments.HARDWARE`.
        controllers_file: path of the file with its parameters.
        then: actions once the controller is active, or loaded.
        active: whether the controller is activated.
        remappings: remappings of the controller's topics.
        more: paths of further files with its parameters.
    """
    spawner = Node(
        package="controller_manager",
        executable="spawner",
        namespace=robot.namespace,
        prefix=quietly(),
        exec_name="spawner",
        arguments=[
            controller,
            *([] if active else ["--inactive"]),
            *(part for path in (controllers_file, *more) for part in ("--param-file", path)),
            "--controller-manager",
            robot.named(MANAGER),
            "--controller-manager-timeout",
            str(MANAGER_TIMEOUT_S.get(hardware, 10)),
            *(f"--controller-ros-args=-r {name}:={other}" for name, other in remappings),
        ],
        output="screen",
    )
    return [after_success(spawner, then, f"{controller} could not be {'activated' if active else 'loaded'}"), spawner]
