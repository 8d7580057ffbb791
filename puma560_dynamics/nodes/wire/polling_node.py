"""Timers and subscriptions with little overhead: fast timer callbacks, and subscriptions that a node polls.

A callback for a message costs several times as much as reading it: at 1 kHz a sixth of a core for two topics.
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
    """Callback of a timer that calls `call` without arguments.

    rclpy inspects the signature of every callback. For a method this takes as long as a small callback, for an object
    with ``__signature__`` almost no time.
    """

    __signature__ = Signature()

    def __init__(self, call: Callable[[], object]) -> None:
        self._call = call

    def __call__(self) -> None:
        self._call()


MAX_MESSAGES = 500
"""Largest number of messages that are read at once, so that a flooded topic does not block the node."""


class PollingNode(Node):
    """A node with polled subscriptions, which executors do not see; the arguments are those of `Node`."""

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
            topic: name of the topic.
            qos: quality of service; between two calls of `take`, messages beyond its depth are lost.
        """
        subscription = self.create_subscription(kind, topic, _unused, qos, raw=True)
        self._polled.append(subscription)
        return subscription

    @staticmethod
    def take(subscription: Subscription[Any]) -> Iterator[tuple[bytes, int]]:
        """Yield the messages that have arrived, oldest first: bytes, and the source time (ns, 0 for none)."""
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
"""QoS without acknowledgements and history: the publisher never waits for a reader."""

MessageT = TypeVar("MessageT")


class NeverRun(CallbackGroup):
    """Callback group whose members are never run (by the single-threaded executor; the events executor ignores it)."""

    def can_execute(self, entity: object) -> bool:
        """Return False: no member may run."""
        return False

    def beginning_execution(self, entity: object) -> bool:
        """Return False: no member may begin."""
        return False

    def ending_execution(self, entity: object) -> None:
        """Do nothing: no member has begun."""


class Latest(Generic[MessageT]):
    """The newest message of a topic, decoded on request.

    At 1 kHz a callback for every message would use a large part of a core; unread messages
    stay in the middleware, which keeps only the newest.

    The node must be spun by a `SingleThreadedExecutor`.
    """

    def __init__(self, node: Node, kind: type[MessageT], topic: str) -> None:
        self._node, self._kind = node, kind
        self._subscription: Subscription[Any] = node.create_subscription(
            kind, topic, _unused, NEWEST, callback_group=NeverRun()
        )

    def take(self) -> MessageT | None:
        """Return the newest message; `None` if no message has arrived since the last call."""
        with self._subscription.handle:  # like rclpy's executors
            taken: tuple[MessageT, object] | None = self._subscription.handle.take_message(self._kind, False)
        return None if taken is None else taken[0]

    def close(self) -> None:
        """End the subscription."""
        self._node.destroy_subscription(self._subscription)
