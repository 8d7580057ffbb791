"""The simulated arm with feed-forward torque, validator and a repeating reference."""

from launch.actions import DeclareLaunchArgument
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from launch import LaunchDescription

PACKAGE = "puma560_dynamics"


def generate_launch_description() -> LaunchDescription:
    """Four nodes on the topics that hardware would have."""
    arm = LaunchConfiguration("arm")
    rate = ParameterValue(LaunchConfiguration("rate"), value_type=float)
    return LaunchDescription(
        [
            DeclareLaunchArgument("arm", default_value="akb1986", description="arm name or path of an arm file"),
            DeclareLaunchArgument(
                "model",
                default_value="full",
                choices=["full", "abbreviated", "newton_euler", "pinocchio"],
                description="dynamic model of the feed-forward torque",
            ),
            DeclareLaunchArgument(
                "tolerance", default_value="1e-9", description="largest residual taken for agreement, N·m"
            ),
            DeclareLaunchArgument("rate", default_value="250.0", description="rate of joint_states and reference, Hz"),
            DeclareLaunchArgument("pd", default_value="true", choices=["true", "false"], description="add PD"),
            Node(package=PACKAGE, executable="plant_node", parameters=[{"arm": arm, "rate": rate}], output="screen"),
            Node(
                package=PACKAGE,
                executable="feedforward_node",
                parameters=[
                    {
                        "arm": arm,
                        "model": LaunchConfiguration("model"),
                        "pd": ParameterValue(LaunchConfiguration("pd"), value_type=bool),
                    }
                ],
                output="screen",
            ),
            Node(
                package=PACKAGE,
                executable="validator_node",
                parameters=[
                    {"arm": arm, "tolerance": ParameterValue(LaunchConfiguration("tolerance"), value_type=float)}
                ],
                output="screen",
            ),
            Node(
                package=PACKAGE,
                executable="reference_node",
                parameters=[{"arm": arm, "rate": rate, "autostart": True}],
                output="screen",
            ),
        ]
    )
