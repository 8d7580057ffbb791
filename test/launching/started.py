"""What bringup.launch.py starts for given arguments, by its conditions; needs launch."""

from __future__ import annotations

import runpy
from pathlib import Path

from launch import LaunchContext
from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription
from launch.utilities import perform_substitutions
from launch_ros.actions import Node

LAUNCH = Path(__file__).resolve().parents[2] / "launch"


def entities_of(file: str) -> list:
    """Entities of a launch file."""
    return list(runpy.run_path(str(LAUNCH / file))["generate_launch_description"]().entities)


def context_of(entities: list, **arguments: str) -> LaunchContext:
    """A context with the defaults of a launch file and some arguments of one's own."""
    context = LaunchContext()
    for entity in entities:
        if isinstance(entity, DeclareLaunchArgument) and entity.name not in {"controllers_file", "parameter_file"}:
            context.launch_configurations[entity.name] = perform_substitutions(context, entity.default_value)
    context.launch_configurations.update(arguments)
    return context


def text(context: LaunchContext, value: object) -> str:
    """A text, or what a substitution makes one of."""
    return value if isinstance(value, str) else perform_substitutions(context, [value])


def started(**arguments: str) -> tuple[set[str], bool]:
    """Executables that bringup.launch.py starts at once, and whether it starts Gazebo."""
    entities = entities_of("bringup.launch.py")
    context = context_of(entities, **arguments)
    active = [entity for entity in entities if entity.condition is None or entity.condition.evaluate(context)]
    names = {
        f"{text(context, entity.node_package)}/{entity.node_executable}"
        if entity.node_executable == "ros2_control_node"
        else str(entity.node_executable)
        for entity in active
        if isinstance(entity, Node)
    }
    return names, any(isinstance(entity, IncludeLaunchDescription) for entity in active)
