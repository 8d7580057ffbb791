"""The arm to look at: joints by sliders, no torque."""

from launch import LaunchDescription
from launch.conditions import IfCondition
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

from puma560_dynamics.launching.arguments import arm_argument, switch_argument, view_argument
from puma560_dynamics.launching.description import RobotDescription, robot_state_publisher
from puma560_dynamics.launching.views import views


def generate_launch_description() -> LaunchDescription:
    """Description, sliders, RViz or the page."""
    return LaunchDescription(
        [
            arm_argument(),
            view_argument("rviz"),
            switch_argument("sliders", True, "a window with a slider a joint; false: joint_states come from elsewhere"),
            robot_state_publisher(RobotDescription(arm=LaunchConfiguration("arm"))),
            Node(
                package="joint_state_publisher_gui",
                executable="joint_state_publisher_gui",
                output="screen",
                condition=IfCondition(LaunchConfiguration("sliders")),
            ),
            *views(),
        ]
    )
