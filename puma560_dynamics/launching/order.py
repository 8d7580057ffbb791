"""Sequences of launch actions that are controlled by events."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import launch.logging
from launch import Action, LaunchContext
from launch.actions import (
    EmitEvent,
    ExecuteProcess,
    OpaqueFunction,
    RegisterEventHandler,
    TimerAction,
    UnregisterEventHandler,
)
from launch.event_handlers import OnProcessExit, OnProcessStart
from launch.events import Shutdown, matches_action
from launch.events.process import ProcessExited
from launch_ros.actions import LifecycleNode
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState

from ..errors import LaunchError
from ..nodes.queries.graph_queries import ACTIVATE, CONFIGURE

_log = launch.logging.get_logger("puma560_dynamics")


def end(reason: str) -> EmitEvent:
    """Return the action that ends the launch without an error."""
    return EmitEvent(event=Shutdown(reason=reason))


def fail_launch(reason: str) -> OpaqueFunction:
    """Return the action that ends the launch with exit code 1; `reason` is its last error line."""

    def give_up(context: LaunchContext) -> None:
        # Only once: launch_ros fails at a second shutdown.
        if not context.is_shutdown:
            raise LaunchError(reason)

    return OpaqueFunction(function=give_up)


def after_success(process: ExecuteProcess, then: Sequence[Action], otherwise: str) -> RegisterEventHandler:
    """Run `then` once `process` has ended with code 0; with another code, fail the launch with `otherwise`."""

    def decide(event: ProcessExited, context: LaunchContext) -> list[Action] | None:
        if context.is_shutdown:
            return None
        return list(then) if event.returncode == 0 else [delayed(MAX_SIGNAL_DELAY_S, [fail_launch(otherwise)])]

    return RegisterEventHandler(OnProcessExit(target_action=process, on_exit=decide))


def ends_with(process: ExecuteProcess, reason: str) -> RegisterEventHandler:
    """Fail the launch with `reason` when `process` ends, unless the launch is already ending.

    Ctrl-C reaches the process and launch at the same time. Launch may detect the end of the process first, so the
    failure is delayed until launch has handled its own signal.
    """
    after = delayed(MAX_SIGNAL_DELAY_S, [fail_launch(reason)])
    return RegisterEventHandler(OnProcessExit(target_action=process, on_exit=[after]))


MAX_SIGNAL_DELAY_S = 1.0
"""Longest time by which launch handles a signal later than the end of a process that received the same signal, s."""


def delayed(seconds: float, actions: Sequence[Action]) -> TimerAction:
    """Run actions some seconds later, unless the launch ends before."""
    return TimerAction(period=seconds, actions=list(actions))


START_S = 10.0
"""Time after a process's start within which its end is a failed start, s, unless a signal killed the process."""


class Start:
    """Start phase of a robot: the end of a process fails the launch in this phase, and is only reported later."""

    def __init__(self) -> None:
        self._complete = False

    def complete(self) -> OpaqueFunction:
        """Return the action that ends the start phase: the robot then counts as running."""

        def note(context: LaunchContext) -> None:
            self._complete = True

        return OpaqueFunction(function=note)

    def needs(self, process: ExecuteProcess, name: str, later: str, then: Sequence[Action] = ()) -> list[Action]:
        """Return the actions that monitor a process.

        Args:
            process: the process.
            name: name of the process, for messages.
            later: consequence of its end once the robot runs, for the log.
            then: actions after its end once the robot runs.
        """
        began = [time.monotonic()]

        def begin(context: LaunchContext) -> None:
            began[0] = time.monotonic()

        def decide(event: ProcessExited, context: LaunchContext) -> list[Action] | None:
            if context.is_shutdown:
                return None
            # A process killed by a signal (negative code) did not end because of its arguments.
            at_start = event.returncode >= 0 and time.monotonic() - began[0] < START_S
            if not self._complete or at_start:
                reason = f"{name} ended at its start (code {event.returncode}); see its lines above"
                return [delayed(MAX_SIGNAL_DELAY_S, [fail_launch(reason)])]
            # An end by Ctrl-C is not reported.
            report = _unless_shutdown(lambda: _log.error(f"{name} has ended (code {event.returncode}): {later}"))
            return [delayed(MAX_SIGNAL_DELAY_S, [report, *then])]

        return [
            RegisterEventHandler(OnProcessStart(target_action=process, on_start=[OpaqueFunction(function=begin)])),
            RegisterEventHandler(OnProcessExit(target_action=process, on_exit=decide)),
        ]


def _unless_shutdown(what: Callable[[], None]) -> OpaqueFunction:
    def act(context: LaunchContext) -> None:
        if not context.is_shutdown:
            what()

    return OpaqueFunction(function=act)


def configure(node: LifecycleNode) -> EmitEvent:
    """Return the action that configures a lifecycle node."""
    return _change(node, CONFIGURE)


def activated_once_configured(node: LifecycleNode, name: str, then: Sequence[Action]) -> list[RegisterEventHandler]:
    """Activate a lifecycle node once it is configured, then run `then`; fail the launch if a transition fails.

    This applies only to the first activation: later transitions by hand have no effect on the launch.

    Args:
        node: node that `configure` configures.
        name: name of the node, for messages.
        then: actions once the node is active.
    """
    failures = [
        OnStateTransition(
            target_lifecycle_node=node,
            start_state=start,
            goal_state=goal,
            entities=[fail_launch(f"{name} did not become active; see its lines above")],
        )
        for start, goal in (
            ("configuring", "unconfigured"),
            ("configuring", "errorprocessing"),
            ("activating", "inactive"),
            ("activating", "errorprocessing"),
        )
    ]
    inactive = OnStateTransition(
        target_lifecycle_node=node,
        start_state="configuring",
        goal_state="inactive",
        entities=[_change(node, ACTIVATE)],
        handle_once=True,
    )
    active = OnStateTransition(
        target_lifecycle_node=node,
        goal_state="active",
        entities=[*(UnregisterEventHandler(failure) for failure in failures), *then],
        handle_once=True,
    )
    return [RegisterEventHandler(handler) for handler in (*failures, inactive, active)]


def _change(node: LifecycleNode, transition: int) -> EmitEvent:
    return EmitEvent(event=ChangeState(lifecycle_node_matcher=matches_action(node), transition_id=transition))
