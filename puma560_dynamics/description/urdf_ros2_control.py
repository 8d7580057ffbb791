"""Write the ``<ros2_control>`` block of a robot description: effort commands; position, velocity and effort states."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from xml.etree import ElementTree

from ..arm.arm import Arm

MOCK_PLUGIN = "mock_components/GenericSystem"
"""Hardware plugin of ros2_control for tests without hardware: it mirrors commands and does not move."""

STATE_INTERFACES = ("position", "velocity", "effort")
"""State interfaces of each joint."""


def add_ros2_control(
    robot: ElementTree.Element,
    arm: Arm,
    *,
    plugin: str = MOCK_PLUGIN,
    parameters: Mapping[str, str] = MappingProxyType({}),
    name: str = "",
    position: bool = False,
) -> ElementTree.Element:
    """Append a ``<ros2_control>`` system with all joints of `arm` to the ``<robot>`` element `robot`.

    No initial state values are written, because they could be mistaken for measured positions.

    Args:
        robot: ``<robot>`` element, extended in place.
        arm: arm whose joint names, maximum torques, reflected motor inertias and gear ratios are written.
        plugin: name of the hardware plugin in pluginlib.
        parameters: parameters of the hardware plugin, e.g. its topics, by name.
        name: name of the system; by default the name of the robot with ``_system``.
        position: whether each joint also has the command interface ``position``.

    Returns:
        The ``<ros2_control>`` element.
    """
    name = name or f"{robot.get('name', arm.name)}_system"
    system = ElementTree.SubElement(robot, "ros2_control", name=name, type="system")
    hardware = ElementTree.SubElement(system, "hardware")
    ElementTree.SubElement(hardware, "plugin").text = plugin
    for parameter, value in parameters.items():
        _parameter(hardware, parameter, value)
    for joint, motor in zip(arm.joints, arm.motors, strict=True):
        element = ElementTree.SubElement(system, "joint", name=joint.name)
        if position:
            ElementTree.SubElement(element, "command_interface", name="position")
        command = ElementTree.SubElement(element, "command_interface", name="effort")
        _parameter(command, "min", repr(-float(motor.maximum_torque)))
        _parameter(command, "max", repr(float(motor.maximum_torque)))
        for interface in STATE_INTERFACES:
            ElementTree.SubElement(element, "state_interface", name=interface)
        # URDF joints have no motor inertia; physics engines need it as armature.
        _parameter(element, "motor_inertia", repr(float(motor.inertia)))
        _parameter(element, "gear_ratio", repr(float(motor.gear_ratio)))
    return system


def _parameter(parent: ElementTree.Element, name: str, value: str) -> None:
    ElementTree.SubElement(parent, "param", name=name).text = value
