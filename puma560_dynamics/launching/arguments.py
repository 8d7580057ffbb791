"""Launch arguments that several launch files take, and what they mean for a node."""

from __future__ import annotations

from collections.abc import Iterable

from launch.actions import DeclareLaunchArgument
from launch.substitutions import LaunchConfiguration, PythonExpression
from launch_ros.parameter_descriptions import ParameterValue

from ..models import MODEL_KINDS

HARDWARE = ("mock", "topic", "gazebo", "mujoco", "real")
CONTROLLERS = ("effort_controller", "joint_trajectory_effort_controller", "joint_trajectory_controller")
NO_CONTROLLER = "none"
VIEWS = ("rviz", "web", "none")
SWITCH = ("true", "false")


def arm_argument() -> DeclareLaunchArgument:
    """The arm."""
    return DeclareLaunchArgument(
        "arm", default_value="akb1986", description="the arm: a name in config/ or the path of an arm file"
    )


def model_argument() -> DeclareLaunchArgument:
    """The dynamic model."""
    return DeclareLaunchArgument(
        "model",
        default_value="full",
        choices=list(MODEL_KINDS),
        description="dynamic model of the feed-forward torque",
    )


def view_argument(default: str) -> DeclareLaunchArgument:
    """What shows the arm."""
    return DeclareLaunchArgument(
        "view",
        default_value=default,
        choices=list(VIEWS),
        description="what shows the arm: rviz, web (a page for the browser, for machines without RViz), or none",
    )


def switch_argument(name: str, default: bool, description: str) -> DeclareLaunchArgument:
    """An argument that is ``true`` or ``false``."""
    return DeclareLaunchArgument(
        name, default_value=str(default).lower(), choices=list(SWITCH), description=description
    )


def given(name: str, kind: type = str) -> ParameterValue:
    """An argument as the value of a node's parameter, of type `kind`."""
    return ParameterValue(LaunchConfiguration(name), value_type=kind)


def is_one_of(name: str, values: Iterable[str]) -> PythonExpression:
    """``True`` or ``False``: whether an argument, one with choices, has one of `values`."""
    return PythonExpression(["'", LaunchConfiguration(name), f"' in {tuple(values)!r}"])
