"""Subscriptions of the torque path: messages are checked, decoded and passed on with the time at which they were sent.

Every subscription is raw. Bytes that are no message of their type would raise in the executor, outside of any callback;
here they are counted and dropped. The middleware's source time says whether a message was sent before a pause of this
process (`Pauses`). Latched topics are exempt: their last message holds however old it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any

from rclpy.node import Node
from rclpy.qos import QoSProfile
from rclpy.serialization import deserialize_message
from rclpy.subscription import Subscription

from ...control.gate.pauses import Pauses
from ...control.gate.timing import Timing
from ...system.machine import steady_time
from .cdr_form import check_form
from .polling_node import PollingNode

MAX_BYTES = 65_536
"""Bytes of a message on the torque path at most: a state of 400 joints with long names. To decode it takes 2 ms."""

READ_S = Timing().look_around
"""Seconds after a pause in which the messages of before are read, where none has a source time."""

Sent = Callable[[bytes, float, bool], None]
"""Called with the bytes of a message, the system clock (s) at which it was sent, and whether it is fresh."""


class Intake:
    """Makes the subscriptions of one node.

    Args:
        node: the node.
        reject: called with a sentence for every message that is not used.

    Attributes:
        pauses: of this process; `limit` and `offset_limit` may be set when the settings are known.
    """

    def __init__(self, node: Node, reject: Callable[[str], None]) -> None:
        self._node, self.reject = node, reject
        self.pauses = Pauses(Timing().own_stall)
        self.stood_still: Callable[[float], None] = lambda now: None
        """Called with the steady time (s) when this process goes on after a pause, before anything is read."""

    def note_running(self) -> float:
        """Note that this process runs; return the steady time, s. To be called at every event, not only at messages."""
        now = steady_time()
        if self.pauses.note_running(now, time.time()):
            self.stood_still(now)
        return now

    def subscribe(
        self,
        kind: type,
        topic: str,
        callback: Callable[[Any], None],
        qos: QoSProfile,
        *,
        raw: bool = False,
        latched: bool = False,
        largest: int = MAX_BYTES,
    ) -> Subscription[Any]:
        """Call `callback` with every message that is not too old to be used.

        Args:
            kind: type of the messages.
            topic: name of the topic.
            callback: gets the message, or its bytes.
            qos: quality of service.
            raw: whether it gets the bytes.
            latched: whether the last message holds however old it is.
            largest: bytes that a message has at most; a larger one is dropped before it is decoded.
        """

        def received(data: bytes, sent: float, fresh: bool) -> None:
            if fresh or latched:
                if raw:
                    callback(data)
                elif (message := self.decoded(kind, topic, data)) is not None:
                    callback(message)

        return self.observe(kind, topic, received, qos, quiet=latched, largest=largest)

    def observe(
        self, kind: type, topic: str, received: Sent, qos: QoSProfile, *, quiet: bool = False, largest: int = MAX_BYTES
    ) -> Subscription[Any]:
        """Call `received` with every message, old ones too.

        Args:
            kind: type of the messages.
            topic: name of the topic.
            received: see `Sent`.
            qos: quality of service.
            quiet: whether old messages are not counted as rejected.
            largest: bytes that a message has at most; a larger one is dropped.
        """

        def on_message(data: bytes, stamp: int) -> None:
            now, clock = steady_time(), time.time()
            if self.pauses.note_running(now, clock):
                self.stood_still(now)
            if (dated := self._date(data, stamp, now, clock, topic, quiet, largest)) is not None:
                received(data, *dated)

        return self._node.create_subscription(kind, topic, _WithInfo(on_message), qos, raw=True)

    def polled(
        self,
        node: PollingNode,
        kind: type,
        topic: str,
        qos: QoSProfile,
        *,
        quiet: bool = False,
        largest: int = MAX_BYTES,
    ) -> Callable[[], list[tuple[bytes, float, bool]]]:
        """Subscribe to a topic that the node reads itself, arguments as of `observe`.

        Returns:
            A function that returns what has arrived since its last call, oldest first: the arguments of `Sent`.
        """
        subscription = node.poll(kind, topic, qos)

        def take() -> list[tuple[bytes, float, bool]]:
            now, clock = self.note_running(), time.time()
            oldest, newest = self.pauses.usable(clock)
            found = []
            for data, stamp in node.take(subscription):
                if oldest < (sent := 1e-9 * stamp) < newest and len(data) <= largest and stamp > 0:
                    found.append((data, sent, True))
                elif (dated := self._date(data, stamp, now, clock, topic, quiet, largest)) is not None:
                    found.append((data, *dated))
            return found

        return take

    def _date(
        self, data: bytes, stamp: int, now: float, clock: float, topic: str, quiet: bool, largest: int
    ) -> tuple[float, bool] | None:
        """When a message was sent, and whether it is fresh; `None` for one that is not used at all."""
        if len(data) > largest:
            self.reject(f"{topic}: a message of {len(data)} bytes; expected at most {largest}, it is not used")
            return None
        sent = 1e-9 * stamp if stamp > 0 else clock
        if stamp > 0:
            refusal = self.pauses.refusal(sent, clock)
        else:  # a middleware without source times
            refusal = (
                None if self.pauses.awake(now) > READ_S else "it may have been sent before a pause; it is not used"
            )
        if refusal is not None and not quiet:
            self.reject(f"{topic}: {refusal}")
        return sent, refusal is None

    def decoded(self, kind: type, topic: str, data: bytes) -> Any:
        """Return the message in `data`; `None` for bytes that are no message, which are counted and reported."""
        try:
            check_form(kind, data)
            return deserialize_message(data, kind)
        except Exception as error:  # rclpy's own have no common class, and texts may break Python's decoder
            reason = " ".join(str(error).split())[:200]
            self.reject(f"{topic}: {len(data)} bytes are no {kind.__name__} ({reason}); the message is not used")
            return None


class _WithInfo:
    """A callback that gets a message's bytes with its source time, from every executor.

    rclpy gives the information to callbacks of two arguments. Its events executor (until 9.1) hands both over as one
    tuple, which a function of two arguments does not take.
    """

    __signature__ = Signature([Parameter(name, Parameter.POSITIONAL_ONLY) for name in ("data", "info")])

    def __init__(self, call: Callable[[bytes, int], None]) -> None:
        self._call = call

    def __call__(self, *received: Any) -> None:
        data, info = received if len(received) == 2 else received[0]
        self._call(data, info["source_timestamp"])
