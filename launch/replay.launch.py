"""Replay a recorded bag: show the recorded motion, and compare each torque with Pinocchio again.

Only topics of the bag that this package's nodes read are played; if a robot is running, nothing is played.
``recompute:=true`` computes the torque again from the recorded joint_states and reference, without sending it to a
controller.
"""

from launch import Action, LaunchContext, LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess, OpaqueFunction
from launch.substitutions import PathJoinSubstitution
from launch_ros.substitutions import FindPackageShare

from puma560_dynamics.launching.arguments import (
    Given,
    arm_argument,
    model_argument,
    namespace_argument,
    switch_argument,
    view_argument,
)
from puma560_dynamics.launching.control import MANAGER
from puma560_dynamics.launching.describe import describe
from puma560_dynamics.launching.graph import when_alone, when_connected
from puma560_dynamics.launching.order import Start, after_success, end
from puma560_dynamics.launching.parameter_file import check_parameter_file
from puma560_dynamics.launching.recorded_bag import CAUSES, TORQUES, playable
from puma560_dynamics.launching.robot import PACKAGE, Robot, absolute_name, robot_state_publisher, views
from puma560_dynamics.launching.torque import NO_GUARD, parameters_of_nodes


def start(context: LaunchContext) -> list[Action]:
    """Return player, validator and view."""
    given = Given(context)
    robot = Robot(
        arm=given["arm"],
        namespace=absolute_name(context, given["namespace"]),
        use_sim_time=True,
        parameter_file=given["parameter_file"],
    )
    names = [robot.named("feedforward_node"), robot.named("validator_node")]
    check_parameter_file(robot.parameter_file, names, parameters_of_nodes())
    anew = given.on("recompute")
    topics = playable(given["bag"], robot.namespace, CAUSES if anew else {**CAUSES, **TORQUES})
    states, terms = robot.named("joint_states"), robot.named("feedforward_node/terms")
    player = ExecuteProcess(
        cmd=["ros2", "bag", "play", given["bag"], "--clock", "--rate", given["rate"], "--topics", *topics],
        output="screen",
        name="player",
    )
    begin = Start()
    nodes = [robot.node("validator_node"), *views(robot, given["view"])]
    if anew:
        nodes.append(
            robot.node(
                "feedforward_node",
                {"model": given["model"], "autostart": True, "guard": NO_GUARD},
                remappings=[("effort_controller/commands", "replay/commands")],
            )
        )
    return when_alone(
        [
            *(
                action
                for node in nodes
                for action in begin.needs(node, str(node.node_executable), "the bag plays on without it")
            ),
            robot_state_publisher(robot, describe(robot.arm)),
            *nodes,
            # Only after all have subscribed: the bag does not wait.
            *when_connected([begin.complete(), player], subscribed=[states, terms], published=[terms] if anew else []),
            after_success(player, [end("the bag has ended")], "the bag cannot be played"),
        ],
        [robot.named(name) for name in (MANAGER, "feedforward_node", "plant_node")],
        [states, robot.named("reference")],
    )


def generate_launch_description() -> LaunchDescription:
    """Return the arguments and the actions of this launch file."""
    return LaunchDescription(
        [
            DeclareLaunchArgument("bag", description="the bag: its folder or file"),
            DeclareLaunchArgument("rate", default_value="1.0", description="speed, as a multiple of the recorded one"),
            arm_argument(),
            namespace_argument(),
            model_argument(),
            switch_argument("recompute", False, "compute the torque again instead of playing feedforward_node/terms"),
            DeclareLaunchArgument(
                "parameter_file",
                default_value=PathJoinSubstitution([FindPackageShare(PACKAGE), "config", "feedforward.yaml"]),
                description="YAML file with parameters of this package's nodes",
            ),
            view_argument("rviz"),
            OpaqueFunction(function=start),
        ]
    )
