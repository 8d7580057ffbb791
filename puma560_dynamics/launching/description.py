"""The robot description as a launch substitution, and the node that publishes it."""

from __future__ import annotations

from launch import LaunchContext, SomeSubstitutionsType, Substitution
from launch.substitutions import SubstitutionFailure
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from ..errors import Puma560Error
from .describe import describe


class RobotDescription(Substitution):
    """URDF text of `describe`; its arguments may be substitutions.

    Raises:
        SubstitutionFailure: on performing, with the sentence of `describe`.
    """

    def __init__(self, **arguments: SomeSubstitutionsType) -> None:
        super().__init__()
        self._arguments = {name: normalize_to_list_of_substitutions(value) for name, value in arguments.items()}

    def describe(self) -> str:
        """For launch's own messages."""
        return f"RobotDescription({', '.join(self._arguments)})"

    def perform(self, context: LaunchContext) -> str:
        """The text."""
        values = {name: perform_substitutions(context, value) for name, value in self._arguments.items()}
        try:
            return describe(**values)
        except Puma560Error as error:
            raise SubstitutionFailure(str(error)) from None


def robot_state_publisher(description: RobotDescription, topic: str = "robot_description") -> Node:
    """Publishes the description and, from joint_states, the frames.

    Args:
        description: the robot.
        topic: another name for robot_description, where a node publishes it already.
    """
    return Node(
        package="robot_state_publisher",
        executable="robot_state_publisher",
        parameters=[{"robot_description": ParameterValue(description, value_type=str)}],
        remappings=[("robot_description", topic)],
        output="screen",
    )
