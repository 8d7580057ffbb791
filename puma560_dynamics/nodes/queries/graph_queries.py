"""Queries of the ROS graph, repeated until they have a result, and identifiers of lifecycle transitions."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from lifecycle_msgs.msg import Transition
from rclpy.exceptions import InvalidHandle
from rclpy.node import Node

from ..wire.topics import DISCOVERY_S

QUERY_PERIOD_S = 0.05
"""Seconds between two queries."""

T = TypeVar("T")


async def repeat_query(node: Node, query: Callable[[Node], T | None], ended: Callable[[], bool]) -> T | None:
    """Repeat a query until it has a result.

    Args:
        node: node for the query; another thread may spin it and destroy it.
        query: returns ``None`` as long as it has no result.
        ended: returns whether the result is no longer needed.

    Returns:
        The result of the query; ``None`` if it is no longer needed, or the node was destroyed.
    """
    while not ended():
        try:
            decided = query(node)
        except InvalidHandle:  # the process ends, and its node is gone already
            return None
        if decided is not None:
            return decided
        await asyncio.sleep(QUERY_PERIOD_S)
    return None


def connected(node: Node, subscribed: Sequence[str] = (), published: Sequence[str] = ()) -> bool:
    """Return whether every topic of `subscribed` has a subscription and every one of `published` a publisher."""
    return all(map(node.count_subscribers, subscribed)) and all(map(node.count_publishers, published))


def service_offered(node: Node, service: str) -> bool:
    """Return whether a service of this full name is offered."""
    return service in dict(node.get_service_names_and_types())


class ConflictingNodes:
    """Looks for nodes and publishers of other processes during `DISCOVERY_S`.

    Args:
        nodes: full names that no other process may use.
        published: full names of topics that no other process may publish.
    """

    def __init__(self, nodes: Sequence[str], published: Sequence[str]) -> None:
        self._nodes, self._published = frozenset(nodes), tuple(published)
        self._until: float | None = None

    def __call__(self, node: Node) -> Sequence[str] | None:
        """Return the names in use, an empty list if none was found within `DISCOVERY_S`, ``None`` before that."""
        now = time.monotonic()
        if self._until is None:
            self._until = now + DISCOVERY_S
        names = {f"{space.rstrip('/')}/{name}" for name, space in node.get_node_names_and_namespaces()}
        found = [*sorted(names & self._nodes), *(topic for topic in self._published if node.count_publishers(topic))]
        return found if found or now > self._until else None


def destroy_in_node_thread(node: Node, destroy: Callable[[], object]) -> None:
    """Call `destroy` once in the thread that spins `node`; in another thread it could make that thread raise."""

    def destroy_once() -> None:
        node.destroy_timer(timer)
        destroy()

    timer = node.create_timer(QUERY_PERIOD_S, destroy_once)


def domain_id() -> str:
    """Return the ROS domain of this process, for messages."""
    return os.environ.get("ROS_DOMAIN_ID", "0")


CONFIGURE: Final = int(Transition.TRANSITION_CONFIGURE)
ACTIVATE: Final = int(Transition.TRANSITION_ACTIVATE)
