"""What shows the arm, by the argument `view`."""

from __future__ import annotations

from launch.substitutions import PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.substitutions import FindPackageShare

from .robot import PACKAGE, Robot


def views(robot: Robot, view: str, markers: bool = True) -> list[Node]:
    """RViz on the arm, with our markers if `markers`; or the page for the browser; or nothing."""
    if view == "web":
        return [robot.node("view_node")]
    if view != "rviz":
        return []
    rviz = Node(
        package="rviz2",
        executable="rviz2",
        namespace=robot.namespace,
        arguments=["-d", PathJoinSubstitution([FindPackageShare(PACKAGE), "config", "puma560.rviz"])],
        parameters=[{"use_sim_time": robot.use_sim_time}],
        output="screen",
    )
    return [rviz, *([robot.node("marker_node")] if markers else [])]
