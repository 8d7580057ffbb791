"""Subscriptions of the torque path: messages are checked, decoded and passed on with the time at which they were sent.

Every subscription is raw. Bytes that are not a valid message would raise in the executor, outside of any callback;
here they are counted and dropped. The middleware's source time shows whether a message was sent before a pause of this
process (`Pauses`). Latched topics are exempt: their last message is valid at any age.
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
"""Largest size of a message on the torque path, bytes: a state of 400 joints with long names, decoded in 2 ms."""

READ_S = Timing().look_around
"""Time after a pause in which messages without a source time count as sent before the pause, s."""

Sent = Callable[[bytes, float, bool], None]
"""Function that receives the bytes of a message, the system clock (s) at which it was sent, and whether it is fresh."""


class Intake:
    """Creates the subscriptions of one node.

    Args:
        node: the node.
        reject: receives a sentence for every message that is not used.

    Attributes:
        pauses: pauses of this process; `limit` and `offset_limit` may be set when the settings are known.
    """

    def __init__(self, node: Node, reject: Callable[[str], None]) -> None:
        self._node, self.reject = node, reject
        self.pauses = Pauses(Timing().own_stall)
        self.stood_still: Callable[[float], None] = lambda now: None
        """Function that is called with the steady time (s) after a pause of this process, before anything is read."""

    def note_running(self) -> float:
        """Note that this process runs; return the steady time, s. Call this at every event, not only at messages."""
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
            callback: receives the message, or its bytes.
            qos: quality of service.
            raw: whether `callback` receives the bytes.
            latched: whether the last message is valid at any age.
            largest: largest size of a message in bytes; a larger message is dropped before it is decoded.
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
        """Call `received` with every message, including old ones.

        Args:
            kind: type of the messages.
            topic: name of the topic.
            received: receives the arguments of `Sent`.
            qos: quality of service.
            quiet: whether old messages are not counted as rejected.
            largest: largest size of a message in bytes; a larger message is dropped.
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
        """Subscribe to a topic that the node reads itself; the arguments are those of `observe`.

        Returns:
            A function that returns the messages since its last call, oldest first, as arguments of `Sent`.
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
        """Return when a message was sent, and whether it is fresh; `None` for a message that is too large."""
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
        """Return the message in `data`, or `None` for bytes that are not a message, which are counted and reported."""
        try:
            check_form(kind, data)
            return deserialize_message(data, kind)
        except Exception as error:  # rclpy's errors have no common class, and invalid texts raise Python errors
            reason = " ".join(str(error).split())[:200]
            self.reject(f"{topic}: {len(data)} bytes are no {kind.__name__} ({reason}); the message is not used")
            return None


class _WithInfo:
    """A callback that receives a message's bytes and its source time from every executor.

    rclpy passes message and information to callbacks with two arguments. Its events executor (until 9.1) passes one
    tuple instead, which a function of two arguments cannot receive.
    """

    __signature__ = Signature([Parameter(name, Parameter.POSITIONAL_ONLY) for name in ("data", "info")])

    def __init__(self, call: Callable[[bytes, int], None]) -> None:
        self._call = call

    def __call__(self, *received: Any) -> None:
        data, info = received if len(received) == 2 else received[0]
        self._call(data, info["source_timestamp"])
