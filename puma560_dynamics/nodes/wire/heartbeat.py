"""Heartbeat messages of node and guard (the state as key, the rest as JSON), and their request for brakes.

A heartbeat contains the time at which its process sent its last command. While a process stands still, messages are
lost. When it continues, the heartbeat of the other process shows which of them commanded last.
"""

from __future__ import annotations

import json
import math
from typing import NamedTuple

from diagnostic_msgs.msg import KeyValue
from rclpy.node import Node
from std_msgs.msg import Bool

from ...errors import MessageError
from .topics import LATCHED

MAX_TIME_S = 1e12
"""Upper bound of valid times since the epoch, s."""


class Heartbeat(NamedTuple):
    """State that a commanding process publishes.

    Attributes:
        state: state of the gate; for a node also `LEFT`; for a guard without a take-over `WAITING`, `WATCHING`, `LOST`
            or `TWO_NODES`.
        command_timeout: s of silence after which a guard takes over.
        sent: system clock at which the process sent its last command, s; 0 for none.
        instance: identifier of the process, which changes at a restart.
        setup: digest of the guard's setup; empty for none.
    """

    state: str
    command_timeout: float = math.inf
    sent: float = 0.0
    instance: str = ""
    setup: str = ""


def heartbeat_message(beat: Heartbeat) -> KeyValue:
    """Return a heartbeat as a message."""
    rest = beat._asdict()
    return KeyValue(key=rest.pop("state"), value=json.dumps(rest))


def read_heartbeat(message: KeyValue) -> Heartbeat:
    """Parse the heartbeat in a message.

    Raises:
        MessageError: the message is not a heartbeat, or contains an invalid number.
    """
    try:
        rest = json.loads(message.value)
        beat = Heartbeat(message.key[:40], **rest)
    except (RecursionError, TypeError, ValueError) as error:
        raise MessageError(f"it is no heartbeat of this version: {str(error)[:100]}") from None
    numbers = all(type(value) in (int, float) for value in (beat.command_timeout, beat.sent))
    texts = isinstance(beat.setup, str) and isinstance(beat.instance, str)
    # These comparisons also reject NaN.
    if not numbers or not texts or not 0.0 < beat.command_timeout <= math.inf or not 0.0 <= beat.sent < MAX_TIME_S:
        raise MessageError(f"it has numbers that make no sense: {message.value[:100]}")
    timeout = math.inf if beat.command_timeout > MAX_TIME_S else float(beat.command_timeout)
    return beat._replace(command_timeout=timeout, sent=float(beat.sent))


class BrakeRequest:
    """Publishes ``~/brake`` (`std_msgs/Bool`, latched) whenever the request changes."""

    def __init__(self, node: Node, engaged: bool) -> None:
        self._publisher = node.create_publisher(Bool, "~/brake", LATCHED)
        self._engaged = engaged
        self._publisher.publish(Bool(data=engaged))

    def set(self, engaged: bool) -> None:
        """Request the brakes, or release them."""
        if engaged != self._engaged:
            self._engaged = engaged
            self._publisher.publish(Bool(data=engaged))
