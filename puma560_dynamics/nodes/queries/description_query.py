"""The description of its arm that a robot publishes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from rclpy.node import Node
from rclpy.subscription import Subscription
from std_msgs.msg import String

from ...arm.received_description import ReceivedDescription
from ...errors import Puma560Error
from ..wire.topics import DISCOVERY, LATCHED
from .graph_queries import destroy_in_node_thread

REPORT = 10.0
"""Seconds between two reports on what is waited for."""


class DescriptionQuery:
    """Waits for the description of an arm.

    Args:
        topic: full name.
        description: receives the text, and decides.
        report: gets a sentence every `REPORT` seconds while there is none.
    """

    def __init__(self, topic: str, description: ReceivedDescription, report: Callable[[str], None]) -> None:
        self._topic, self._description, self._report = topic, description, report
        self._subscription: Subscription[Any] | None = None
        self._reported = 0.0

    def __call__(self, node: Node) -> str | None:
        """Why the description is not of an arm, empty where it is; ``None`` while there is none."""
        now = time.monotonic()
        if self._subscription is None:
            self._reported = now + DISCOVERY - REPORT
            self._subscription = node.create_subscription(String, self._topic, self._receive, LATCHED)
        if self._description.untried:
            subscription = self._subscription
            destroy_in_node_thread(node, lambda: node.destroy_subscription(subscription))
            try:
                self._description.take()
            except Puma560Error as error:
                return str(error)
            return ""
        if now > self._reported + REPORT:
            self._reported = now
            self._report(f"waiting: {self._description.finding.sentence}")
        return None

    def _receive(self, message: String) -> None:
        self._description.receive(time.monotonic(), message.data)
