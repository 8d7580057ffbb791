"""Read the values of the hardware's command interfaces from the introspection topic of ros2_control.

The messages are large. So the node subscribes only while the torque at the hardware is in doubt, stores them as bytes,
and decodes them on request.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from rclpy.node import Node
from rclpy.subscription import Subscription

from ...arrays import FloatArray
from ...system.machine import steady_time
from .intake import Intake
from .topics import COMMAND, INTROSPECTION

MAX_BYTES = 4_000_000
"""Largest size of a message, bytes: the message of a manager with fifty joints has about 60 000 bytes."""

ENTRY = "command_interface.{joint}/effort"
"""Name of a joint's command interface in these messages."""


def statistics_type() -> Any | None:
    """Return `pal_statistics_msgs.msg.Statistics`, or `None` if it is not installed."""
    try:
        from pal_statistics_msgs.msg import Statistics
    except ImportError:
        return None
    return Statistics


class CommandReadBack:
    """Reads the introspection topic of one controller manager.

    Args:
        node: node of the subscription.
        intake: creates the subscription.
        steady: returns the steady time, s.
    """

    def __init__(self, node: Node, intake: Intake, steady: Callable[[], float] = steady_time) -> None:
        self._node, self._intake, self._steady = node, intake, steady
        self._kind = statistics_type()
        self._topic = ""
        self._subscription: Subscription[Any] | None = None
        self._newest: tuple[bytes, float] = b"", -math.inf

    def follow(self, manager: str) -> None:
        """Subscribe to a controller manager, or end the subscription.

        Args:
            manager: full name of the controller manager; empty to end the subscription.
        """
        topic = f"{manager}/{INTROSPECTION}" if manager and self._kind is not None else ""
        if topic == self._topic:
            return
        self._topic, self._newest = topic, (b"", -math.inf)
        if self._subscription is not None:
            self._node.destroy_subscription(self._subscription)
            self._subscription = None
        if topic and self._kind is not None:
            self._subscription = self._intake.subscribe(
                self._kind, topic, self._on_statistics, COMMAND, raw=True, largest=MAX_BYTES
            )

    def effort(self, names: Sequence[str], longest: float) -> FloatArray | None:
        """Return the commanded efforts at the hardware.

        Args:
            names: names of n joints in the robot description.
            longest: largest age of the message, s.

        Returns:
            (n,) N·m or A, in the unit of commands; `None` if they are unknown.
        """
        data, arrived = self._newest
        if self._kind is None or self._steady() - arrived > longest:
            return None
        message = self._intake.decoded(self._kind, self._topic, data)
        if message is None:
            return None
        found = {entry.name: entry.value for entry in message.statistics}
        entries = [ENTRY.format(joint=name) for name in names]
        if not all(entry in found for entry in entries):
            return None
        return np.array([found[entry] for entry in entries], dtype=np.float64)

    def _on_statistics(self, data: bytes) -> None:
        self._newest = data, self._steady()
