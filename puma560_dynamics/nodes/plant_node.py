"""The simulated arm as a node: effort commands in, joint states out, in wall-clock time.

Two interfaces: ``direct`` speaks as a robot with its effort controller does; ``topic_hardware`` is the
other end of ros2_control's ``joint_state_topic_hardware_interface/JointStateTopicSystem``, so that
the real controller manager and its controllers drive the simulated arm. There the plant is the arm with its
drives, and has their time-out: without commands it stops the arm with its brakes and keeps that fault.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import numpy as np
from rclpy.node import Node
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray, String
from std_srvs.srv import Trigger

from ..arm import load_arm
from ..arm.urdf import urdf
from ..control.joint_order import JointOrder
from ..control.plant import Plant
from ..control.trajectory import HOME
from ..errors import MessageError
from ..states import joint_array
from .health import ERROR, OK, WARN, Health
from .parameters import ARM, Declared, declare
from .spin import run_node
from .wire import (
    COMMAND,
    COMMANDS,
    JOINT_STATES,
    LATCHED,
    RELIABLE,
    ROBOT_DESCRIPTION,
    hardware_effort,
    joint_state,
)

LONGEST_STEP = 0.05
"""Seconds that one tick may integrate; a longer pause of the machine slows the arm down instead."""

PARAMETERS = (
    ARM,
    Declared(
        "interface",
        "direct",
        "direct: a robot's topics; topic_hardware: those of JointStateTopicSystem",
        choices=("direct", "topic_hardware"),
    ),
    Declared("commands_topic", "/robot_joint_commands", "topic_hardware: its commands (JointState), taken here"),
    Declared("states_topic", "/robot_joint_states", "topic_hardware: its states (JointState), published here"),
    Declared(
        "command_timeout",
        0.1,
        "topic_hardware: silence of commands, once torque acts, after which the drives fault: no torque, brakes on, "
        "until ~/reset; 0 for none, s",
        minimum=0.0,
        maximum=10.0,
    ),
    Declared("rate", 250.0, "rate of joint_states, Hz", minimum=1.0, maximum=2000.0),
    Declared("initial_position", list(HOME), "joint positions at the start, rad"),
    Declared("friction", True, "friction of the arm file, or without one dry friction of the break-away torques"),
)


class PlantNode(Node):
    """`Plant` on the wire. Brakes hold the arm until the first command.

    With ``direct`` the last command acts until the next, as a forward controller repeats it to the drives. With
    ``topic_hardware`` silence of ``command_timeout`` is a fault of the drives, which latches: torque returns with
    the first command after ``~/reset``.
    """

    def __init__(self) -> None:
        super().__init__("plant_node", automatically_declare_parameters_from_overrides=True)
        declare(self, PARAMETERS)
        self._arm = load_arm(self.get_parameter("arm").value)
        self._plant = Plant(self._arm, friction=self.get_parameter("friction").value)
        self._home = joint_array("initial_position", self.get_parameter("initial_position").value, self._arm.n)
        self._plant.reset(self._home)
        self._torque: np.ndarray | None = None
        self._timeout, self._silence, self._faulted = 0.0, 0.0, False
        self._before = time.monotonic()
        self._health = Health(self, "commands", lambda: {"simulated_s": round(self._plant.time, 3)})
        if self.get_parameter("interface").value == "direct":
            states = JOINT_STATES
            self._description = self.create_publisher(String, ROBOT_DESCRIPTION, LATCHED)
            self._description.publish(String(data=urdf(self._arm)))
            self.create_subscription(Float64MultiArray, COMMANDS, self._on_command, COMMAND)
        else:
            # No robot_description here: a second one beside robot_state_publisher's could reach the controller manager.
            states = self.get_parameter("states_topic").value
            self._timeout = self.get_parameter("command_timeout").value
            self._order = JointOrder(self._arm.joint_names)
            self.create_subscription(
                JointState, self.get_parameter("commands_topic").value, self._on_hardware_command, COMMAND
            )
        self._states = self.create_publisher(JointState, states, RELIABLE)
        self.create_service(Trigger, "~/reset", self._on_reset)
        self.create_timer(1.0 / self.get_parameter("rate").value, self._tick)

    def _on_command(self, message: Float64MultiArray) -> None:
        torque = np.array(message.data, dtype=np.float64)
        if torque.shape != (self._arm.n,) or not np.isfinite(torque).all():
            self._health.reject(
                f"command with {torque.size} entries or not finite; expected {self._arm.n} finite torques, not used"
            )
            return
        self._torque = torque
        self._health.set(OK, "commands arrive")

    def _on_hardware_command(self, message: JointState) -> None:
        try:
            torque = hardware_effort(message, self._order)
        except MessageError as error:
            self._health.reject(f"commands: {error}")
            return
        if torque is not None:
            self._silence = 0.0
            if self._faulted:
                self._health.set(ERROR, f"{self._fault}; commands have returned, call ~/reset")
                return
            self._torque = torque
            self._health.set(OK, "commands arrive")
        elif self._torque is None and not self._faulted:
            self._health.set(WARN, "the hardware interface is up, no controller commands an effort yet; brakes on")

    @property
    def _fault(self) -> str:
        return f"the drives are off and the brakes on: no command for {self._timeout:g} s"

    def _on_reset(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        if self._faulted:
            self._faulted = False
            self._health.set(WARN, "the drives' fault is reset; brakes on until a command comes")
            response.success, response.message = True, "the drives' fault is reset, the arm is where it was, brakes on"
            return response
        self._plant.reset(self._home)
        self._torque = None
        response.success, response.message = True, "the arm is at its initial position, brakes on"
        return response

    def _watch_commands(self, elapsed: float) -> None:
        """End the torque after `command_timeout` without a torque; counted in the plant's time, not the machine's."""
        self._silence += elapsed
        if self._timeout > 0.0 and self._torque is not None and self._silence > self._timeout:
            self._torque, self._faulted = None, True
            self._plant.brake()
            self._health.set(ERROR, f"{self._fault}; restore the commands, then call ~/reset")

    def _tick(self) -> None:
        now = time.monotonic()
        elapsed, self._before = min(now - self._before, LONGEST_STEP), now
        self._watch_commands(elapsed)
        if self._torque is not None:
            self._plant.advance(elapsed, self._torque)
        position, velocity = self._plant.position, self._plant.velocity
        if not (np.isfinite(position).all() and np.isfinite(velocity).all()):
            self._health.set(ERROR, "the simulation diverged; call ~/reset")
            return
        stamp = self.get_clock().now().to_msg()
        self._states.publish(joint_state(stamp, self._arm.joint_names, position, velocity, self._plant.effort))


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics plant_node``."""
    return run_node(PlantNode, args)


if __name__ == "__main__":
    sys.exit(main())
