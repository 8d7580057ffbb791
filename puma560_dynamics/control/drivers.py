"""Drivers of robots that add part of the torque themselves: what is known about each, and the parameters it needs.

The parameter ``driver`` names one of `DRIVERS`. Its `Driver.rules` are the only values that their parameters may have:
they are the defaults with this driver, and other values are refused. The header ``controller/core/drivers.hpp`` of the
C++ controller and the tables of ``docs/drivers.md`` are generated from this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from ..arrays import FloatArray
from ..errors import StateError
from .parameter_spec import BOTH, ParameterSpec

NO_DRIVER = "none"
"""Value of the parameter ``driver`` for drives that add no torque of their own."""

READ = "2026-11-27"
"""Day on which the sources of all facts were read."""


class Fact(NamedTuple):
    """A statement about a driver, and where it is written.

    Attributes:
        words: the statement, one sentence.
        source: address of the text.
        version: tag, release or date of the text.
    """

    words: str
    source: str
    version: str


class Rule(NamedTuple):
    """The only value that a parameter may have with a driver.

    Attributes:
        parameter: name of the parameter.
        value: the value.
        reason: sentence that refuses every other value; it begins with the name of the parameter.
    """

    parameter: str
    value: bool | float | str
    reason: str


@dataclass(frozen=True)
class Driver:
    """A driver that takes joint torques, and what the robot behind it adds to them.

    Attributes:
        name: value of the parameter ``driver``.
        robot: name of the robots for readers.
        adds: terms that the robot adds to the torque, out of `SWITCHED_TERMS`; gravity is always one of them.
        payload_at: where the payload is given to the robot.
        facts: what the preset follows from.
        torque_rate: N·m/s, fastest change of torque that the robot accepts; `None` if none is published.
        takes_position: whether every torque needs the measured position as a second command.
        hardware_parameter: name and value of a parameter of the driver's hardware, without which it takes no torque.
    """

    name: str
    robot: str
    adds: tuple[str, ...]
    payload_at: str
    facts: tuple[Fact, ...]
    torque_rate: float | None = None
    takes_position: bool = False
    hardware_parameter: tuple[str, str] | None = None

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Parameters whose value follows from the driver."""
        who = f"with driver {self.name} the robot"
        terms = [
            Rule(f"terms.{term}", False, f"terms.{term}: {who} adds {_TORQUES[term]} itself; set it to false")
            for term in self.adds
        ]
        hold = Rule(
            "hardware_compensates_gravity",
            True,
            f"hardware_compensates_gravity: {who} adds gravity itself; set it to true",
        )
        friction = Rule(
            "friction.scale",
            0.0,
            f"friction.scale: {who} compensates friction, also of an arm that a person guides; set it to 0.0",
        )
        load = Rule(
            "payload.mass",
            0.0,
            f"payload.mass: {who} adds the weight of the payload that is set there; set it to 0.0 here and give the "
            f"payload to the robot only ({self.payload_at})",
        )
        unit = Rule("effort_unit", "torque", f"effort_unit: {who} takes N·m; set it to torque")
        return (*terms, hold, *([friction] if "friction" in self.adds else []), load, unit)

    def too_fast(self, parameter: str, joint: str, rate: float) -> str:
        """Return the sentence that refuses a rate limit.

        Args:
            parameter: ``torque_rate`` or ``removal_rate``.
            joint: name of the joint.
            rate: its rate limit, N·m/s.
        """
        return (
            f"{parameter}: {rate:g} N·m/s for joint {joint} is faster than the robot accepts with driver {self.name}; "
            f"set it to at most {self.torque_rate:g}"
        )


_TORQUES = {
    "gravity": "gravity",
    "coriolis": "Coriolis torque",
    "centrifugal": "centrifugal torque",
    "friction": "friction compensation",
}
"""What the robot adds, in sentences, by term."""

_UR_CLIENT = "https://github.com/UniversalRobots/Universal_Robots_Client_Library/blob/2.14.0/doc/architecture"
_UR_DRIVER = "https://github.com/UniversalRobots/Universal_Robots_ROS2_Driver/blob/7.0.0"
_LIBFRANKA = "https://github.com/frankarobotics/libfranka/blob/0.21.2"
_FRANKA_ROS2 = "https://github.com/frankarobotics/franka_ros2/blob/v3.4.0"
_LBR = "https://github.com/lbr-stack/lbr_fri_ros2_stack/blob/humble-v2.1.2"

