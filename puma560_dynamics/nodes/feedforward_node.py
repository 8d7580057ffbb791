"""Feed-forward torque from the explicit model: joint states and a reference in, effort commands out."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from geometry_msgs.msg import InertiaStamped
from rcl_interfaces.msg import SetParametersResult
from rclpy.clock import Clock, ClockType
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn
from rclpy.parameter import Parameter
from rclpy.subscription import Subscription
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray
from trajectory_msgs.msg import JointTrajectory

from ..arm import load_arm
from ..control.feed_forward import TERM_NAMES
from ..control.joint_order import JointOrder
from ..control.stall import Stall
from ..control.torque_gate import GateState, Passed
from ..control.torque_loop import Step, TorqueLoop
from ..errors import MessageError, Puma560Error, StateError
from .commanders import Commanders
from .feedforward_parameters import PARAMETERS, active_terms, friction, loaded_model, payload, torque_loop
from .gate_parameters import effort_per_torque
from .health import ERROR, OK, WARN, Health
from .last_word import WATCH, say_last
from .parameters import declare, joint_names, values
from .spin import run_node
from .torque_topics import TorqueTopics
from .wire import (
    COMMAND,
    COMMANDS,
    GUARD,
    JOINT_STATES,
    LATCHED,
    PAYLOAD,
    REFERENCE,
    RELIABLE,
    TAKE_OVER,
    command,
    payload_message,
    read_reference,
    seconds,
)

LISTEN = 0.5
"""Seconds for which a node that starts by itself listens to what others command, to go on from there."""


class FeedForwardNode(LifecycleNode):
    """`TorqueLoop` on the wire: one command for every usable joint state while the node is active."""

    def __init__(self) -> None:
        super().__init__("feedforward_node")
        declare(self, PARAMETERS)
        self._loop: TorqueLoop | None = None
        self._inputs: list[Subscription] = []
        self._evaluations: list[float] = []
        self._heard: Float64MultiArray | None = None
        self._commands = self.create_lifecycle_publisher(Float64MultiArray, COMMANDS, RELIABLE)
        self._topics = TorqueTopics(self)
        self._payload = self.create_publisher(InertiaStamped, PAYLOAD, LATCHED)
        self._health = Health(self, "torque", self._figures)
        self._health.set(WARN, "not configured", state="unconfigured")
        self._stall = Stall()
        self._commanders = Commanders(self, COMMANDS, {GUARD})
        self._others: Subscription | None = None
        self._listen_to_others()
        # A steady clock: the watchdog must run on when simulated time stands still.
        self._steady = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(WATCH, self._watch, clock=self._steady)
        self.add_on_set_parameters_callback(self._on_parameters)
        if self.get_parameter("autostart").value:
            self._configure()
            self._start_timer = self.create_timer(LISTEN, self._autostart, clock=self._steady)

    # Lifecycle

    def _configure(self) -> None:
        """Everything that parameters decide.

        Raises:
            Puma560Error: a value that makes no sense.
        """
        given = values(self, PARAMETERS)
        arm = load_arm(given["arm"])
        self._names = joint_names(given["joints"], arm)
        self._scale = effort_per_torque(arm, given)
        self._loop = torque_loop(arm, given, self._names)
        self._arm = arm
        self._order, self._reference_order = JointOrder(self._names), JointOrder(self._names)

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Load arm and model; refused with the reason in log and diagnostics."""
        try:
            if self._loop is None:
                self._configure()
        except Puma560Error as error:
            self._health.set(ERROR, f"not configured: {error}")
            return TransitionCallbackReturn.FAILURE
        self._inputs = [
            self.create_subscription(JointTrajectory, REFERENCE, self._on_reference, RELIABLE),
            self.create_subscription(JointState, JOINT_STATES, self._on_state, RELIABLE),
            self.create_subscription(Float64MultiArray, TAKE_OVER, self._on_take_over, RELIABLE),
        ]
        self._publish_payload()
        self._health.set(WARN, "configured, not active", state="inactive")
        return super().on_configure(state)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Fade in, from what acts on the arm already if that was heard."""
        assert self._loop is not None
        result = super().on_activate(state)
        now = time.monotonic()
        start = None
        if self._heard is not None:
            start = np.array(self._heard.data, dtype=np.float64)
            start = start / self._scale if start.shape == self._scale.shape else None
        if self._others is not None:
            self.destroy_subscription(self._others)
            self._others = None
        self._loop.activate(now, start)
        self._stall.forget()
        self._health.set(WARN, "active, no joint state yet", state="active")
        return result

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Fade out; the transition ends when the torque has."""
        self._end("deactivated")
        self._health.set(WARN, "configured, not active", state="inactive")
        return super().on_deactivate(state)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Forget model and parameters, so that the next configuration reads them anew."""
        self._forget()
        return super().on_cleanup(state)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Fade out if active."""
        self._end("shut down")
        self._forget()
        self._health.set(WARN, "shut down")
        return super().on_shutdown(state)

    def on_error(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Fade out if active, and return to unconfigured."""
        self._end("internal error")
        self._forget()
        return super().on_error(state)

    def close(self) -> None:
        """The last commands before the node goes: the controller would hold any other for ever."""
        self._end("stopped")

    def _autostart(self) -> None:
        self._start_timer.cancel()
        self.trigger_configure()
        self.trigger_activate()

    def _forget(self) -> None:
        for subscription in self._inputs:
            self.destroy_subscription(subscription)
        self._inputs, self._loop = [], None
        if self._others is None:  # an activation that failed had ended it
            self._listen_to_others()
        self._health.set(WARN, "not configured", state="unconfigured")

    def _end(self, reason: str) -> None:
        """Lead the torque to zero and stay until it is there."""
        if self._loop is None or not self._loop.gate.active:
            return
        gate = self._loop.gate
        began = time.monotonic()
        gate.deactivate(began, reason)
        # Fading and the rate limit decide how long this takes, on a busy computer twice that; a bound all the same.
        slowest = float((np.abs(gate.torque) / gate.settings.torque_rate).max())
        longest = gate.settings.fade_out_time + 2.0 * slowest + 5.0
        say_last(lambda: gate.done, gate.watch, self._send, self._arm.n, longest)
        gate.reset()
        self._listen_to_others()

    def _listen_to_others(self) -> None:
        """While not active: what others command is where this node's torque begins."""
        self._heard = None
        self._others = self.create_subscription(Float64MultiArray, COMMANDS, self._on_other, COMMAND)

    def _on_other(self, message: Float64MultiArray) -> None:
        self._heard = message

    # Topics

    def _on_reference(self, message: JointTrajectory) -> None:
        if self._loop is None:
            return
        try:
            reference = read_reference(message, self._reference_order)
        except MessageError as error:
            self._health.reject(f"reference: {error}")
            return
        self._loop.reference(time.monotonic(), seconds(message.header.stamp), reference)

    def _on_state(self, message: JointState) -> None:
        loop = self._loop
        if loop is None or not loop.gate.active or not self._order.concerns(message.name):
            return
        now = time.monotonic()
        if self._stall.listens(now):
            return
        try:
            q, qd = self._order.fields(message.name, position=message.position, velocity=message.velocity)
        except MessageError as error:
            loop.gate.refuse("incomplete")
            self._health.reject(f"joint_states: {error}")
            return
        clock = 1e-9 * self.get_clock().now().nanoseconds
        try:
            step = loop.state(now, clock, seconds(message.header.stamp), q, qd)
        except MessageError as error:
            loop.gate.refuse("stamp")
            self._health.reject(f"joint_states: {error}")
            return
        except StateError as error:
            self._health.reject(f"torque: {error}")
            return
        self._evaluations.append(time.monotonic() - now)
        self._send(step.passed)
        self._topics.publish(message.header.stamp, self._names, (q, qd), step, loop.forward.active)
        self._tell(step.passed, step)

    def _watch(self) -> None:
        self._topics.look_for_listeners()
        now = time.monotonic()
        if self._loop is not None and self._loop.gate.active and (others := self._commanders.strangers()):
            who = ", ".join(others)
            self._health.set(WARN, f"{who} publishes on {COMMANDS} too; only one node may command", hold=True)
        if self._loop is None or self._stall.listens(now):
            return
        passed = self._loop.gate.watch(now)
        if passed is not None:
            self._send(passed)
            self._tell(passed)

    def _on_take_over(self, message: Float64MultiArray) -> None:
        """The guard spoke while this node could not: go on from there."""
        torque = np.array(message.data, dtype=np.float64)
        if self._loop is not None and torque.shape == self._scale.shape:
            self._loop.gate.adopt(time.monotonic(), torque / self._scale)

    def _send(self, passed: Passed) -> None:
        self._stall.spoke(time.monotonic())
        self._commands.publish(command(passed.torque * self._scale, self.get_name()))

    def _tell(self, passed: Passed, step: Step | None = None) -> None:
        """State of the gate as diagnostics; every change of it is one line in the log."""
        assert self._loop is not None
        state = passed.state.value
        if passed.state in (GateState.HOLDING, GateState.CLOSED, GateState.FADING_OUT):
            self._health.set(ERROR, f"{state}: {self._loop.gate.reason}", state=state)
        elif passed.trips:
            self._health.set(WARN, passed.trips[0], state=state, hold=True)
        elif passed.state is GateState.FADING_IN:
            self._health.set(OK, "torque fades in", state=state)
        elif step is not None:
            follows = "torque follows the reference" if step.followed else "no reference: torque for what is measured"
            self._health.set(OK, follows, state=state)

    # Parameters

    def _on_parameters(self, parameters: list[Parameter]) -> SetParametersResult:
        """Check what shall change as a whole, and take it over; refused with the reason."""
        changes = {parameter.name: parameter.value for parameter in parameters}
        given = values(self, PARAMETERS, {name: value for name, value in changes.items() if self.has_parameter(name)})
        try:
            apply = self._changes(changes, given)
        except (Puma560Error, TypeError, ValueError) as error:
            return SetParametersResult(successful=False, reason=str(error))
        apply()
        return SetParametersResult(successful=True)

    def _changes(self, changes: dict[str, Any], given: dict[str, Any]) -> Callable[[], None]:
        """What to do for `changes`; everything that can fail has been done when this returns."""
        for item in PARAMETERS:
            if item.name in changes and item.choices and changes[item.name] not in item.choices:
                raise StateError(f"{item.name}: {changes[item.name]!r} is not known; use one of {list(item.choices)}")
        load = payload(given)  # checked in every state
        loop = self._loop
        if loop is None:
            return lambda: None
        rubbing, active = friction(self._arm, given), active_terms(given)
        loaded = any(name.startswith("payload.") for name in changes)
        model = loaded_model(self._arm, given) if loaded else loop.forward.model

        def apply() -> None:
            loop.forward.friction, loop.forward.active = rubbing, active
            loop.source = given["acceleration_source"]
            if loaded:
                loop.forward.model = model
                self._payload.publish(payload_message(self.get_clock().now().to_msg(), self._arm.links[-1].name, load))

        return apply

    def _publish_payload(self) -> None:
        load = payload(values(self, PARAMETERS))
        self._payload.publish(payload_message(self.get_clock().now().to_msg(), self._arm.links[-1].name, load))

    def _figures(self) -> dict[str, object]:
        recent, self._evaluations = self._evaluations, []
        if self._loop is None:
            return {"gate": GateState.INACTIVE.value}
        gate = self._loop.gate
        figures: dict[str, object] = {
            "gate": gate.state.value,
            "gate_reason": gate.reason,
            "active_terms": ",".join(name for name in TERM_NAMES if name in self._loop.forward.active),
            "samples": len(recent),
        }
        if recent:
            figures["evaluation_s"] = float(np.median(recent))
        return figures | {f"trips.{kind}": count for kind, count in gate.counts.items()}


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics feedforward_node``."""
    return run_node(FeedForwardNode, args)


if __name__ == "__main__":
    sys.exit(main())
