"""Add feed-forward torque to a robot that another bring-up has started: no controller manager, no description.

The robot has a forward controller on the interface effort (``controller``), joint states and its description. This
launch adds feedforward_node, its guard and the validator. When it ends, it brings the torque to zero and leaves the
rest running.
"""

from launch import Action, LaunchContext, LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction

from puma560_dynamics.launching.arguments import (
    Given,
    brakes_argument,
    model_argument,
    namespace_argument,
    observe_argument,
    split_words,
    switch_argument,
)
from puma560_dynamics.launching.attach import Attach, attach
from puma560_dynamics.launching.robot import Robot, absolute_name


def start(context: LaunchContext) -> list[Action]:
    """Return the actions that the arguments request."""
    given = Given(context)
    robot = Robot(
        arm=given["arm"],
        namespace=absolute_name(context, given["namespace"]),
        prefix=given["prefix"],
        use_sim_time=given.on("use_sim_time"),
        parameter_file=given["parameter_file"],
    )
    return attach(
        Attach(
            robot=robot,
            controller=given["controller"],
            manager=given["controller_manager"],
            joints=split_words(given["joints"]),
            base=given["base"],
            tip=given["tip"],
            hold=split_words(given["hold"]),
            joint_states=given["joint_states"],
            robot_description=given["robot_description"],
            model=given["model"],
            guard=given.on("guard"),
            validate=given.on("validate"),
            observe=given.on("observe"),
            brakes=given["brakes"],
        )
    )


def generate_launch_description() -> LaunchDescription:
    """Return the arguments and the actions of this launch file."""
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "controller",
                description="name of the robot's forward effort controller, whose commands are on CONTROLLER/commands",
            ),
            DeclareLaunchArgument(
                "controller_manager",
                default_value="",
                description="controller manager that runs it, whose report of its end is followed; empty: found in the "
                "graph; none: there is none",
            ),
            DeclareLaunchArgument(
                "arm",
                default_value="",
                description="the arm: a name in config/, or the path of an arm file or of a robot description; empty: "
                "the robot's own, from the topic robot_description",
            ),
            namespace_argument(),
            DeclareLaunchArgument(
                "prefix",
                default_value="",
                description="prefix of the arm's joints, e.g. left_; the nodes are in a namespace of that name below "
                "the robot's; empty: none",
            ),
            DeclareLaunchArgument(
                "joints",
                default_value="",
                description="the arm's joints from the base outwards, separated by commas, as the controller takes "
                "them; empty: prefix and joints of the arm, or without an arm those of the controller",
            ),
            DeclareLaunchArgument(
                "base", default_value="", description="of a description: link that stands still; empty: its root"
            ),
            DeclareLaunchArgument(
                "tip", default_value="", description="of a description: link at the arm's end; empty: the last"
            ),
            DeclareLaunchArgument(
                "hold", default_value="", description="of a description: joints that stand at zero, separated by commas"
            ),
            DeclareLaunchArgument(
                "joint_states", default_value="joint_states", description="topic of the robot's joint states"
            ),
            DeclareLaunchArgument(
                "robot_description",
                default_value="robot_description",
                description="topic of the robot's description, for an empty arm and for the validator",
            ),
            model_argument(),
            brakes_argument("that of the parameter file"),
            DeclareLaunchArgument(
                "parameter_file",
                default_value="",
                description="YAML file with parameters of this package's nodes; empty: their defaults",
            ),
            switch_argument("guard", True, "command_guard_node takes over when commands fall silent"),
            switch_argument("validate", True, "compare every torque with Pinocchio"),
            observe_argument(),
            switch_argument("use_sim_time", False, "the robot is simulated, and its simulator sets the time"),
            OpaqueFunction(function=start),
        ]
    )
