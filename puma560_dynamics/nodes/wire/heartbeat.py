"""The guard's heartbeat on the wire: its state as key, the rest as JSON."""

from __future__ import annotations

import json
import math
from typing import NamedTuple

from diagnostic_msgs.msg import KeyValue

from ...errors import MessageError


class Heartbeat(NamedTuple):
    """What the guard reports of itself.

    Attributes:
        state: `WAITING`, `WATCHING`, `TWO_NODES`, or what the gate of a take-over is doing.
        command_timeout: s of silence after which it takes over.
        take_overs: how often it has taken over.
        setup: digest of the setup that it has; empty for none.
    """

    state: str
    command_timeout: float = math.inf
    take_overs: int = 0
    setup: str = ""


def heartbeat_message(beat: Heartbeat) -> KeyValue:
    """A heartbeat as a message."""
    rest = beat._asdict()
    return KeyValue(key=rest.pop("state"), value=json.dumps(rest))


def read_heartbeat(message: KeyValue) -> Heartbeat:
    """The heartbeat in a message.

    Raises:
        MessageError: it is none, or has a number that makes no sense.
    """
    try:
        rest = json.loads(message.value)
        beat = Heartbeat(message.key[:40], **rest)
    except (RecursionError, TypeError, ValueError) as error:
        raise MessageError(f"it is no heartbeat of a guard of this version: {str(error)[:100]}") from None
    timeout, count = beat.command_timeout, beat.take_overs
    number = isinstance(timeout, int | float) and not isinstance(timeout, bool) and timeout > 0.0  # NaN is not
    if not number or type(count) is not int or count < 0 or not isinstance(beat.setup, str):
        raise MessageError(f"it has numbers that make no sense: {message.value[:100]}")
    return beat
