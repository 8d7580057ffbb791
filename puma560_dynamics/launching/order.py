"""One thing after another, by events."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from launch import Action, Event, EventHandler, LaunchContext
from launch.actions import (
    EmitEvent,
    ExecuteProcess,
    OpaqueFunction,
    RegisterEventHandler,
    UnregisterEventHandler,
)
from launch.event_handlers import OnProcessExit
from launch.events import Shutdown, matches_action
from launch.events.process import ProcessExited
from launch_ros.actions import LifecycleNode
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState
from launch_ros.ros_adapters import get_ros_node
from lifecycle_msgs.msg import Transition

from ..errors import LaunchError


def end(reason: str) -> EmitEvent:
    """Ends the launch, all being well."""
    return EmitEvent(event=Shutdown(reason=reason))


def fail(reason: str) -> OpaqueFunction:
    """Ends the launch with exit code 1; `reason` is its last error line."""

    def give_up(context: LaunchContext) -> None:
        # Not twice: launch_ros trips over a second shutdown.
        if not context.is_shutdown:
            raise LaunchError(reason)

    return OpaqueFunction(function=give_up)


def after_success(process: ExecuteProcess, then: Sequence[Action], otherwise: str) -> RegisterEventHandler:
    """When `process` has ended with code 0, `then`; with any other code, the launch fails for reason `otherwise`."""

    def decide(event: ProcessExited, context: LaunchContext) -> list[Action] | None:
        if context.is_shutdown:
            return None
        return list(then) if event.returncode == 0 else [fail(otherwise)]

    return RegisterEventHandler(OnProcessExit(target_action=process, on_exit=decide))


GRAPH_PERIOD = 0.05
"""Time between two looks at the graph, s."""


class Connected(Event):
    """The graph has what `when_connected` waited for."""

    name = "puma560_dynamics.launching.Connected"


def when_connected(
    then: Sequence[Action], subscribed: Sequence[str] = (), published: Sequence[str] = ()
) -> list[Action]:
    """`then`, once every topic of `subscribed` has a subscriber and every one of `published` a publisher.

    A process that has started may be seconds from its first subscription; this looks at the graph itself.
    """
    connected = Connected()

    def watch(context: LaunchContext) -> None:
        node = get_ros_node(context)

        def missing() -> bool:
            return not (all(map(node.count_subscribers, subscribed)) and all(map(node.count_publishers, published)))

        async def look() -> None:
            while missing():
                if context.is_shutdown:
                    return
                await asyncio.sleep(GRAPH_PERIOD)
            await context.emit_event(connected)

        context.add_completion_future(context.asyncio_loop.create_task(look()))

    handler = EventHandler(matcher=lambda event: event is connected, entities=list(then), handle_once=True)
    return [RegisterEventHandler(handler), OpaqueFunction(function=watch)]


def ends_with(process: ExecuteProcess, reason: str) -> RegisterEventHandler:
    """When `process` ends, however it does, the launch fails for `reason`."""
    return RegisterEventHandler(OnProcessExit(target_action=process, on_exit=[fail(reason)]))


def configure(node: LifecycleNode) -> EmitEvent:
    """Asks a lifecycle node to configure itself, as soon as it is there."""
    return _change(node, Transition.TRANSITION_CONFIGURE)


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
            entities=[fail(f"{name} did not become active; its lines above say why")],
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
        entities=[_change(node, Transition.TRANSITION_ACTIVATE)],
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
