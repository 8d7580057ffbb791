"""The arms of a robot description that the controllers of a controllers' file move, and hardware to simulate them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from ..arm import Arm, Selection
from ..arm.received_description import ReceivedDescription
from ..control.drivers import DRIVERS, NO_DRIVER
from ..description.urdf_ros2_control import add_ros2_control
from ..errors import LaunchError
from ..robot_xml import robot_root
from .controllers_file import parameters_of

TOPIC_PLUGIN = "joint_state_topic_hardware_interface/JointStateTopicSystem"
"""Hardware plugin whose motors are another process, connected by two topics."""

EVERY_CYCLE = {"trigger_joint_command_threshold": "-1"}
"""Parameter with which this hardware sends every command, also an unchanged one: `plant_node` needs it."""


@dataclass(frozen=True)
class ControlledArm:
    """One arm of a robot, and the controller that moves it.

    Attributes:
        controller: name of the controller.
        part: parameters ``joints``, ``base`` and ``tip`` with which this package's nodes find the same arm in the
            description.
        arm: the arm.
        takes_position: whether the controller also commands positions (`Driver.takes_position`).
    """

    controller: str
    part: Mapping[str, str | list[str]]
    arm: Arm
    takes_position: bool


def read_robot(path: str) -> str:
    """Return the text of a robot description.

    Raises:
        LaunchError: the file cannot be read.
        UrdfError: the file is no URDF.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise LaunchError(
            f"arm:={path} cannot be read ({reason}); with controllers:= give the path of a URDF"
        ) from None
    robot_root(text)
    return text


def controlled_arms(description: str, controllers_file: str, controllers: Sequence[str]) -> list[ControlledArm]:
    """Return the arm of each controller.

    Args:
        description: URDF of the robot.
        controllers_file: path of the file in which each controller has its ``joints``, or ``base`` and ``tip``.
        controllers: names of the controllers.

    Raises:
        LaunchError: the file cannot be used, or two controllers move the same joint.
        ArmFileError, UnphysicalArmError: a controller's joints are not those of one usable arm.
    """
    found: list[ControlledArm] = []
    for controller in controllers:
        given = parameters_of(controllers_file, controller)
        part: dict[str, str | list[str]] = {name: str(given.get(name, "")) for name in ("base", "tip")}
        part["joints"] = joints = [str(name) for name in given.get("joints") or [""]]
        selection = Selection.of("", base=str(part["base"]), tip=str(part["tip"]))
        received = ReceivedDescription(f"{controller} in {controllers_file}", selection, joints)
        received.receive(0.0, description)
        arm, driver = received.take(), DRIVERS.get(str(given.get("driver", NO_DRIVER)))
        for other in found:
            if shared := [name for name in arm.joint_names if name in other.arm.joint_names]:
                raise LaunchError(
                    f"controllers_file {controllers_file}: {other.controller} and {controller} both move "
                    f"{', '.join(shared)}; give each the joints of its own arm"
                )
        found.append(ControlledArm(controller, part, arm, driver is not None and driver.takes_position))
    return found


def simulated_description(
    description: str, arms: Sequence[ControlledArm], topics: Callable[[ControlledArm], Mapping[str, str]]
) -> str:
    """Return a robot description with one topic-based system for each arm in place of its own ``<ros2_control>``.

    Args:
        description: URDF of the robot.
        arms: the arms.
        topics: returns the names of the topics ``joint_commands_topic`` and ``joint_states_topic`` of an arm.
    """
    root = robot_root(description)
    for own in root.findall("ros2_control"):
        root.remove(own)
    for one in arms:
        parameters = {**topics(one), **EVERY_CYCLE}
        add_ros2_control(
            root, one.arm, plugin=TOPIC_PLUGIN, parameters=parameters, name=one.controller, position=one.takes_position
        )
    return ElementTree.tostring(root, encoding="unicode")
