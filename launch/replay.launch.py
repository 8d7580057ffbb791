"""A recorded bag: the arm as it moved, each torque held against Pinocchio again.

Commands in the bag are never played: they could reach an arm. ``recompute:=true`` computes the torque
anew from the recorded joint_states and reference, and sends it nowhere.
"""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess, GroupAction
from launch.conditions import IfCondition, UnlessCondition
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import SetParameter
from launch_ros.substitutions import FindPackageShare

from puma560_dynamics.launching.arguments import arm_argument, given, model_argument, switch_argument, view_argument
from puma560_dynamics.launching.description import RobotDescription, robot_state_publisher
from puma560_dynamics.launching.order import after_success, end, when_connected
from puma560_dynamics.launching.torque import PACKAGE, our_node
from puma560_dynamics.launching.views import views

COMMANDS = [
    "/effort_controller/commands",
    "/joint_trajectory_controller/joint_trajectory",
    "/joint_trajectory_effort_controller/joint_trajectory",
    "/robot_joint_commands",
]
# What nodes of this launch publish themselves.
OURS = ["/robot_description", "/tf", "/tf_static", "/clock", "/validator_node/residual"]
TERMS = "/feedforward_node/terms"
TORQUES = [TERMS, *(f"/feedforward_node/{name}" for name in ("gravity", "inertia", "velocity", "friction", "total"))]


def generate_launch_description() -> LaunchDescription:
    """Player, validator, view."""
    parameter_file = LaunchConfiguration("parameter_file")
    validator = our_node("validator_node", parameter_file)
    feedforward = our_node(
        "feedforward_node",
        parameter_file,
        {"model": given("model"), "autostart": True},
        remappings=[("effort_controller/commands", "replay/commands")],
        condition=IfCondition(LaunchConfiguration("recompute")),
    )
    play = ["ros2", "bag", "play", LaunchConfiguration("bag"), "--clock", "--rate", LaunchConfiguration("rate")]
    given_terms, own_terms = (
        ExecuteProcess(cmd=[*play, "--exclude-topics", *COMMANDS, *OURS, *more], output="screen", name="player")
        for more in ([], TORQUES)
    )
    return LaunchDescription(
        [
            DeclareLaunchArgument("bag", description="the bag: its folder or file"),
            DeclareLaunchArgument("rate", default_value="1.0", description="speed, as a multiple of the recorded one"),
            arm_argument(),
            model_argument(),
            switch_argument("recompute", False, "compute the torque anew instead of playing feedforward_node/terms"),
            DeclareLaunchArgument(
                "parameter_file",
                default_value=PathJoinSubstitution([FindPackageShare(PACKAGE), "config", "feedforward.yaml"]),
                description="YAML file with parameters of this package's nodes",
            ),
            view_argument("rviz"),
            SetParameter("use_sim_time", True),
            robot_state_publisher(RobotDescription(arm=LaunchConfiguration("arm"))),
            feedforward,
            validator,
            # Not before all are there to listen: the bag does not wait.
            GroupAction(
                when_connected([given_terms], subscribed=["/joint_states", TERMS]),
                condition=UnlessCondition(LaunchConfiguration("recompute")),
            ),
            GroupAction(
                when_connected([own_terms], subscribed=["/joint_states", TERMS], published=[TERMS]),
                condition=IfCondition(LaunchConfiguration("recompute")),
            ),
            *(
                after_success(player, [end("the bag has ended")], "the bag cannot be played")
                for player in (given_terms, own_terms)
            ),
            *views(),
        ]
    )
