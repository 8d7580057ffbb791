"""What shows the arm, by the argument `view`."""

from __future__ import annotations

from launch import Action
from launch.conditions import IfCondition
from launch.substitutions import PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.substitutions import FindPackageShare

from .arguments import is_one_of
from .torque import PACKAGE, in_enclave, our_node


def views(markers: bool = True) -> list[Action]:
    """RViz on the arm, with our markers if `markers`; or the page for the browser; or nothing."""
    rviz = IfCondition(is_one_of("view", ("rviz",)))
    return [
        Node(
            package="rviz2",
            executable="rviz2",
            arguments=["-d", PathJoinSubstitution([FindPackageShare(PACKAGE), "config", "puma560.rviz"])],
            output="screen",
            condition=rviz,
        ),
        *([our_node("marker_node", condition=rviz)] if markers else []),
        Node(
            package=PACKAGE,
            executable="view_node",
            name="view_node",
            ros_arguments=in_enclave("view_node"),
            output="screen",
            condition=IfCondition(is_one_of("view", ("web",))),
        ),
    ]
