"""The robot: description, ros2_control, its controllers one after another, then the torque.

Order by events: joint_state_broadcaster active, the chosen controller active, then feedforward_node
configured, then activated. Whatever fails ends the launch and says why.
"""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, LogInfo
from launch.conditions import IfCondition
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution, PythonExpression
from launch_ros.actions import SetParameter
from launch_ros.substitutions import FindPackageShare

from puma560_dynamics.launching.arguments import (
    CONTROLLERS,
    HARDWARE,
    NO_CONTROLLER,
    arm_argument,
    is_one_of,
    model_argument,
    switch_argument,
    view_argument,
)
from puma560_dynamics.launching.control import controller_manager, controllers
from puma560_dynamics.launching.description import RobotDescription, robot_state_publisher
from puma560_dynamics.launching.order import activated_once_configured, configure
from puma560_dynamics.launching.recording import record_argument, recording
from puma560_dynamics.launching.torque import (
    PACKAGE,
    command_guard_node,
    feedforward_lifecycle_node,
    guard_choice,
    trajectory_feedforward_node,
    validator_node,
)
from puma560_dynamics.launching.views import views

CONFIG = PathJoinSubstitution([FindPackageShare(PACKAGE), "config"])


def generate_launch_description() -> LaunchDescription:
    """Bring-up for every hardware of puma560.ros2_control.xacro."""
    controllers_file = LaunchConfiguration("controllers_file")
    parameter_file = LaunchConfiguration("parameter_file")
    position_loop = is_one_of("controller", ("joint_trajectory_controller",))
    description = RobotDescription(
        arm=LaunchConfiguration("arm"),
        hardware=LaunchConfiguration("hardware"),
        command=PythonExpression(["'position_effort' if ", position_loop, " else 'effort'"]),
        controllers_file=controllers_file,
        **{name: LaunchConfiguration(name) for name in ("xyz", "rpy", "headless", "real_plugin", "real_parameters")},
    )
    feedforward = feedforward_lifecycle_node(
        parameter_file, guard_choice(), IfCondition(is_one_of("controller", ("effort_controller",)))
    )
    return LaunchDescription(
        [
            arm_argument(),
            model_argument(),
            DeclareLaunchArgument(
                "hardware",
                default_value="mock",
                choices=list(HARDWARE),
                description="mock: plumbing only, torque moves nothing; topic: two JointState topics, plant_node's; "
                "gazebo, mujoco: a simulator; real: the driver named by real_plugin",
            ),
            DeclareLaunchArgument(
                "controller",
                default_value="effort_controller",
                choices=[*CONTROLLERS, NO_CONTROLLER],
                description="effort_controller: torque of feedforward_node; the trajectory controllers: effort of the "
                "points of trajectory_feedforward_node, with PD (…_effort_controller) or the servo's position loop; "
                "none: joint states alone, no torque",
            ),
            DeclareLaunchArgument(
                "real_plugin", default_value="", description="hardware real: its plugin, as pluginlib names it"
            ),
            DeclareLaunchArgument(
                "real_parameters", default_value="", description="hardware real: its parameters, name=value;name=value"
            ),
            DeclareLaunchArgument(
                "xyz", default_value="", description="place of the shoulder in the world, m; empty: pedestal on z = 0"
            ),
            DeclareLaunchArgument(
                "rpy",
                default_value="",
                description="roll, pitch, yaw of the base, rad; empty: by the arm file",
            ),
            DeclareLaunchArgument(
                "controllers_file",
                default_value=PathJoinSubstitution([CONFIG, "controllers.yaml"]),
                description="YAML file of the controllers",
            ),
            DeclareLaunchArgument(
                "parameter_file",
                default_value=PathJoinSubstitution([CONFIG, "feedforward.yaml"]),
                description="YAML file with parameters of this package's nodes",
            ),
            switch_argument(
                "guard", True, "effort_controller: command_guard_node takes over when commands fall silent"
            ),
            switch_argument("validate", True, "hold every torque against Pinocchio"),
            DeclareLaunchArgument(
                "mujoco_manager",
                default_value="mujoco_ros2_control",
                choices=["mujoco_ros2_control", "controller_manager"],
                description="hardware mujoco: the package of its ros2_control_node, which releases to come may drop",
            ),
            switch_argument("headless", False, "hardware mujoco: no window"),
            view_argument("none"),
            record_argument(),
            SetParameter("use_sim_time", is_one_of("hardware", ("gazebo", "mujoco"))),
            robot_state_publisher(description),
            *controller_manager(controllers_file),
            validator_node(parameter_file),
            # Both are there before the controllers: the guard misses no command, and launch no transition.
            command_guard_node(parameter_file),
            feedforward,
            *activated_once_configured(
                feedforward, "feedforward_node", then=[LogInfo(msg="feed-forward torque is active")]
            ),
            *controllers(
                controllers_file,
                then=[
                    LogInfo(msg=[LaunchConfiguration("controller"), " is active"]),
                    configure(feedforward),
                    trajectory_feedforward_node(parameter_file),
                ],
            ),
            *views(),
            recording(),
        ]
    )