UNIVERSAL_ROBOTS = Driver(
    name="universal_robots",
    robot="Universal Robots",
    adds=("gravity", "friction"),
    payload_at="service set_payload of io_and_status_controller, or the teach pendant",
    facts=(
        Fact(
            "`direct_torque` always compensates gravity, so that the torque must not contain it; it is called in every "
            "step of 500 Hz.",
            "https://www.universal-robots.com/manuals/EN/HTML/SW5_25_1/Content/prod-scriptmanual/all_scripts/"
            "direct_torque.htm",
            "PolyScope 5.25.1",
        ),
        Fact(
            "PolyScope accepts torques since 5.23.0 and 10.10.0; zeros hold the arm if the robot knows the payload.",
            f"{_UR_CLIENT}/reverse_interface.rst",
            "2.14.0",
        ),
        Fact(
            "The robot compensates friction, by default with the scales 0.9, 0.9, 0.8, 0.9, 0.9, 0.9 (viscous) and "
            "0.8, 0.8, 0.7, 0.8, 0.8, 0.8 (Coulomb).",
            f"{_UR_CLIENT}/script_command_interface.rst",
            "2.14.0",
        ),
        Fact(
            "The service `set_friction_model_parameters` of `friction_model_controller` sets these scales.",
            f"{_UR_DRIVER}/ur_controllers/doc/index.rst",
            "7.0.0",
        ),
        Fact(
            "The joints have the command interface `effort`, for torques.",
            f"{_UR_DRIVER}/ur_robot_driver/doc/hardware_interface.rst",
            "7.0.0",
        ),
        Fact(
            "Measured efforts are motor currents.",
            f"{_UR_DRIVER}/ur_robot_driver/doc/usage/utility_controllers.rst",
            "7.0.0",
        ),
    ),
)

FRANKA = Driver(
    name="franka",
    robot="Franka",
    adds=("gravity", "friction"),
    payload_at="service set_load of franka_ros2, or setLoad of libfranka",
    torque_rate=1000.0,
    facts=(
        Fact(
            "The robot adds gravity and motor friction to the torque, τ_c = τ_d + τ_f + τ_g.",
            f"{_LIBFRANKA}/docs/overview.rst",
            "0.21.2",
        ),
        Fact(
            "The torque of a joint changes by at most 1000 N·m/s.",
            f"{_LIBFRANKA}/include/franka/rate_limiting.h",
            "0.21.2",
        ),
        Fact(
            "The driver lowers a faster change to this rate, unnoticed by the controller.",
            f"{_FRANKA_ROS2}/franka_hardware/src/robot.cpp",
            "v3.4.0",
        ),
        Fact(
            "The payload is set at the robot, by `setLoad`.",
            f"{_LIBFRANKA}/include/franka/robot.h",
            "0.21.2",
        ),
        Fact(
            "An impedance controller of the driver adds Coriolis torque to its command, so the robot does not.",
            f"{_FRANKA_ROS2}/franka_example_controllers/src/fr3/joint_impedance_with_ik_example_controller.cpp",
            "v3.4.0",
        ),
    ),
)

