"""Sequences of launch actions, by events."""

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
        # Not twice: launch_ros trips over a second shutdown.
        if not context.is_shutdown:
            raise LaunchError(reason)

    return OpaqueFunction(function=give_up)


def after_success(process: ExecuteProcess, then: Sequence[Action], otherwise: str) -> RegisterEventHandler:
    """Take `then` once `process` has ended with code 0; with another code, fail the launch with `otherwise`."""

    def decide(event: ProcessExited, context: LaunchContext) -> list[Action] | None:
        if context.is_shutdown:
            return None
        return list(then) if event.returncode == 0 else [delayed(MAX_SIGNAL_DELAY_S, [fail_launch(otherwise)])]

    return RegisterEventHandler(OnProcessExit(target_action=process, on_exit=decide))


def ends_with(process: ExecuteProcess, reason: str) -> RegisterEventHandler:
    """Fail the launch with `reason` when `process` ends, unless the launch is ending already.

    Ctrl-C reaches the process and launch at the same time: launch may see the end first, and waits for its own signal.
    """
    after = delayed(MAX_SIGNAL_DELAY_S, [fail_launch(reason)])
    return RegisterEventHandler(OnProcessExit(target_action=process, on_exit=[after]))


MAX_SIGNAL_DELAY_S = 1.0
"""Seconds that launch's own signal may come after the end of a process that got it, too."""


def delayed(seconds: float, actions: Sequence[Action]) -> TimerAction:
    """Take actions some seconds later, unless the launch ends before."""
    return TimerAction(period=seconds, actions=list(actions))


START_S = 10.0
"""Seconds after its own start for which the end of a process counts as one at the start, unless a signal killed it."""


class Start:
    """The start of a robot: a process that ends before it is complete ends the launch; later it is reported."""

    def __init__(self) -> None:
        self._complete = False

    def complete(self) -> OpaqueFunction:
        """Return the action after which the robot counts as running."""

        def note(context: LaunchContext) -> None:
            self._complete = True

        return OpaqueFunction(function=note)

    def needs(self, process: ExecuteProcess, name: str, later: str, then: Sequence[Action] = ()) -> list[Action]:
        """Watch a process.

        Args:
            process: which one.
            name: its name.
            later: what its end means once the robot runs, for the log.
            then: what is done then.
        """
        began = [time.monotonic()]

        def begin(context: LaunchContext) -> None:
            began[0] = time.monotonic()

        def decide(event: ProcessExited, context: LaunchContext) -> list[Action] | None:
            if context.is_shutdown:
                return None
            # What a signal has killed (a negative code) did not end for what it was started with.
            at_start = event.returncode >= 0 and time.monotonic() - began[0] < START_S
            if not self._complete or at_start:
                reason = f"{name} ended at its start (code {event.returncode}); see its lines above"
                return [delayed(MAX_SIGNAL_DELAY_S, [fail_launch(reason)])]
            # An end by Ctrl-C is none to be reported.
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
    """Asks a lifecycle node to configure itself, as soon as it is there."""
    return _change(node, CONFIGURE)


def activated_once_configured(node: LifecycleNode, name: str, then: Sequence[Action]) -> list[RegisterEventHandler]:
    """Asks a lifecycle node to activate itself once it is configured, then takes `then`; fails the launch if it cannot.

    For the first time alone: what becomes of the node by hand later on is left to that hand.

    Args:
        node: configured by `configure`.
        name: its name, for the reason.
        then: actions once it is active.
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
