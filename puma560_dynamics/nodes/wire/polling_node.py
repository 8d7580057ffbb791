"""Callbacks that cost little: timers that run often, and subscriptions that a node reads itself, at its own period.

To call back after a message costs several times as much as to take it: at 1 kHz a sixth of a core for two topics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import Signature
from typing import Any

from rclpy.node import Node
from rclpy.qos import QoSProfile
from rclpy.subscription import Subscription


class Tick:
    """Calls `call` without arguments.

    `inspect.signature` of a method takes as long as a small callback; of an object with ``__signature__`` next to
    nothing.
    """

    __signature__ = Signature()

    def __init__(self, call: Callable[[], object]) -> None:
        self._call = call

    def __call__(self) -> None:
        self._call()


MOST = 500
"""Messages that are taken at once: a topic that is flooded keeps no node from the rest of its work."""


class PollingNode(Node):
    """A node with subscriptions that executors do not see, arguments as of `Node`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self._polled: list[Subscription[Any]] = []
        super().__init__(*args, **options)

    @property
    def subscriptions(self) -> Iterator[Subscription[Any]]:
        """Subscriptions for executors: those that are not polled."""
        yield from (each for each in super().subscriptions if each not in self._polled)

    def poll(self, kind: type, topic: str, qos: QoSProfile) -> Subscription[Any]:
        """Subscribe to a topic, for `take`.

        Args:
            kind: type of the messages.
            topic: its name.
            qos: quality of service; messages beyond its depth are lost between two calls of `take`.
        """
        subscription = self.create_subscription(kind, topic, _unused, qos, raw=True)
        self._polled.append(subscription)
        return subscription

    @staticmethod
    def take(subscription: Subscription[Any]) -> Iterator[tuple[bytes, int]]:
        """Messages that have arrived, oldest first: bytes, and the source time (ns, 0 for none)."""
        handle, kind = subscription.handle, subscription.msg_type
        for _ in range(MOST):
            taken: Any = handle.take_message(kind, True)
            if taken is None:
                return
            data, info = taken
            yield data, info["source_timestamp"]


def _unused(message: bytes) -> None:
    """No executor calls it."""
