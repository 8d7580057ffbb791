"""Show the arm with sliders for its joints, without torque."""

from launch import LaunchContext, LaunchDescription
from launch.actions import OpaqueFunction
from launch_ros.actions import Node

from puma560_dynamics.launching.arguments import (
    Given,
    arm_argument,
    namespace_argument,
    switch_argument,
    view_argument,
)
from puma560_dynamics.launching.describe import describe
from puma560_dynamics.launching.robot import Robot, absolute_name, robot_state_publisher, views


def start(context: LaunchContext) -> list:
    """Return description, sliders, and RViz or the page."""
    given = Given(context)
    robot = Robot(arm=given["arm"], namespace=absolute_name(context, given["namespace"]))
    sliders = Node(
        package="joint_state_publisher_gui",
        executable="joint_state_publisher_gui",
        namespace=robot.namespace,
        output="screen",
    )
    return [
        robot_state_publisher(robot, describe(robot.arm)),
        *([sliders] if given.on("sliders") else []),
        *views(robot, given["view"]),
    ]


def generate_launch_description() -> LaunchDescription:
    """Return the arguments and the actions of this launch file."""
    return LaunchDescription(
        [
            arm_argument(),
            namespace_argument(),
            view_argument("rviz"),
            switch_argument("sliders", True, "a window with a slider a joint; false: joint_states come from elsewhere"),
            OpaqueFunction(function=start),
        ]
    )
