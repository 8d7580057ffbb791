"""Takes over when the commands fall silent: a node that was killed cannot say its last word itself."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import numpy as np
from geometry_msgs.msg import InertiaStamped
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray

from ..arm import load_arm
from ..control.command_guard import CommandGuard
from ..control.joint_order import JointOrder
from ..control.torque_gate import GateState, Passed
from ..errors import MessageError, StateError
from ..models import load_model
from .gate_parameters import GATE_PARAMETERS, effort_per_torque, gate_settings
from .health import ERROR, OK, Health
from .last_word import WATCH, say_last
from .parameters import ARM, JOINTS, Declared, declare, joint_names, values
from .spin import run_node
from .wire import (
    COMMAND,
    COMMANDS,
    JOINT_STATES,
    LATCHED,
    PAYLOAD,
    RELIABLE,
    command,
    read_payload,
    sender_of,
)

PARAMETERS = (
    ARM,
    JOINTS,
    Declared("model", "newton_euler", "model of the gravity load that is held"),
    Declared("command_timeout", 0.3, "silence of commands after which a torque is taken over, s", minimum=0.2),
    Declared("hardware_compensates_gravity", False, "the drive adds the gravity torque itself"),
    *GATE_PARAMETERS,
)

LONGEST_STAY = 4.0
"""Seconds at most for which this node, told to stop, waits for the end of somebody else's torque; launch gives 5."""

LONGEST_END = 10.0
"""Seconds at most for the end of a torque that was taken over, when this node is stopped."""


DOING = {
    GateState.FADING_IN: "led to the gravity load",
    GateState.OPEN: "led to the gravity load",
    GateState.HOLDING: "gravity is held",
    GateState.FADING_OUT: "it fades",
    GateState.CLOSED: "zero",
}
"""What a take-over is doing, in words."""


class CommandGuardNode(Node):
    """`CommandGuard` on the wire. Its own commands carry its name in the layout's label."""

    def __init__(self) -> None:
        super().__init__("command_guard_node")
        declare(self, PARAMETERS)
        given = values(self, PARAMETERS)
        self._arm = load_arm(given["arm"])
        names = joint_names(given["joints"], self._arm)
        self._scale = effort_per_torque(self._arm, given)
        self._kind = given["model"]
        self._guard = CommandGuard(
            load_model(self._kind, self._arm),
            gate_settings(self._arm, given, names),
            given["command_timeout"],
            not given["hardware_compensates_gravity"],
        )
        self._order = JointOrder(names)
        self._commands = self.create_publisher(Float64MultiArray, COMMANDS, RELIABLE)
        self._heard = 0
        self._told = np.inf
        self._take_over = self.create_publisher(Float64MultiArray, "~/take_over", RELIABLE)
        self._health = Health(self, "commands", lambda: {"state": self._guard.state, "commands_heard": self._heard})
        self._health.set(OK, "watching")
        self.create_subscription(Float64MultiArray, COMMANDS, self._on_command, COMMAND)
        self.create_subscription(JointState, JOINT_STATES, self._on_state, COMMAND)
        self.create_subscription(InertiaStamped, PAYLOAD, self._on_payload, LATCHED)
        # A steady clock: simulated time may stand still.
        self.create_timer(WATCH, self._watch, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def _on_command(self, message: Float64MultiArray) -> None:
        if sender_of(message) == self.get_name():
            return
        torque = np.array(message.data, dtype=np.float64)
        if torque.shape == self._scale.shape and np.isfinite(torque).all():  # as the controller drops all others
            self._guard.command(time.monotonic(), torque / self._scale)
            self._heard += 1

    def _on_state(self, message: JointState) -> None:
        if not self._order.concerns(message.name):
            return
        try:
            (position,) = self._order.fields(message.name, position=message.position)
        except MessageError as error:
            self._health.reject(f"joint_states: {error}")
            return
        self._guard.position(position)

    def _on_payload(self, message: InertiaStamped) -> None:
        try:
            self._guard.model = load_model(self._kind, self._arm, read_payload(message))
        except StateError as error:
            self._health.reject(f"payload: {error}")

    def _watch(self) -> None:
        passed = self._guard.watch(time.monotonic())
        if passed is None:
            self._health.set(OK, "watching")
            return
        self._send(passed)
        self._health.set(ERROR, f"commands fell silent, the torque is ended: {DOING[passed.state]}", state="taken over")

    def _send(self, passed: Passed) -> None:
        message = command(passed.torque * self._scale, self.get_name())
        self._commands.publish(message)
        self._take_over.publish(message)

    def may_leave(self) -> bool:
        """Whether this node may stop: whoever commands is often stopped at the same time, and may die of it."""
        now = time.monotonic()
        self._told = min(self._told, now)
        return not self._guard.needed or now - self._told > LONGEST_STAY

    def close(self) -> None:
        """End a torque that was taken over before this node goes: nobody else would."""
        if not self._guard.end(time.monotonic()):
            return
        say_last(lambda: not self._guard.end(time.monotonic()), self._guard.watch, self._send, self._arm.n, LONGEST_END)


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics command_guard_node``."""
    return run_node(CommandGuardNode, args)


if __name__ == "__main__":
    sys.exit(main())
