"""Callbacks that cost little: timers that run often, and subscriptions that a node reads at its own period.

Calling back after a message costs several times as much as taking it: at 1 kHz a sixth of a core for two topics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import Signature
from typing import Any, Generic, TypeVar

from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node
from rclpy.qos import QoSProfile, ReliabilityPolicy
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


MAX_MESSAGES = 500
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
        for _ in range(MAX_MESSAGES):
            taken: Any = handle.take_message(kind, True)
            if taken is None:
                return
            data, info = taken
            yield data, info["source_timestamp"]


def _unused(message: object) -> None:
    """Do nothing: a subscription must have a callback, and no executor calls this one."""


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
        """Return the newest message that was not taken before; `None` if there is none."""
        with self._subscription.handle:  # as rclpy's executors take
            taken: tuple[MessageT, object] | None = self._subscription.handle.take_message(self._kind, False)
        return None if taken is None else taken[0]

    def close(self) -> None:
        """End the subscription."""
        self._node.destroy_subscription(self._subscription)
