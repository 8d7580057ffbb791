"""Life cycle of a node that sends torque: configure, activate, and exit only after the torque has ended."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from rclpy.clock import Clock
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn
from rclpy.subscription import Subscription
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger

from ...arm import Arm
from ...arrays import FloatArray
from ...control.gate.gate_state import GateState
from ...control.gate.timing import WATCHDOG_PERIOD_S
from ...control.torque_loop import TorqueLoop
from ...errors import Puma560Error
from ...models.payload.payload import Payload
from .arm_source import ArmSource
from .diagnostics import ERROR, WARN, Diagnostics
from .intake import Intake
from .loop_changes import LoopChanges
from .loop_topics import LoopTopics
from .reference_source import ReferenceSource
from .stamps import TorqueClock
from .surroundings import Surroundings
from .topics import COMMAND, JOINT_STATES

MAX_GUARD_WAIT_S = 2.0
"""Time for which a node that is asked to stop waits for the guard after a pause, before it sends zero, s."""

MAX_END_S = 10.0
"""Seconds after the last command for which a process that is asked to stop waits for the end of the torque."""


class LoopLifecycle(LifecycleNode, ABC):
    """Transitions of a lifecycle node around a torque loop.

    A derived class creates the attributes below in its constructor, and the loop in the abstract method `_configure`:
    both depend on the parameters that the node declares, and lock-step first checks its conditions.
    """

    _loop: TorqueLoop | None
    _inputs: list[Subscription[Any]]
    _leaving: float | None
    _torque_clock: TorqueClock
    _diagnostics: Diagnostics
    _changes: LoopChanges
    _intake: Intake
    _references: ReferenceSource
    _topics: LoopTopics
    _surroundings: Surroundings
    _source: ArmSource
    _agreement: tuple[Arm, tuple[str, ...], Payload, FloatArray | None]

    @abstractmethod
    def _configure(self) -> None:
        """Make the loop from the parameters.

        Raises:
            Puma560Error: an invalid value.
        """

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Load arm and model; on failure, log and diagnostics give the reason."""
        try:
            if self._loop is None:
                self._configure()
        except Puma560Error as error:
            self._diagnostics.set(ERROR, f"not configured: {error}")
            return TransitionCallbackReturn.FAILURE
        self._inputs = [
            self._intake.subscribe(
                self._references.kind, self._references.topic, self._topics.on_reference, self._references.quality
            ),
            self._intake.subscribe(JointState, JOINT_STATES, self._topics.on_state, COMMAND, raw=True),
        ]
        self._changes.publish_payload()
        self._diagnostics.set(WARN, "configured, not active", state="inactive")
        return super().on_configure(state)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Fade in; refused while another node commands, or while the required guard is missing."""
        self._intake.note_running()
        loop = self._loop
        autostart = self.get_parameter("autostart").value  # autostart tries again
        if loop is not None and loop.gate.quiet and self._surroundings.awaited and not autostart:
            self._surroundings.wait()
            self._intake.pauses.restart()
        obstacle = self._start()
        if obstacle is not None:
            self._diagnostics.set(ERROR, f"not activated: {obstacle}", state="inactive")
            return TransitionCallbackReturn.FAILURE
        return super().on_activate(state)

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Begin to fade out; the torque ends after the node has become inactive (``gate`` in diagnostics)."""
        self._end("deactivated")
        return super().on_deactivate(state)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Forget model and parameters, so that the next configuration reads them again; refused during a fade."""
        if self._loop is not None and not self._loop.gate.done:
            self._diagnostics.set(
                ERROR, "not cleaned up: the torque is still fading out; try again when gate is inactive"
            )
            return TransitionCallbackReturn.FAILURE
        self._forget()
        return super().on_cleanup(state)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Begin to fade out if active; the fade continues until the process ends."""
        self._end("shut down")
        return super().on_shutdown(state)

    def on_error(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Begin to fade out if active."""
        self._end("internal error")
        return super().on_error(state)

    def leave(self, reason: str = "stopped") -> None:
        """Begin to fade when the process is asked to stop: the controller would hold the last command indefinitely."""
        if self._leaving is None:
            self._leaving = self._torque_clock.steady()
            self._end(reason)

    def may_leave(self) -> bool:
        """Return whether the torque has ended and zero was repeated, or another process ends the torque."""
        if self._loop is None or self._leaving is None:
            return True
        now = self._torque_clock.steady()
        gate = self._loop.gate
        if (
            gate.state is GateState.YIELDED
            and now - self._leaving > MAX_GUARD_WAIT_S
            and not self._loop.left_to_others(now)
        ):
            self._loop.give_up(now)
        repeated = gate.done and now - self._loop.ended > 10.0 * WATCHDOG_PERIOD_S
        # The fade and the rate limit determine the time. The bound applies only when nothing is sent any more.
        sent = max(self._leaving, self._topics.last_sent)
        zeros = gate.quiet and self._loop.zero_again(now) is None
        return zeros or repeated or self._loop.left_to_others(now) or now - sent > MAX_END_S

    def _start(self) -> str | None:
        """Begin to fade in; return the reason if that is not allowed."""
        loop = self._loop
        if loop is None:
            return "not configured"
        different = self._source.changed or self._description_difference()
        if different is not None:
            return different
        now = self._torque_clock.steady()
        self._torque_clock.renew()  # `use_sim_time` does not change while torque acts
        self._surroundings.update_supervision(now, at_once=True)
        self._topics.note_effort()
        obstacle = loop.obstacle(now) or self._topics.left_in_doubt() or self._topics.overload()
        if obstacle is None:
            loop.activate(now)
            self._topics.answering = True
            self._diagnostics.set(WARN, "active, no joint state yet", state="active")
        return obstacle

    def _description_difference(self) -> str | None:
        """Return a sentence on the difference between robot and model; `None` if no difference is known."""
        check = self._source.check
        if check is None:
            return None
        untried, difference = check.untried, check.difference(*self._agreement)
        if untried:
            self._intake.pauses.restart()  # this process was busy, not stopped
        return difference

    def _forget(self) -> None:
        for subscription in self._inputs:
            self.destroy_subscription(subscription)
        self._inputs, self._loop = [], None
        self._changes.detach()
        self._topics.detach()
        self._source.release()
        self._say_unconfigured()

    def _say_unconfigured(self) -> None:
        waiting = self._source.waiting
        self._diagnostics.set(WARN, f"not configured: {waiting}" if waiting else "not configured", state="unconfigured")

    def _end(self, reason: str) -> None:
        """Begin to fade; `watch` continues the fade."""
        self._topics.answering = False
        if self._loop is not None and self._loop.gate.active:
            self._loop.deactivate(self._torque_clock.steady(), reason)

    def _on_reset(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        """Serve ``~/reset``: open a gate that a fault has closed."""
        self._intake.note_running()
        obstacle: str | None
        if not self._topics.answering or self._loop is None:
            obstacle = "the node is not active; activate it"
        elif not self._loop.gate.done:
            obstacle = f"the gate is not closed ({self._loop.gate.state.value}); wait until the torque has ended"
        else:
            obstacle = self._start()
        response.success = obstacle is None
        removes = self._loop is not None and self._loop.gate.state is GateState.FADING_OUT
        begins = "the torque that the hardware holds goes to zero, then torque fades in" if removes else ""
        response.message = obstacle or begins or "the torque fades in"
        return response


ATTEMPT_PERIOD_S = 0.5
"""Time between two attempts, and before the first one, in which the node reads its topics, s."""


class Autostart:
    """Configures a node once, then tries to activate it until it is active.

    Args:
        node: the node.
        clock: steady clock.
        ready: returns whether the node can be configured.
        configured, active: return whether the node is in that state.
    """

    def __init__(
        self,
        node: LifecycleNode,
        clock: Clock,
        ready: Callable[[], bool],
        configured: Callable[[], bool],
        active: Callable[[], bool],
    ) -> None:
        self._node, self._ready, self._configured, self._active = node, ready, configured, active
        self._timer = node.create_timer(ATTEMPT_PERIOD_S, self._try, clock=clock)

    def _try(self) -> None:
        if not self._configured() and self._ready():
            self._node.trigger_configure()
        if self._configured() and not self._active():
            self._node.trigger_activate()
        if self._active():
            self._timer.cancel()
