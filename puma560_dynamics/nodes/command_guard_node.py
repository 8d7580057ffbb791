"""Takes over when the commands stop: a node that was killed cannot end its torque itself."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from diagnostic_msgs.msg import KeyValue
from geometry_msgs.msg import InertiaStamped
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.node import Node
from sensor_msgs.msg import JointState

from ..arm import Arm
from ..arrays import FloatArray
from ..control.gate.command_guard import LONGEST_STAY, CommandGuard
from ..control.gate.gate_state import GateOutput
from ..control.gate.supervision import WAITING, WATCHING
from ..control.gate.timing import PERIOD
from ..control.joint_order import JointOrder
from ..errors import MessageError, StateError
from ..models.load import load_model
from .wire.arm_source import ArmSource
from .wire.brake_request import BrakeRequest
from .wire.cdr import JointStateDecoder
from .wire.command_topic import CommandTopic
from .wire.diagnostics import ERROR, OK, WARN, Diagnostics
from .wire.gate_parameters import GATE_PARAMETERS, effort_per_torque, gate_settings
from .wire.messages import read_payload
from .wire.parameters import ARM_PARAMETERS, Declared, declare, parameter_values
from .wire.spin import run_node
from .wire.tick import Tick
from .wire.topics import COMMAND, HEARTBEAT, JOINT_STATES, LATCHED, PAYLOAD

PARAMETERS = (
    *ARM_PARAMETERS,
    Declared("model", "newton_euler", "model of the gravity load that is held"),
    Declared(
        "command_timeout",
        0.0,
        "silence of commands after which a torque is taken over, s, at least twice state_timeout and less than 4; 0 "
        "for three times state_timeout",
        minimum=0.0,
        maximum=LONGEST_STAY,
    ),
    Declared("hardware_compensates_gravity", False, "the drive already adds the gravity torque"),
    *GATE_PARAMETERS,
)

LONGEST_END = 10.0
"""Seconds at most for the end of a torque that was taken over, when this node is asked to stop."""


class CommandGuardNode(Node):
    """`CommandGuard` on the wire, with a heartbeat that carries its state."""

    def __init__(self) -> None:
        super().__init__("command_guard_node", automatically_declare_parameters_from_overrides=True)
        declare(self, PARAMETERS)
        self._leaving: float | None = None
        self._guarding = False
        self._source = ArmSource(self)
        self._source.begin(self._begin)

    def _begin(self, arm: Arm, names: tuple[str, ...]) -> None:
        """Guard the commands of an arm from now on.

        Raises:
            Puma560Error: a value that makes no sense.
        """
        given = parameter_values(self, PARAMETERS)
        self._arm = arm
        self._scale = effort_per_torque(self._arm, given)
        self._kind = given["model"]
        settings = gate_settings(self._arm, given, names)
        self._timing = settings.timing
        self._guard = CommandGuard(
            load_model(self._kind, self._arm),
            settings,
            given["command_timeout"] or None,
            not given["hardware_compensates_gravity"],
        )
        self._order, self._decoder = JointOrder(names), JointStateDecoder()
        self._received = self._late = 0
        self._ending, self._guarding = False, True
        self._commands = CommandTopic(self, self._on_command)
        self._heartbeat = self.create_publisher(KeyValue, HEARTBEAT, COMMAND)
        self._brake = BrakeRequest(self, False)
        self._diagnostics = Diagnostics(self, "commands", self._figures)
        self._diagnostics.set(OK, "watching")
        self.create_subscription(JointState, JOINT_STATES, self._on_state, COMMAND, raw=True)
        self.create_subscription(InertiaStamped, PAYLOAD, self._on_payload, LATCHED)
        # A steady clock: simulated time may stand still.
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(PERIOD, Tick(self._watch), clock=steady)
        self.create_timer(self._timing.heartbeat, self._beat, clock=steady)

    def _on_command(self, effort: FloatArray, sender: str) -> None:
        if effort.shape == self._scale.shape:
            self._guard.command(time.monotonic(), effort / self._scale)
            self._received += 1

    def _on_state(self, data: bytes) -> None:
        began = time.monotonic()
        clock = 1e-9 * self.get_clock().now().nanoseconds
        try:
            message = self._decoder.decode(data)
            if not self._order.concerns(message.names):
                return
            q, qd = self._order.fields(message.names, position=message.position, velocity=message.velocity)
            output = self._guard.position(began, clock, message.sec + 1e-9 * message.nanosec, q, qd)
        except (MessageError, StateError) as error:
            self._diagnostics.reject(f"joint_states: {error}")
            return
        self._send(output, began)

    def _on_payload(self, message: InertiaStamped) -> None:
        try:
            self._guard.model = load_model(self._kind, self._arm, read_payload(message))
        except StateError as error:
            self._diagnostics.reject(f"payload: {error}")

    def _watch(self) -> None:
        began = time.monotonic()
        self._send(self._guard.watch(began), began)
        self._brake.set(self._guard.brake)
        if self._guard.late:
            self._late += 1
            self._diagnostics.set(
                WARN, f"this process was late by {self._guard.late:.3g} s; the machine is busy", hold=True
            )
        elif self._guard.state == WATCHING:
            self._diagnostics.set(OK, "watching")

    def _send(self, output: GateOutput | None, began: float) -> None:
        """Publish a torque, unless this process stood still since `began` (steady s)."""
        if output is None:
            return
        if (
            self._commands.send((output.torque * self._scale).tolist(), lambda now: now - began <= self._timing.late)
            is None
        ):
            return
        self._guard.sent(time.monotonic())
        state = self._guard.state
        reason = f"commands have stopped, the torque is ended: {state}, {self._guard.reason}"
        self._diagnostics.set(ERROR, reason, state="taken over")

    def _beat(self) -> None:
        """What it does, and after how many seconds of silence it takes over."""
        state = self._guard.state
        if state == WATCHING and not self._commands.received:
            state = WAITING
        self._heartbeat.publish(KeyValue(key=state, value=f"{self._guard.timeout:g}"))

    def _figures(self) -> dict[str, object]:
        return {
            "state": self._guard.state,
            "commands_received": self._received,
            "late": self._late,
            "brake": self._guard.brake,
        }

    def leave(self) -> None:
        """Asked to go: another node's torque may end first, or die with that node."""
        if self._leaving is None:
            self._leaving = time.monotonic()

    def may_leave(self) -> bool:
        """Whether no torque is left that this node would have to end."""
        if self._leaving is None or not self._guarding:
            return True
        waited = time.monotonic() - self._leaving
        if self._guard.needed:
            return self._guard.may_leave(waited)
        if not self._ending:
            self._ending = True
            self._guard.end(time.monotonic())
        return self._guard.state == WATCHING or waited > LONGEST_END


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics command_guard_node``."""
    return run_node(CommandGuardNode, args)


if __name__ == "__main__":
    sys.exit(main())
