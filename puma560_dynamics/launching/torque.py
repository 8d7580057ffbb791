"""Launch actions of the nodes that compute and guard the torque."""

from __future__ import annotations

from launch_ros.actions import LifecycleNode, Node

from ..control.gate.gate_settings import BRAKES
from ..errors import LaunchError
from .parameter_file import gives
from .robot import Robot

GUARD = "command_guard_node"
NO_GUARD = "none"


def check_brakes(brakes: str, parameter_file: str, node: str) -> None:
    """Check that something states what holds the arm, before anything starts: the node has no default for it.

    Args:
        brakes: launch argument, "" if it is not given.
        parameter_file: path of the parameter file, "" for none.
        node: full name of feedforward_node.

    Raises:
        LaunchError: neither the argument nor the file gives ``brakes``, or the file cannot be read.
    """
    if not brakes and not (parameter_file and gives(parameter_file, node, "brakes")):
        raise LaunchError(
            "brakes: nothing states what holds the arm while no torque is commanded; give "
            f"brakes:={', '.join(BRAKES[:-1])} or {BRAKES[-1]}, or the parameter brakes of {node} in parameter_file"
        )


def feedforward_node(
    robot: Robot, model: str, guard: str, controller: str = "effort_controller", **parameters: object
) -> LifecycleNode:
    """Return feedforward_node, which launch configures and activates (`order.configure`).

    Args:
        robot: settings of the robot.
        model: dynamic model.
        guard: node that guards the commands, or `NO_GUARD`.
        controller: name of the controller that receives the commands.
        parameters: further parameters.
    """
    node = robot.node(
        "feedforward_node",
        {"model": model, "autostart": False, "guard": guard, **parameters},
        remappings=commands_of(controller),
        lifecycle=True,
    )
    assert isinstance(node, LifecycleNode)
    return node


def command_guard_node(robot: Robot, controller: str = "effort_controller") -> Node:
    """Return command_guard_node for the commands of a controller."""
    return robot.node("command_guard_node", remappings=commands_of(controller))


def commands_of(controller: str) -> list[tuple[str, str]]:
    """Return the remappings from ``effort_controller`` to the name of another controller."""
    if controller == "effort_controller":
        return []
    return [("effort_controller/commands", f"{controller}/commands")]


def trajectory_feedforward_node(robot: Robot, model: str, kind: str, controller: str) -> Node:
    """Return trajectory_feedforward_node for a trajectory controller of this kind and name."""
    special = "/joint_trajectory_effort_controller" if kind == "joint_trajectory_effort_controller" else ""
    return robot.node(
        "trajectory_feedforward_node",
        {"model": model, "controller": controller},
        enclave=f"trajectory_feedforward_node{special}",
    )


def parameters_of_nodes() -> dict[str, list[str]]:
    """Return the parameter names of every node that reads the parameter file, by node."""
    # Imported here: the nodes take seconds to import, and only bring-up needs them.
    from ..nodes import observer_node, plant_node, reference_node, validator_node
    from ..nodes.wire import feedforward_parameters, trajectory_parameters

    return {
        "plant_node": [item.name for item in plant_node.PARAMETERS],
        "reference_node": [item.name for item in reference_node.PARAMETERS],
        "feedforward_node": [item.name for item in feedforward_parameters.PARAMETERS],
        "trajectory_feedforward_node": [item.name for item in trajectory_parameters.PARAMETERS],
        "observer_node": [item.name for item in observer_node.PARAMETERS],
        "validator_node": [item.name for item in validator_node.PARAMETERS],
    }
