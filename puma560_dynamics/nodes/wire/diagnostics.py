"""Diagnostics of a node, including rejected messages with reasons; published once per second and at every change."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.node import Node

from .polling_node import Tick
from .topics import DIAGNOSTICS

HOLD_S = 1.0
"""Shortest time for which an error is shown, s."""

MIN_PERIOD_S = 0.1
"""Shortest period of statuses with the same level, s: texts that differ in every sample must not flood the topic."""

MAX_PERIOD_S = 1.0
"""Period of statuses when nothing changes, s."""

LOG_PERIOD_S = 5.0
"""Period of log lines for an error that lasts, s, so that later parts of the log contain it."""

MAX_TEXT = 2000
"""Largest number of characters of a message or value, which may quote texts of other nodes."""

OK, WARN, ERROR, STALE = 0, 1, 2, 3


class Diagnostics:
    """Publishes one diagnostic status of a node.

    Args:
        node: the node.
        topic_of_status: subject of the status, e.g. ``"torque"``.
        figures: returns the key-value pairs for each publication.
    """

    def __init__(self, node: Node, topic_of_status: str, figures: Callable[[], Mapping[str, object]]) -> None:
        self._node = node
        self._name = f"{node.get_name()}: {topic_of_status}"
        # Of several robots, or arms, the names are equal.
        self._hardware = node.get_namespace().strip("/") or "puma560"
        self._figures = figures
        self._publisher = node.create_publisher(DiagnosticArray, DIAGNOSTICS, 10)
        self.rejected = 0
        self._held_until, self._held_level = 0.0, OK
        self._level, self._message, self._state = WARN, "waiting for the first message", ""
        self._logged_once = False
        self._published, self._news, self._logged = 0.0, False, 0.0
        self._hidden: tuple[int, str, str] | None = None
        # A steady clock: diagnostics must continue while simulated time stands still.
        self._timer = node.create_timer(MIN_PERIOD_S, Tick(self._tick), clock=Clock(clock_type=ClockType.STEADY_TIME))

    def set(self, level: int, message: str, *, state: str = "", hold: bool = False) -> None:
        """Set the present status.

        The first status, and every change of level or state, is logged and published at once. Another message of the
        same level follows within `MIN_PERIOD_S`. An error that lasts is logged every `LOG_PERIOD_S`.

        Args:
            level: OK, WARN or ERROR.
            message: a sentence.
            state: name of the node's state, whose changes are logged.
            hold: whether to show the status for `HOLD_S` seconds after its last cause, like every error: better
                statuses in between must not hide it, nor fill the log. The latest of them is shown afterwards.
        """
        now, message = time.monotonic(), _shortened(message)
        if now < self._held_until and level < self._held_level:
            self._hidden = level, message, state
            return
        self._hidden = None
        if hold or level == ERROR:
            self._held_until, self._held_level = now + HOLD_S, level
        changed = not self._logged_once or (level, state) != (self._level, self._state)
        if not changed and message == self._message:
            return
        if changed:
            self._logged_once = True
            self._log(level, message)
        self._level, self._message, self._state = level, message, state
        self._news = True
        if changed or now - self._published >= MIN_PERIOD_S:
            self.publish()

    def reject(self, reason: str) -> None:
        """Count a rejected message, and report the reason."""
        self.rejected += 1
        self.set(ERROR, reason, state=self._state)

    def _log(self, level: int, message: str) -> None:
        self._logged = time.monotonic()
        logger = self._node.get_logger()
        # Separate calls: rclpy allows only one severity per call site.
        if level == OK:
            logger.info(message)
        elif level == WARN:
            logger.warning(message)
        else:
            logger.error(message)

    def _tick(self) -> None:
        if self._hidden is not None and time.monotonic() >= self._held_until:
            level, message, state = self._hidden
            self.set(level, message, state=state)
        if self._level == ERROR and time.monotonic() - self._logged >= LOG_PERIOD_S:
            self._log(ERROR, self._message)
        if self._news or time.monotonic() - self._published >= MAX_PERIOD_S - MIN_PERIOD_S / 2:
            self.publish()

    def publish(self) -> None:
        """Publish the present status."""
        self._published, self._news = time.monotonic(), False
        values = {"rejected": self.rejected, **self._figures()}
        status = DiagnosticStatus(
            level=bytes([self._level]),
            name=self._name,
            message=self._message,
            hardware_id=self._hardware,
            values=[KeyValue(key=key, value=_shortened(str(value))) for key, value in values.items()],
        )
        message = DiagnosticArray(status=[status])
        message.header.stamp = self._node.get_clock().now().to_msg()
        self._publisher.publish(message)


def _shortened(text: str) -> str:
    """Return a text of at most `MAX_TEXT` characters."""
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 1]}…"
