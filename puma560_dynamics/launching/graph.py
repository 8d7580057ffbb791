"""Launch steps that wait for other processes: the graph, joint states, a controller's answer, the robot description.

The queries use the node of launch itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import launch.logging
from launch import Action, Event, EventHandler, LaunchContext
from launch.actions import OpaqueFunction, RegisterEventHandler
from launch_ros.ros_adapters import get_ros_node

from ..arm.received_description import ReceivedDescription
from ..control.command_order import Answer
from ..nodes.queries.controller_query import ControllerQuery
from ..nodes.queries.graph_queries import ConflictingNodes, connected, domain_id, repeat_query, service_offered
from ..nodes.queries.topic_queries import DescriptionQuery, UsableStates
from .order import fail_launch


class Seen(Event):  # type: ignore[misc]  # mypy does not read launch, see pyproject.toml
    """Event: the awaited condition is met."""

    name = "puma560_dynamics.launching.Seen"


def once(condition: Callable[[Any], Sequence[Action] | None], then: Sequence[Action]) -> list[Action]:
    """Repeat a query until it has a result.

    Args:
        condition: receives launch's node; returns ``None`` as long as it has no result, an empty sequence to run
            `then`, or other actions to run instead of `then`.
        then: next actions.
    """
    seen, otherwise = Seen(), Seen()
    instead: list[Action] = []

    def watch(context: LaunchContext) -> None:
        node = get_ros_node(context)

        async def ask_the_graph() -> None:
            decided = await repeat_query(node, condition, lambda: context.is_shutdown)
            if decided is not None:
                instead.extend(decided)
                await context.emit_event(otherwise if decided else seen)

        context.add_completion_future(context.asyncio_loop.create_task(ask_the_graph()))

    def is_(event: Event) -> Callable[[Event], bool]:
        return lambda given: given is event

    return [
        RegisterEventHandler(EventHandler(matcher=is_(seen), entities=list(then), handle_once=True)),
        RegisterEventHandler(
            EventHandler(matcher=is_(otherwise), entities=[OpaqueFunction(function=lambda context: instead)])
        ),
        OpaqueFunction(function=watch),
    ]


def when_connected(
    then: Sequence[Action], subscribed: Sequence[str] = (), published: Sequence[str] = ()
) -> list[Action]:
    """Run `then` once every topic of `subscribed` has a subscriber and every topic of `published` a publisher.

    The graph is checked, because a process may subscribe only seconds after its start.
    """
    return once(lambda node: () if connected(node, subscribed, published) else None, then)


def when_served(service: str, then: Sequence[Action]) -> list[Action]:
    """Run `then` once a service is offered. Launch's own wait would use a thread, which continues after its end."""
    return once(lambda node: () if service_offered(node, service) else None, then)


BROUGHT_UP = (
    "this robot has been brought up, in this namespace or in another one on the same hardware topic; end that launch, "
    "or give namespace:= (for hardware topic commands_topic:= and states_topic:=, too) of another robot"
)
"""Reason of a failed launch if nodes of the robot already exist."""


def when_alone(
    then: Sequence[Action], nodes: Sequence[str], published: Sequence[str], meaning: str = BROUGHT_UP
) -> list[Action]:
    """Run `then` if no other process has a node of `nodes` or publishes a topic of `published`, else fail the launch.

    Args:
        then: next actions.
        nodes: full names of nodes.
        published: full names of topics.
        meaning: explanation and remedy if one of them exists, for the message.
    """
    conflicts = ConflictingNodes(nodes, published)

    def condition(node: Any) -> Sequence[Action] | None:
        found = conflicts(node)
        if not found:
            return None if found is None else ()
        return [fail_launch(f"{' and '.join(found)} exist already in ROS domain {domain_id()}: {meaning}")]

    return once(condition, then)


_log = launch.logging.get_logger("puma560_dynamics")

MAX_STATES_WAIT_S = 10.0
"""Longest wait for usable joint states, s."""


def when_states_come(then: Sequence[Action], topic: str, joints: Sequence[str], hardware: str) -> list[Action]:
    """Run `then` once a joint state has finite numbers for every joint; fail the launch after `MAX_STATES_WAIT_S`.

    Args:
        then: next actions.
        topic: full name of the topic.
        joints: joint names in the messages.
        hardware: kind of the hardware, for the message.
    """
    patience = MAX_STATES_WAIT_S
    states = UsableStates(topic, joints, patience)

    def condition(node: Any) -> Sequence[Action] | None:
        usable = states(node)
        if usable is None:
            return None
        if usable:
            return ()
        return [
            fail_launch(
                f"no usable joint state on {topic} for {patience:g} s ({states.finding}); does the hardware "
                f"({hardware}) run, and in ROS domain {domain_id()}?"
            )
        ]

    return once(condition, then)


def when_controller(then: Callable[[Answer], Sequence[Action]], controller: str, unknown: bool = False) -> list[Action]:
    """Run the actions that `then` returns once a controller of another launch exists; log the wait until then.

    Args:
        then: receives the controller's answer; returns at least one action.
        controller: full name of the controller's node, which receives commands on its topic ``commands``.
        unknown: whether a subscription of this topic is enough if no node answers.
    """
    query = ControllerQuery(controller, unknown, _log.warning)

    def condition(node: Any) -> Sequence[Action] | None:
        answer = query(node)
        return None if answer is None else then(answer)

    return once(condition, [])


def when_described(then: Sequence[Action], topic: str, description: ReceivedDescription) -> list[Action]:
    """Run `then` once the robot has published the description of an arm; fail the launch if it describes no arm.

    Args:
        then: next actions.
        topic: full name of the topic.
        description: receives the text, and decides whether it is usable.
    """
    query = DescriptionQuery(topic, description, _log.warning)

    def condition(node: Any) -> Sequence[Action] | None:
        refusal = query(node)
        if refusal is None:
            return None
        return [fail_launch(refusal)] if refusal else ()

    return once(condition, then)
