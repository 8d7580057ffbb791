"""A subscription that is read on demand: the newest message, at no cost for those in between."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rclpy.subscription import Subscription

NEWEST = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
"""No acknowledgements and nothing kept: the publisher never waits for a reader."""

MessageT = TypeVar("MessageT")


class NeverRun(CallbackGroup):
    """A group whose members no executor waits for or runs (the single-threaded one asks, the events executor not)."""

    def can_execute(self, entity: object) -> bool:
        """Never."""
        return False

    def beginning_execution(self, entity: object) -> bool:
        """Never."""
        return False

    def ending_execution(self, entity: object) -> None:
        """Nothing was begun."""


class Latest(Generic[MessageT]):
    """The newest message of a topic, decoded when it is asked for.

    At 1 kHz a callback for every message would cost Python a large part of a core; messages that
    are not read stay in the middleware, which keeps one.

    The node must be spun by a `SingleThreadedExecutor`.
    """

    def __init__(self, node: Node, kind: type[MessageT], topic: str) -> None:
        self._node, self._kind = node, kind
        self._subscription: Subscription[Any] = node.create_subscription(
            kind, topic, _unused, NEWEST, callback_group=NeverRun()
        )

    def take(self) -> MessageT | None:
        """The newest message that was not taken before; `None` if there is none."""
        with self._subscription.handle:  # as rclpy's executors take
            taken: tuple[MessageT, object] | None = self._subscription.handle.take_message(self._kind, False)
        return None if taken is None else taken[0]

    def close(self) -> None:
        """End the subscription."""
        self._node.destroy_subscription(self._subscription)


def _unused(message: object) -> None:
    """A subscription must have a callback; this one is never called."""