KUKA_FRI = Driver(
    name="kuka_fri",
    robot="KUKA LBR iiwa and LBR Med",
    adds=("gravity", "coriolis", "centrifugal"),
    payload_at="load data of the tool in Sunrise",
    takes_position=True,
    hardware_parameter=("client_command_mode", "torque"),
    facts=(
        Fact(
            "The torque controller of the driver claims `position` and `effort` of every joint.",
            f"{_LBR}/lbr_ros2_control/src/controllers/lbr_torque_command_controller.cpp",
            "humble-v2.1.2",
        ),
        Fact(
            "Without a number for position and torque of every joint, the driver commands zero torque.",
            f"{_LBR}/lbr_fri_ros2/src/interfaces/torque_command.cpp",
            "humble-v2.1.2",
        ),
        Fact(
            "A demo of the driver sends the measured position with its torque.",
            f"{_LBR}/lbr_demos/lbr_demos_cpp/src/torque_sine_overlay.cpp",
            "humble-v2.1.2",
        ),
        Fact(
            "The control mode is JOINT_IMPEDANCE_CONTROL and the command mode TORQUE (in the driver "
            "`client_command_mode: torque`), with a send period of 2 ms.",
            f"{_LBR}/lbr_demos/lbr_demos_cpp/doc/lbr_demos_cpp.rst",
            "humble-v2.1.2",
        ),
        Fact(
            "The stiffness is set to zero in the Sunrise application; the position has no effect then, but has to stay "
            "near the actual one, because the robot checks it.",
            "https://github.com/lbr-stack/lbr_fri_ros2_stack/issues/303",
            "2025-10-01",
        ),
        Fact(
            "Gravity and Coriolis torque have to be left out of the torque, says the maintainer of iiwa_ros.",
            "https://github.com/epfl-lasa/iiwa_ros/issues/31",
            "2020-06-04",
        ),
        Fact(
            "Tools have to be in the load data, or the arm drifts with zero stiffness, says the maintainer of the "
            "driver.",
            "https://github.com/lbr-stack/lbr_fri_ros2_stack/issues/232",
            "2024-12-11",
        ),
    ),
)

DRIVERS: Mapping[str, Driver] = MappingProxyType({each.name: each for each in (UNIVERSAL_ROBOTS, FRANKA, KUKA_FRI)})
"""All drivers by name."""

DRIVER = ParameterSpec(
    "driver",
    NO_DRIVER,
    "driver of a robot that adds part of the torque itself: universal_robots, franka or kuka_fri; it sets the "
    "parameters that depend on the robot and refuses values that do not fit; none for other robots",
    choices=(NO_DRIVER, *DRIVERS),
    users=BOTH,
)


def preset(parameters: Iterable[ParameterSpec], driver: str) -> tuple[ParameterSpec, ...]:
    """Return parameters with the defaults that follow from a driver.

    Args:
        parameters: parameters of a node.
        driver: value of the parameter ``driver``; an unknown name has no preset.
    """
    known = DRIVERS.get(driver)
    values = {} if known is None else {rule.parameter: rule.value for rule in known.rules}
    return tuple(replace(spec, default=values.get(spec.name, spec.default)) for spec in parameters)


def check_driver(given: Mapping[str, Any]) -> None:
    """Check that parameters of a node fit its driver.

    Args:
        given: values of the parameters by name.

    Raises:
        StateError: a value that does not fit, or a driver that needs more than the torque.
    """
    driver = DRIVERS.get(given["driver"])
    if driver is None:
        return
    if driver.takes_position:
        raise StateError(
            f"driver: {driver.name} takes a torque only with the measured position, which this node does not send; use "
            "the controller that `puma560 controller` writes"
        )
    for rule in driver.rules:
        if given.get(rule.parameter, rule.value) != rule.value:
            raise StateError(rule.reason)


def driver_rates(
    driver: str, joints: tuple[str, ...], usual: FloatArray, growth: FloatArray | None, removal: FloatArray | None
) -> tuple[FloatArray | None, FloatArray | None]:
    """Return the rate limits of the torque with a driver.

    Args:
        driver: value of the parameter ``driver``.
        joints: n names of joints.
        usual: (n,) N·m/s, default of both rates.
        growth, removal: (n,) N·m/s, given rate limits of growing and of removed torque; `None` for the default.

    Returns:
        Both rates; the default is lowered to the rate that the robot accepts.

    Raises:
        StateError: a given rate is faster than the robot accepts.
    """
    known = DRIVERS.get(driver)
    if known is None or known.torque_rate is None:
        return growth, removal
    for name, rates in (("torque_rate", growth), ("removal_rate", removal)):
        if rates is not None and rates.max() > known.torque_rate:
            fastest = int(rates.argmax())
            raise StateError(known.too_fast(name, joints[fastest], rates[fastest]))
    lowered = np.minimum(usual, known.torque_rate)
    growth = lowered if growth is None else growth
    return growth, np.maximum(lowered, growth) if removal is None else removal
