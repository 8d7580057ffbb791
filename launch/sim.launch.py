"""The simulated arm with feed-forward torque, validator and a repeating reference.

``interface:=direct`` needs nothing of ros2_control: the plant speaks as a robot with its effort
controller does. ``interface:=topic`` brings up ros2_control as on a robot, with the plant at the
other end of the topic-based hardware interface.
"""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, GroupAction, IncludeLaunchDescription, RegisterEventHandler
from launch.conditions import IfCondition
from launch.event_handlers import OnProcessStart
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution, PythonExpression
from launch_ros.event_handlers import OnStateTransition
from launch_ros.substitutions import FindPackageShare

from puma560_dynamics.launching.arguments import (
    CONTROLLERS,
    arm_argument,
    given,
    is_one_of,
    model_argument,
    view_argument,
)
from puma560_dynamics.launching.description import RobotDescription, robot_state_publisher
from puma560_dynamics.launching.order import activated_once_configured, configure
from puma560_dynamics.launching.recording import record_argument, recording
from puma560_dynamics.launching.torque import NO_GUARD, PACKAGE, feedforward_lifecycle_node, our_node
from puma560_dynamics.launching.views import views

SHARE = FindPackageShare(PACKAGE)
# With the plant, torque is all there is: the controller for servos with a position loop has nothing to drive.
TORQUE_CONTROLLERS = tuple(name for name in CONTROLLERS if name != "joint_trajectory_controller")
TRAJECTORY_CONTROLLERS = tuple(name for name in TORQUE_CONTROLLERS if name != "effort_controller")


def generate_launch_description() -> LaunchDescription:
    """The plant, and what drives it."""
    parameter_file = LaunchConfiguration("parameter_file")
    rate = {"rate": given("rate", float)}
    # A trajectory controller closes the loop itself: with the servo next to it there would be PD twice.
    servo = {
        "servo": PythonExpression(
            [
                "'none' if ",
                is_one_of("controller", TRAJECTORY_CONTROLLERS),
                " else '",
                LaunchConfiguration("servo"),
                "'",
            ]
        )
    }
    plant = our_node(
        "plant_node",
        parameter_file,
        {"interface": "topic_hardware", **rate, **servo},
        enclave="plant_node/topic_hardware",
    )
    bringup = IncludeLaunchDescription(
        PythonLaunchDescriptionSource(PathJoinSubstitution([SHARE, "launch", "bringup.launch.py"])),
        # arm, model, controller, view, record and the rest have the values they have here.
        launch_arguments={"hardware": "topic"}.items(),
    )
    reference = our_node("reference_node", parameter_file, {"autostart": True, **rate})
    feedforward = feedforward_lifecycle_node(parameter_file, NO_GUARD)
    # The plant publishes robot_description itself: only the frames are wanted.
    frames = robot_state_publisher(
        RobotDescription(arm=LaunchConfiguration("arm")), "robot_state_publisher/description"
    )
    return LaunchDescription(
        [
            arm_argument(),
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
                choices=list(TORQUE_CONTROLLERS),
                description="interface topic: the controller that drives the plant, as in bringup.launch.py",
            ),
            DeclareLaunchArgument("rate", default_value="250.0", description="rate of the plant and the reference, Hz"),
            DeclareLaunchArgument(
                "servo",
                default_value="pd",
                choices=["pd", "none"],
                description="pd: the drives of the plant add PD on the reference to every torque; none: they do not, "
                "as always under a trajectory controller, which has its own",
            ),
            DeclareLaunchArgument(
                "parameter_file",
                default_value=PathJoinSubstitution([SHARE, "config", "sim.yaml"]),
                description="YAML file with parameters of all nodes",
            ),
            view_argument("none"),
            record_argument(),
            # The arm stands until the torque is on: the reference must not have moved on by then.
            RegisterEventHandler(OnStateTransition(goal_state="active", entities=[reference], handle_once=True)),
            GroupAction(
                [
                    our_node("plant_node", parameter_file, {"interface": "direct", **rate, "servo": given("servo")}),
                    our_node("validator_node", parameter_file),
                    feedforward,
                    *activated_once_configured(feedforward, "feedforward_node", then=[]),
                    configure(feedforward),
                    GroupAction([frames], condition=IfCondition(is_one_of("view", ("rviz",)))),
                    *views(),
                    recording(),
                ],
                scoped=False,
                condition=IfCondition(is_one_of("interface", ("direct",))),
            ),
            GroupAction(
                [RegisterEventHandler(OnProcessStart(target_action=plant, on_start=[bringup])), plant],
                # Not scoped: bringup.launch.py starts after the group's end, with the arguments given here.
                scoped=False,
                condition=IfCondition(is_one_of("interface", ("topic",))),
            ),
        ]
    )
