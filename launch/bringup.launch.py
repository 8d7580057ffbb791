"""Bring up the robot: description, ros2_control, the controllers one after another, then the torque.

Each step waits for the one before: no other process has brought the robot up, joint_state_broadcaster active, usable
joint states, the chosen controller active, then feedforward_node configured and activated. If a step fails, the launch
ends with the reason.
"""

from launch import LaunchContext, LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch.substitutions import PathJoinSubstitution
from launch_ros.substitutions import FindPackageShare

from puma560_dynamics.launching.arguments import (
    CONTROLLERS,
    HARDWARE,
    IN_MANAGER,
    NO_CONTROLLER,
    Given,
    arm_argument,
    brakes_argument,
    controllers_file_argument,
    model_argument,
    namespace_argument,
    observe_argument,
    record_argument,
    switch_argument,
    view_argument,
)
from puma560_dynamics.launching.bring_up import SIMULATORS, bring_up
from puma560_dynamics.launching.bring_up_request import BringUp
from puma560_dynamics.launching.robot import PACKAGE, Robot, absolute_name

CONFIG = PathJoinSubstitution([FindPackageShare(PACKAGE), "config"])
DESCRIPTION = ("xyz", "rpy", "headless", "real_plugin", "real_parameters", "initial_positions")


def start(context: LaunchContext) -> list:
    """Return the actions that the arguments request."""
    given = Given(context)
    namespace = absolute_name(context, given["namespace"])
    robot = Robot(
        arm=given["arm"],
        namespace=namespace,
        prefix=given["prefix"],
        use_sim_time=given["hardware"] in SIMULATORS,
        parameter_file=given["parameter_file"],
    )
    description = {name: given[name] for name in DESCRIPTION}
    for name in ("commands_topic", "states_topic"):
        description[name] = robot.topic(given[name] or f"robot_joint_{name.removesuffix('_topic')}")
    return bring_up(
        BringUp(
            robot=robot,
            hardware=given["hardware"],
            controller=given["controller"],
            controller_name=given["controller_name"],
            controllers_file=given["controllers_file"],
            model=given["model"],
            guard=given.on("guard"),
            validate=given.on("validate"),
            mujoco_package=given["mujoco_manager"],
            description=description,
            view=given["view"],
            record=given["record"],
            brakes=given["brakes"],
            observe=given.on("observe"),
        )
    )


def generate_launch_description() -> LaunchDescription:
    """Return the arguments, and the bring-up for every hardware of puma560.ros2_control.xacro."""
    return LaunchDescription(
        [
            arm_argument(),
            namespace_argument(),
            brakes_argument("supported with any hardware but real, which needs it, here or among the parameters"),
            DeclareLaunchArgument(
                "prefix", default_value="", description="prefix of joint and link names, e.g. left_; empty: none"
            ),
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
                choices=[*CONTROLLERS, IN_MANAGER, NO_CONTROLLER],
                description="effort_controller: torque of feedforward_node; the trajectory controllers: effort of the "
                "points of trajectory_feedforward_node, with PD (…_effort_controller) or the servo's position loop; "
                "feedforward_controller: torque in the controller manager, by the package of puma560 controller; "
                "none: only joint states, no torque",
            ),
            DeclareLaunchArgument(
                "controller_name",
                default_value="",
                description="name of that controller in controllers_file; empty: the same as controller",
            ),
            DeclareLaunchArgument(
                "real_plugin", default_value="", description="hardware real: its plugin, as pluginlib names it"
            ),
            DeclareLaunchArgument(
                "real_parameters", default_value="", description="hardware real: its parameters, name=value;name=value"
            ),
            DeclareLaunchArgument(
                "commands_topic",
                default_value="",
                description="hardware topic: commands to the arm; empty: robot_joint_commands in the namespace",
            ),
            DeclareLaunchArgument(
                "states_topic",
                default_value="",
                description="hardware topic: states of the arm; empty: robot_joint_states in the namespace",
            ),
            DeclareLaunchArgument(
                "initial_positions",
                default_value="",
                description="hardware mock, gazebo and mujoco: where the arm starts, rad, joint by joint; empty: the "
                "home pose, in a simulator one without gravity load, since nothing holds the arm before the torque",
            ),
            DeclareLaunchArgument(
                "xyz", default_value="", description="place of the shoulder in the world, m; empty: pedestal on z = 0"
            ),
            DeclareLaunchArgument(
                "rpy",
                default_value="",
                description="roll, pitch, yaw of the base, rad; empty: by the arm file",
            ),
            controllers_file_argument(),
            DeclareLaunchArgument(
                "parameter_file",
                default_value=PathJoinSubstitution([CONFIG, "feedforward.yaml"]),
                description="YAML file with parameters of this package's nodes",
            ),
            switch_argument(
                "guard", True, "effort_controller: command_guard_node takes over when commands fall silent"
            ),
            switch_argument(
                "validate", True, "compare every torque with Pinocchio; without effect with controller none"
            ),
            observe_argument(),
            DeclareLaunchArgument(
                "mujoco_manager",
                default_value="mujoco_ros2_control",
                choices=["mujoco_ros2_control", "controller_manager"],
                description="hardware mujoco: the package of its ros2_control_node, which releases to come may drop",
            ),
            switch_argument("headless", False, "hardware mujoco: no window"),
            view_argument("none"),
            record_argument(),
            OpaqueFunction(function=start),
        ]
    )
