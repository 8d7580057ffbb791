"""A bag of what goes on, by the argument `record`."""

from __future__ import annotations

from launch.actions import DeclareLaunchArgument, ExecuteProcess
from launch.conditions import IfCondition
from launch.substitutions import LaunchConfiguration, NotEqualsSubstitution

TOPICS = (
    "robot_description",
    "joint_states",
    "effort_controller/commands",
    "reference",
    "feedforward_node/terms",
    "feedforward_node/gravity",
    "feedforward_node/inertia",
    "feedforward_node/velocity",
    "feedforward_node/friction",
    "feedforward_node/total",
    "feedforward_node/payload",
    "validator_node/residual",
    "joint_trajectory_effort_controller/joint_trajectory",
    "joint_trajectory_effort_controller/controller_state",
    "joint_trajectory_controller/joint_trajectory",
    "joint_trajectory_controller/controller_state",
    "diagnostics",
)
"""What a replay can make use of; those that nobody publishes are not in the bag."""


def record_argument() -> DeclareLaunchArgument:
    """Where to."""
    return DeclareLaunchArgument(
        "record", default_value="", description="new folder for a bag of the torque and its causes; empty: no bag"
    )


def recording() -> ExecuteProcess:
    """``ros2 bag record``, where the argument `record` names a folder.

    Nothing hangs on it: an arm must not lose its torque because a disk is full.
    """
    folder = LaunchConfiguration("record")
    topics = f"^/({'|'.join(TOPICS)})$"  # every distribution has --regex; --topics came after Jazzy
    return ExecuteProcess(
        cmd=["ros2", "bag", "record", "--storage", "mcap", "--output", folder, "--regex", topics],
        name="recording",
        output="screen",
        condition=IfCondition(NotEqualsSubstitution(folder, "")),
    )
