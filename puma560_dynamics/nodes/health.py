"""A node's diagnostics: what was refused and why, said once a second and at every change."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.node import Node

from .wire import DIAGNOSTICS

HOLD = 1.0
"""Seconds for which an error is shown at least."""

OK, WARN, ERROR, STALE = 0, 1, 2, 3


class Health:
    """Publishes one diagnostic status of a node.

    Args:
        node: the node.
        topic_of_status: what the status is about, e.g. ``"torque"``.
        figures: called at every publication for key-value pairs.
    """

    def __init__(self, node: Node, topic_of_status: str, figures: Callable[[], Mapping[str, object]]) -> None:
        self._node = node
        self._name = f"{node.get_name()}: {topic_of_status}"
        self._figures = figures
        self._publisher = node.create_publisher(DiagnosticArray, DIAGNOSTICS, 10)
        self.rejected = 0
        self._error_until = 0.0
        self._level, self._message = WARN, "waiting for the first message"
        self._timer = node.create_timer(1.0, self.publish)

    def set(self, level: int, message: str) -> None:
        """State the present health; a change is logged once and published at once.

        An error stays for `HOLD` seconds after its last cause: good messages between bad ones must
        not hide it, nor fill the log.
        """
        now = time.monotonic()
        if level == ERROR:
            self._error_until = now + HOLD
        elif now < self._error_until:
            return
        if (level, message) == (self._level, self._message):
            return
        if level != self._level:
            logger = self._node.get_logger()
            # A line each: rclpy ties a severity to the place of the call.
            if level == OK:
                logger.info(message)
            elif level == WARN:
                logger.warning(message)
            else:
                logger.error(message)
        self._level, self._message = level, message
        self.publish()

    def reject(self, reason: str) -> None:
        """Count a refused message and say why."""
        self.rejected += 1
        self.set(ERROR, reason)

    def publish(self) -> None:
        """Publish the present status."""
        values = {"rejected": self.rejected, **self._figures()}
        status = DiagnosticStatus(
            level=bytes([self._level]),
            name=self._name,
            message=self._message,
            hardware_id="puma560",
            values=[KeyValue(key=key, value=str(value)) for key, value in values.items()],
        )
        message = DiagnosticArray(status=[status])
        message.header.stamp = self._node.get_clock().now().to_msg()
        self._publisher.publish(message)
