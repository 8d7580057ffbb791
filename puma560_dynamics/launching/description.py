"""The node that publishes the robot description."""

from __future__ import annotations

from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from .robot import Robot


def robot_state_publisher(robot: Robot, description: str, topic: str = "robot_description") -> Node:
    """Publishes the description and, from joint_states, the frames.

    Args:
        robot: which one.
        description: URDF text.
        topic: another name for robot_description, where a node publishes it already.
    """
    return Node(
        package="robot_state_publisher",
        executable="robot_state_publisher",
        namespace=robot.namespace,
        parameters=[
            {
                "robot_description": ParameterValue(description, value_type=str),
                "use_sim_time": robot.use_sim_time,
            }
        ],
        remappings=[("robot_description", topic)],
        output="screen",
    )
