"""What a launch file starts for given arguments; needs launch."""

from __future__ import annotations

import runpy
from collections.abc import Iterable, Iterator
from pathlib import Path

from launch import Action, LaunchContext
from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription, OpaqueFunction, RegisterEventHandler
from launch.utilities import perform_substitutions
from launch_ros.actions import Node

LAUNCH = Path(__file__).resolve().parents[3] / "launch"
CONFIG = LAUNCH.parent / "config"
FILES = {"parameter_file": "feedforward.yaml"}


def actions_of(file: str, **arguments: str) -> list[Action]:
    """What a launch file would do with these arguments, and the defaults of the others."""
    entities = runpy.run_path(str(LAUNCH / file))["generate_launch_description"]().entities
    context = LaunchContext()
    actions: list[Action] = []
    for entity in entities:
        if isinstance(entity, DeclareLaunchArgument):
            if entity.name in FILES:
                name = "sim.yaml" if file.startswith("sim") and entity.name == "parameter_file" else FILES[entity.name]
                context.launch_configurations[entity.name] = str(CONFIG / name)
            elif entity.default_value is not None:
                context.launch_configurations[entity.name] = perform_substitutions(context, entity.default_value)
            if entity.name in arguments:
                context.launch_configurations[entity.name] = arguments[entity.name]
        else:
            assert isinstance(entity, OpaqueFunction)
            actions += entity.execute(context) or []
    return actions


def everything(actions: Iterable[object]) -> Iterator[Action]:
    """Actions and those that their event handlers hold."""
    for action in actions:
        if not isinstance(action, Action):
            continue
        yield action
        if isinstance(action, RegisterEventHandler):
            handler = action.event_handler
            held = getattr(handler, "entities", None) or []
            yield from everything(held)
            # OnProcessExit and its like hold theirs in a separate description.
            for name in ("_BaseEventHandler__entities", "_OnActionEventBase__actions_on_event"):
                yield from everything(getattr(handler, name, []) or [])


def nodes_of(file: str, **arguments: str) -> list[Node]:
    """Nodes that a launch file may start, at once or later."""
    return [action for action in everything(actions_of(file, **arguments)) if isinstance(action, Node)]


def started(**arguments: str) -> tuple[set[str], bool]:
    """Executables that bringup.launch.py starts, and whether it starts Gazebo."""
    actions = list(everything(actions_of("bringup.launch.py", **arguments)))
    names = {
        f"{node.node_package}/{node.node_executable}"
        if node.node_executable == "ros2_control_node"
        else str(node.node_executable)
        for node in actions
        if isinstance(node, Node)
    }
    return names, any(isinstance(action, IncludeLaunchDescription) for action in actions)
