"""Feed-forward torque from the explicit model: joint states and a reference in, effort commands out."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import numpy as np
from rcl_interfaces.msg import SetParametersResult
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.parameter import Parameter
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray
from trajectory_msgs.msg import JointTrajectory

from ..arm import load_arm
from ..control.feed_forward import TERM_NAMES, FeedForward, Reference
from ..control.gains import critically_damped
from ..control.joint_order import JointOrder
from ..control.torque_gate import TorqueGate
from ..errors import MessageError, StateError
from ..models import load_model
from .health import ERROR, OK, WARN, Health
from .parameters import ARM, Declared, declare
from .spin import run_node
from .wire import (
    COMMANDS,
    JOINT_STATES,
    REFERENCE,
    RELIABLE,
    command,
    joint_state,
    read_reference,
    seconds,
    terms_message,
)

PARAMETERS = (
    ARM,
    Declared("model", "full", "model: full, abbreviated, newton_euler or pinocchio"),
    *(
        Declared(f"terms.{name}", True, f"whether the {name} term is part of the torque", read_only=False)
        for name in TERM_NAMES
    ),
    Declared("pd", False, "add PD on the reference, so that the arm can be driven with torque alone"),
    Declared("bandwidth", [0.0], "natural frequency of PD a joint, rad/s; [0.0] for the default"),
    Declared("state_timeout", 0.1, "silence of joint_states after which the torque fades, s", minimum=0.005),
    Declared("reference_timeout", 0.2, "silence of reference after which it is dropped, s", minimum=0.005),
    Declared("fade_time", 0.3, "time in which the torque fades to zero, s", minimum=0.0, maximum=10.0),
)


class FeedForwardNode(Node):
    """`FeedForward` and `TorqueGate` on the wire. One command for every usable joint state."""

    def __init__(self) -> None:
        super().__init__("feedforward_node")
        declare(self, PARAMETERS)
        self._arm = load_arm(self.get_parameter("arm").value)
        model = load_model(self.get_parameter("model").value, self._arm)
        gains: tuple[np.ndarray, ...] = ()
        if self.get_parameter("pd").value:
            bandwidth = np.array(self.get_parameter("bandwidth").value)
            gains = critically_damped(model, bandwidth) if bandwidth.any() else critically_damped(model)
        self._forward = FeedForward(model, self._active_terms(), *gains)
        self._gate = TorqueGate(self._arm.maximum_torque, self.get_parameter("fade_time").value)
        self._order, self._reference_order = JointOrder(self._arm.joint_names), JointOrder(self._arm.joint_names)
        self._reference: Reference | None = None
        self._reference_stamp = 0.0
        self._reference_seen = self._state_seen = -np.inf
        self._timeouts = (self.get_parameter("state_timeout").value, self.get_parameter("reference_timeout").value)
        self._commanding = False
        self._evaluations: list[float] = []
        self._commands = self.create_publisher(Float64MultiArray, COMMANDS, RELIABLE)
        self._terms = self.create_publisher(JointTrajectory, "~/terms", RELIABLE)
        self._torque = self.create_publisher(JointState, "~/torque", RELIABLE)
        self._health = Health(self, "torque", self._figures)
        self.create_subscription(JointTrajectory, REFERENCE, self._on_reference, RELIABLE)
        self.create_subscription(JointState, JOINT_STATES, self._on_state, RELIABLE)
        # A steady clock: the watchdog must run on when simulated time stands still.
        self.create_timer(0.02, self._watch, clock=Clock(clock_type=ClockType.STEADY_TIME))
        self.add_on_set_parameters_callback(self._on_parameters)

    def close(self) -> None:
        """The last command before the node goes: the controller would hold any other for ever."""
        if self._commanding:
            self._commands.publish(command(np.zeros(self._arm.n)))

    def _active_terms(self) -> list[str]:
        return [name for name in TERM_NAMES if self.get_parameter(f"terms.{name}").value]

    def _on_parameters(self, parameters: list[Parameter]) -> SetParametersResult:
        switches = {name: name in self._forward.active for name in TERM_NAMES}
        for parameter in parameters:
            if parameter.name.startswith("terms."):
                switches[parameter.name.removeprefix("terms.")] = bool(parameter.value)
        self._forward.active = [name for name, active in switches.items() if active]
        return SetParametersResult(successful=True)

    def _on_reference(self, message: JointTrajectory) -> None:
        try:
            self._reference = read_reference(message, self._reference_order)
        except MessageError as error:
            self._health.reject(f"reference: {error}")
            return
        self._reference_stamp = seconds(message.header.stamp)
        self._reference_seen = time.monotonic()

    def _on_state(self, message: JointState) -> None:
        try:
            q, qd = self._order.fields(message.name, position=message.position, velocity=message.velocity)
        except MessageError as error:
            self._health.reject(f"joint_states: {error}")
            return
        start = time.monotonic()
        fresh = start - self._reference_seen < self._timeouts[1]
        try:
            result = self._forward.command(q, qd, self._reference_at(message) if fresh else None)
        except StateError as error:
            self._health.reject(f"torque: {error}")
            return
        self._evaluations.append(time.monotonic() - start)
        passed = self._gate.admit(result.torque)
        self._commands.publish(command(passed.torque))
        self._commanding, self._state_seen = True, start
        stamp = message.header.stamp
        if self._terms.get_subscription_count():
            terms = {name: getattr(result.terms, name) for name in TERM_NAMES if name in self._forward.active}
            self._terms.publish(terms_message(stamp, self._arm.joint_names, (q, qd, result.acceleration), terms))
        if self._torque.get_subscription_count():
            self._torque.publish(joint_state(stamp, self._arm.joint_names, effort=passed.torque))
        if passed.trip:
            self._health.set(WARN, passed.trip)
        elif fresh:
            self._health.set(OK, "torque follows the reference")
        else:
            self._health.set(OK, "no reference: torque for zero acceleration, no PD")

    def _reference_at(self, state: JointState) -> Reference | None:
        """The reference at the time of a joint state, where both stamps are of one clock."""
        if self._reference is None:
            return None
        ahead = seconds(state.header.stamp) - self._reference_stamp
        return self._reference.advanced(ahead) if abs(ahead) < self._timeouts[1] else self._reference

    def _watch(self) -> None:
        silent = time.monotonic() - self._state_seen - self._timeouts[0]
        if self._commanding and silent > 0.0:
            passed = self._gate.fade(silent)
            self._commands.publish(command(passed.torque))
            self._health.set(ERROR, passed.trip)
            self._commanding = bool(passed.torque.any())

    def _figures(self) -> dict[str, object]:
        recent, self._evaluations = self._evaluations, []
        figures: dict[str, object] = {"active_terms": ",".join(sorted(self._forward.active)), "samples": len(recent)}
        if recent:
            figures["evaluation_s"] = float(np.median(recent))
        return figures


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics feedforward_node``."""
    return run_node(FeedForwardNode, args)


if __name__ == "__main__":
    sys.exit(main())
