"""Declares parameters with description, range and read-only flag, from one list a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rcl_interfaces.msg import FloatingPointRange, ParameterDescriptor
from rclpy.node import Node


@dataclass(frozen=True)
class Declared:
    """A parameter of a node.

    Attributes:
        name: as in YAML files and ``ros2 param``.
        default: value and thereby type.
        description: what it means, with its unit.
        read_only: whether it is fixed once the node runs.
        minimum, maximum: range of a number; `None` where open.
    """

    name: str
    default: Any
    description: str
    read_only: bool = True
    minimum: float | None = None
    maximum: float | None = None


def declare(node: Node, parameters: Sequence[Declared]) -> None:
    """Declare every parameter of the list on `node`."""
    for item in parameters:
        descriptor = ParameterDescriptor(description=item.description, read_only=item.read_only)
        if item.minimum is not None or item.maximum is not None:
            low = -1e308 if item.minimum is None else item.minimum
            high = 1e308 if item.maximum is None else item.maximum
            descriptor.floating_point_range = [FloatingPointRange(from_value=low, to_value=high)]
        node.declare_parameter(item.name, item.default, descriptor)


ARM = Declared("arm", "akb1986", "arm: a name in config/ or the path of an arm file")
