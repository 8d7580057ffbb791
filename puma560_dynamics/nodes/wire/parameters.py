"""Declare the parameters of a node from one list, with description, range and read-only flag."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from rcl_interfaces.msg import FloatingPointRange, IntegerRange, ParameterDescriptor
from rclpy.node import Node

from ...arm import Arm
from ...control.drivers import DRIVER, preset
from ...control.parameter_spec import ParameterSpec
from ...errors import MessageError, StateError


def declare(node: Node, parameters: Sequence[ParameterSpec], others: Collection[str] = ()) -> None:
    """Declare every parameter of the list on `node`; given parameters named in `others` cause no warning.

    The node must have been made with ``automatically_declare_parameters_from_overrides=True``, which makes it possible
    to detect unknown names. With a `DRIVER`, its preset replaces the defaults.

    Raises:
        MessageError: a text that is none of the choices.
        ParameterException: a value of a wrong type, or outside its range.
    """
    given = set(node.get_parameters_by_prefix(""))
    driver = str(node.get_parameter(DRIVER.name).value) if DRIVER.name in given else DRIVER.default
    strange = unknown(given, {*others, *(item.name for item in parameters)})
    for name in given & {*strange, *others, *(item.name for item in parameters)}:
        node.undeclare_parameter(name)
    for item in preset(parameters, driver) if DRIVER in parameters else parameters:
        constraints = f"one of {', '.join(item.choices)}" if item.choices else ""
        descriptor = ParameterDescriptor(
            description=item.description, read_only=item.read_only, additional_constraints=constraints
        )
        if isinstance(item.default, int) and item.minimum is not None and item.maximum is not None:
            whole = IntegerRange(from_value=int(item.minimum), to_value=int(item.maximum), step=1)
            descriptor.integer_range = [whole]
        elif isinstance(item.default, float) and (item.minimum is not None or item.maximum is not None):
            low = -1e308 if item.minimum is None else item.minimum
            high = 1e308 if item.maximum is None else item.maximum
            descriptor.floating_point_range = [FloatingPointRange(from_value=low, to_value=high)]
        value = node.declare_parameter(item.name, item.default, descriptor).value
        if item.choices and value not in item.choices:
            raise MessageError(f"parameter {item.name}: {value!r} is not known; use one of {', '.join(item.choices)}")
    if strange:
        node.get_logger().warning(
            f"parameters {', '.join(strange)} are given and this node has none of these names: "
            "misspelt, or another node's?"
        )


def unknown(given: Iterable[str], declared: Collection[str]) -> list[str]:
    """Return the given names that are not parameters of the node, which ROS ignores silently."""
    return sorted(name for name in given if name not in declared and not name.startswith(_OF_EVERY_NODE))


_OF_EVERY_NODE = ("use_sim_time", "qos_overrides.", "start_type_description_service")


def parameter_values(
    node: Node, parameters: Sequence[ParameterSpec], changes: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the present values by name, updated with `changes`."""
    return {item.name: node.get_parameter(item.name).value for item in parameters} | dict(changes or {})


ARM = ParameterSpec(
    "arm",
    "akb1986",
    "name of an arm in config/, or path of an arm file or robot description; empty: the description on the topic "
    "robot_description",
)

DESCRIBED = (
    ParameterSpec("base", "", "first, fixed link of the arm in a robot description; empty: the root link"),
    ParameterSpec("tip", "", "last link of the arm in a robot description; empty: the last moving link"),
    ParameterSpec("hold", [""], "joints of a robot description to hold at zero: names, patterns or parts of names"),
)

GYROSCOPIC = ParameterSpec(
    "gyroscopic", False, "whether torques of spinning rotors are part of the torque (section rotors of the arm file)"
)

JOINTS = ParameterSpec(
    "joints",
    [""],
    "joint names in messages, from the base outwards; [''] for the names of the arm; with an empty arm, these joints "
    "of robot_description form the arm",
)

ARM_PARAMETERS = (ARM, *DESCRIBED, JOINTS)
"""Parameters that select the arm of a node (`arm_source`)."""


def joint_names(given: Sequence[str], arm: Arm) -> tuple[str, ...]:
    """Return the joint names for messages, in the arm's order.

    Raises:
        StateError: a wrong number of names, or a name twice.
    """
    if list(given) in ([], [""]):
        return arm.joint_names
    if len(given) != arm.n or len(set(given)) != arm.n:
        raise StateError(
            f"parameter joints: expected {arm.n} different names, from the base outwards, got "
            f"{', '.join(given) or 'none'}"
        )
    return tuple(given)
