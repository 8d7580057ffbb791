"""Run the simulated arm with feed-forward torque, validator and a repeating reference.

``interface:=direct`` needs no ros2_control: the plant behaves like a robot with an effort
controller. ``interface:=topic`` brings up ros2_control as on a robot, with the plant behind the
topic-based hardware interface. ``controllers:=`` simulates several arms of one robot description, each with its own
controller.
"""

from collections.abc import Sequence

from launch import Action, LaunchContext, LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction, RegisterEventHandler
from launch.substitutions import PathJoinSubstitution
from launch_ros.event_handlers import OnStateTransition
from launch_ros.substitutions import FindPackageShare

from puma560_dynamics.errors import LaunchError
from puma560_dynamics.launching.arguments import (
    CONTROLLERS,
    IN_MANAGER,
    Given,
    arm_argument,
    controllers_file_argument,
    model_argument,
    namespace_argument,
    observe_argument,
    record_argument,
    view_argument,
)
from puma560_dynamics.launching.bring_up import bring_up
from puma560_dynamics.launching.bring_up_request import POSITION_LOOP, BringUp
from puma560_dynamics.launching.describe import describe
from puma560_dynamics.launching.graph import when_alone, when_served
from puma560_dynamics.launching.order import Start, activated_once_configured, configure
from puma560_dynamics.launching.parameter_file import check_parameter_file
from puma560_dynamics.launching.plant_arguments import plant_arguments, plant_parameters
from puma560_dynamics.launching.recording import recording
from puma560_dynamics.launching.robot import PACKAGE, Robot, absolute_name, robot_state_publisher, views
from puma560_dynamics.launching.several_arms import several_arms
from puma560_dynamics.launching.torque import NO_GUARD, feedforward_node, parameters_of_nodes

CONFIG = PathJoinSubstitution([FindPackageShare(PACKAGE), "config"])


def start(context: LaunchContext) -> list[Action]:
    """Return the plant and the nodes that drive it."""
    given = Given(context)
    robot = Robot(
        arm=given["arm"], namespace=absolute_name(context, given["namespace"]), parameter_file=given["parameter_file"]
    )
    if given["controllers"]:
        if (given["interface"], given["controller"]) != ("topic", IN_MANAGER):
            raise LaunchError(f"controllers:= needs interface:=topic controller:={IN_MANAGER}")
        return several_arms(given, robot)
    check_parameter_file(robot.parameter_file, [robot.named("plant_node")], parameters_of_nodes())
    rate = {"rate": given.number("rate")}
    reference = robot.node("reference_node", {"autostart": True, **rate})
    # The arm stands still until the torque acts: the reference must not begin to move earlier.
    begin = Start()
    moving = [*begin.needs(reference, "reference_node", "the arm stands still"), reference, begin.complete()]
    if given["interface"] == "topic" and given["controller"] == IN_MANAGER:  # no lifecycle node changes its state
        return topic(given, robot, rate, moving)
    moves = RegisterEventHandler(OnStateTransition(goal_state="active", entities=moving, handle_once=True))
    return [moves, *(topic if given["interface"] == "topic" else direct)(given, robot, rate)]


def direct(given: Given, robot: Robot, rate: dict[str, float]) -> list[Action]:
    """Return the actions without ros2_control."""
    begin = Start()
    nodes = [
        robot.node(
            "plant_node", {"interface": "direct", "servo": given["servo"], **rate, **plant_parameters(given, robot)}
        ),
        robot.node("validator_node"),
        *([robot.node("observer_node")] if given.on("observe") else []),
        *views(robot, given["view"]),
    ]
    feedforward = feedforward_node(robot, given["model"], NO_GUARD, controller_manager="none", brakes="supported")
    # The plant publishes robot_description itself: only the frames are needed.
    frames = robot_state_publisher(robot, describe(robot.arm), "robot_state_publisher/description")
    first = [
        *(
            action
            for node in nodes
            for action in begin.needs(node, str(node.node_executable), "the arm is no longer shown or driven")
        ),
        *begin.needs(feedforward, "feedforward_node", "the plant's own time-out ends the torque"),
        *nodes,
        feedforward,
        *activated_once_configured(feedforward, "feedforward_node", then=[begin.complete()]),
        *when_served(robot.named("feedforward_node/change_state"), [configure(feedforward)]),
        *([frames] if given["view"] == "rviz" else []),
        *recording(robot, given["record"], ["effort_controller"]),
    ]
    return when_alone(first, [robot.named("plant_node")], [robot.named("effort_controller/commands")])


def topic(given: Given, robot: Robot, rate: dict[str, float], then: Sequence[Action] = ()) -> list[Action]:
    """Return the actions with ros2_control, as on a robot; `then` runs once the controller is active."""
    topics = {f"{name}_topic": robot.named(f"robot_joint_{name}") for name in ("commands", "states")}
    # A trajectory controller closes the loop itself: with the servo, PD would act twice.
    servo = given["servo"] if given["controller"] in ("effort_controller", IN_MANAGER) else "none"
    plant = robot.node(
        "plant_node",
        {"interface": "topic_hardware", "servo": servo, **topics, **rate, **plant_parameters(given, robot)},
        enclave="plant_node/topic_hardware",
    )
    wanted = BringUp(
        robot=robot,
        hardware="topic",
        controller=given["controller"],
        controller_name="",
        controllers_file=given["controllers_file"],
        model=given["model"],
        guard=True,
        validate=True,
        mujoco_package="",
        description=topics,
        view=given["view"],
        record=given["record"],
        observe=given.on("observe"),
        simulated=True,
    )
    return bring_up(wanted, plant, then)


def generate_launch_description() -> LaunchDescription:
    """Return the arguments and the actions of this launch file."""
    return LaunchDescription(
        [
            arm_argument(),
            namespace_argument(),
            model_argument(),
            DeclareLaunchArgument(
                "interface",
                default_value="direct",
                choices=["direct", "topic"],
                description="direct: no ros2_control; topic: ros2_control with its topic-based hardware interface",
            ),
            DeclareLaunchArgument(
                "controller",
                default_value="effort_controller",
                # The plant accepts only torque, so the controller for position servos is excluded.
                choices=[*(name for name in CONTROLLERS if name != POSITION_LOOP), IN_MANAGER],
                description="interface topic: the controller that drives the plant, as in bringup.launch.py",
            ),
            DeclareLaunchArgument(
                "controllers",
                default_value="",
                description="interface topic, controller feedforward_controller: names of its controllers in "
                "controllers_file; each moves its own arm of the robot description arm:=URDF, and all of them are "
                "simulated; empty: one arm",
            ),
            DeclareLaunchArgument(
                "rate",
                default_value="250.0",
                description="rate of the plant and of the reference, Hz; with controllers, of the plants alone",
            ),
            DeclareLaunchArgument(
                "servo",
                default_value="pd",
                choices=["pd", "none"],
                description="pd: the drives of the plant add PD on the reference to every torque; none: they do not, "
                "as always under a trajectory controller, which has its own",
            ),
            *plant_arguments(),
            controllers_file_argument(),
            DeclareLaunchArgument(
                "parameter_file",
                default_value=PathJoinSubstitution([CONFIG, "sim.yaml"]),
                description="YAML file with parameters of all nodes",
            ),
            observe_argument(),
            view_argument("none"),
            record_argument(),
            OpaqueFunction(function=start),
        ]
    )
