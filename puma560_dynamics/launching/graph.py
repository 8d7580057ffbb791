"""Steps that wait for what other processes show on the graph, seen through the node that launch itself has.

Besides `nodes/`, this module and `answers.py` alone import rclpy: a launch file runs before any node of this package.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence

from launch import Action, Event, EventHandler, LaunchContext
from launch.actions import OpaqueFunction, RegisterEventHandler
from launch_ros.ros_adapters import get_ros_node
from rclpy.exceptions import InvalidHandle
from rclpy.node import Node

from .order import fail_launch

PERIOD = 0.05
"""Time between two looks, s."""

DISCOVERY = 3.2
"""Seconds in which every other node of the domain shows itself: announcements come every 3 s at the latest."""


class Seen(Event):  # type: ignore[misc]  # mypy does not read launch, see pyproject.toml
    """What was waited for is there."""

    name = "puma560_dynamics.launching.Seen"


def once(condition: Callable[[Node], Sequence[Action] | None], then: Sequence[Action]) -> list[Action]:
    """Ask `condition` steadily.

    Args:
        condition: gets launch's node; ``None`` as long as nothing is decided, an empty sequence for "go on with
            `then`", other actions to take these instead.
        then: what comes next.
    """
    seen, otherwise = Seen(), Seen()
    instead: list[Action] = []

    def watch(context: LaunchContext) -> None:
        node = get_ros_node(context)

        async def ask_the_graph() -> None:
            while not context.is_shutdown:
                try:
                    decided = condition(node)
                except InvalidHandle:  # launch ends, and its node is gone already
                    return
                if decided is not None:
                    instead.extend(decided)
                    await context.emit_event(otherwise if decided else seen)
                    return
                await asyncio.sleep(PERIOD)

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
    """`then`, once every topic of `subscribed` has a subscriber and every one of `published` a publisher.

    A process that has started may be seconds from its first subscription; this looks at the graph itself.
    """

    def there(node: Node) -> Sequence[Action] | None:
        found = all(map(node.count_subscribers, subscribed)) and all(map(node.count_publishers, published))
        return () if found else None

    return once(there, then)


def when_served(service: str, then: Sequence[Action]) -> list[Action]:
    """`then`, once a service is offered: launch itself would wait for it in a thread, also beyond its end."""

    def there(node: Node) -> Sequence[Action] | None:
        return () if service in dict(node.get_service_names_and_types()) else None

    return once(there, then)


BROUGHT_UP = (
    "this robot has been brought up, in this namespace or in another one on the same hardware topic; end that launch, "
    "or give namespace:= (for hardware topic commands_topic:= and states_topic:=, too) of another robot"
)
"""What it means that a robot's nodes exist."""


def when_alone(
    then: Sequence[Action], nodes: Sequence[str], published: Sequence[str], meaning: str = BROUGHT_UP
) -> list[Action]:
    """`then`, if no other process has a node of `nodes` or publishes a topic of `published`; else the launch fails.

    Args:
        then: what comes next.
        nodes: full names.
        published: full names of topics.
        meaning: what it means that one of them is there, and what to do.
    """
    until: list[float] = []

    def looked(node: Node) -> Sequence[Action] | None:
        until.extend([time.monotonic() + DISCOVERY] * (not until))
        names = {f"{space.rstrip('/')}/{name}" for name, space in node.get_node_names_and_namespaces()}
        found = [*sorted(names & set(nodes)), *(topic for topic in published if node.count_publishers(topic))]
        if found:
            return [fail_launch(f"{' and '.join(found)} exist already in ROS domain {domain_id()}: {meaning}")]
        return () if time.monotonic() > until[0] else None

    return once(looked, then)


def in_node_thread(node: Node, destroy: Callable[[], object]) -> None:
    """Destroy what is no longer needed in the thread that spins launch's node: in another one that thread may break."""

    def once_there() -> None:
        node.destroy_timer(timer)
        destroy()

    timer = node.create_timer(PERIOD, once_there)


def domain_id() -> str:
    """The ROS domain of this process, as a person reads it."""
    return os.environ.get("ROS_DOMAIN_ID", "0")
