"""The nodes that make and watch the torque."""

from __future__ import annotations

from typing import Any

from launch import Condition, SomeSubstitutionsType
from launch.conditions import IfCondition
from launch.substitutions import AndSubstitution, LaunchConfiguration, PythonExpression
from launch_ros.actions import LifecycleNode, Node
from launch_ros.parameter_descriptions import ParameterValue

from .arguments import given, is_one_of

PACKAGE = "puma560_dynamics"


def in_enclave(name: SomeSubstitutionsType) -> list[SomeSubstitutionsType]:
    """ROS arguments that give a process its enclave of config/sros2/puma560.policy.xml; unheeded without SROS2."""
    return ["--enclave", ["/puma560/", name]]


def our_node(executable: str, *parameters: Any, enclave: SomeSubstitutionsType | None = None, **settings: Any) -> Node:
    """A node of this package, named as its executable, with the argument `arm` after its other parameters.

    Its enclave, too, is called as its executable unless told otherwise.
    """
    return Node(
        package=PACKAGE,
        executable=executable,
        name=executable,
        parameters=[*parameters, {"arm": given("arm")}],
        ros_arguments=in_enclave(enclave or executable),
        output="screen",
        **settings,
    )


GUARD = "command_guard_node"
NO_GUARD = "none"


def guard_choice() -> PythonExpression:
    """The value of feedforward_node's parameter `guard` that goes with the argument `guard`."""
    return PythonExpression([f"'{GUARD}' if '", LaunchConfiguration("guard"), f"' == 'true' else '{NO_GUARD}'"])


def feedforward_lifecycle_node(
    parameter_file: SomeSubstitutionsType, guard: SomeSubstitutionsType, condition: Condition | None = None
) -> LifecycleNode:
    """feedforward_node, which configures and activates itself when asked to (`order.configure`).

    Args:
        parameter_file: its parameters.
        guard: node that guards its commands, or `NO_GUARD`.
        condition: whether it is started.
    """
    return LifecycleNode(
        package=PACKAGE,
        executable="feedforward_node",
        name="feedforward_node",
        namespace="",
        parameters=[
            parameter_file,
            {
                "arm": given("arm"),
                "model": given("model"),
                "autostart": False,
                "guard": ParameterValue(guard, value_type=str),
            },
        ],
        ros_arguments=in_enclave("feedforward_node"),
        output="screen",
        condition=condition,
    )


def trajectory_feedforward_node(parameter_file: SomeSubstitutionsType) -> Node:
    """trajectory_feedforward_node, where a trajectory controller is chosen."""
    with_effort = is_one_of("controller", ("joint_trajectory_effort_controller",))
    return our_node(
        "trajectory_feedforward_node",
        parameter_file,
        {"model": given("model"), "controller": given("controller")},
        enclave=PythonExpression(
            ["'trajectory_feedforward_node' + ('/joint_trajectory_effort_controller' if ", with_effort, " else '')"]
        ),
        condition=IfCondition(
            is_one_of("controller", ("joint_trajectory_effort_controller", "joint_trajectory_controller"))
        ),
    )


def validator_node(parameter_file: SomeSubstitutionsType) -> Node:
    """validator_node, if the argument `validate` says so."""
    return our_node("validator_node", parameter_file, condition=IfCondition(LaunchConfiguration("validate")))


def command_guard_node(parameter_file: SomeSubstitutionsType) -> Node:
    """command_guard_node, if the argument `guard` says so and effort_controller is the one it can guard."""
    guarded = AndSubstitution(LaunchConfiguration("guard"), is_one_of("controller", ("effort_controller",)))
    return our_node("command_guard_node", parameter_file, condition=IfCondition(guarded))
