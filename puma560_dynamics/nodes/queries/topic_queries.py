"""Wait for a message of a robot: its description, or a usable joint state."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from rclpy.subscription import Subscription
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from ...arm.received_description import ReceivedDescription
from ...control.joint_order import JointOrder
from ...errors import MessageError, Puma560Error
from ..wire.topics import DISCOVERY_S, LATCHED
from .graph_queries import destroy_in_node_thread

REPORT_PERIOD_S = 10.0
"""Period of reports while the query waits, s."""


class DescriptionQuery:
    """Waits for the description of an arm.

    Args:
        topic: full name of the topic.
        description: receives the text, and decides whether it is usable.
        report: receives a sentence every `REPORT_PERIOD_S` seconds while no description arrives.
    """

    def __init__(self, topic: str, description: ReceivedDescription, report: Callable[[str], None]) -> None:
        self._topic, self._description, self._report = topic, description, report
        self._subscription: Subscription[Any] | None = None
        self._reported = 0.0

    def __call__(self, node: Node) -> str | None:
        """Return why the description does not give the arm, empty if it does; ``None`` while none has arrived."""
        now = time.monotonic()
        if self._subscription is None:
            self._reported = now + DISCOVERY_S - REPORT_PERIOD_S
            self._subscription = node.create_subscription(String, self._topic, self._receive, LATCHED)
        if self._description.untried:
            subscription = self._subscription
            destroy_in_node_thread(node, lambda: node.destroy_subscription(subscription))
            try:
                self._description.take()
            except Puma560Error as error:
                return str(error)
            return ""
        if now > self._reported + REPORT_PERIOD_S:
            self._reported = now
            self._report(f"waiting: {self._description.finding.sentence}")
        return None

    def _receive(self, message: String) -> None:
        self._description.receive(time.monotonic(), message.data)


class UsableStates:
    """Waits for a joint state with finite numbers for every joint.

    Args:
        topic: full name of the topic.
        joints: joint names in the messages.
        patience: longest wait, s.

    Attributes:
        finding: why no joint state was usable so far.
    """

    def __init__(self, topic: str, joints: Sequence[str], patience: float) -> None:
        self._topic, self._order, self._patience = topic, JointOrder(joints), patience
        self._subscription: Subscription[Any] | None = None
        self._until = 0.0
        self._usable = False
        self.finding = "no message came"

    def __call__(self, node: Node) -> bool | None:
        """Return whether a usable joint state has arrived; ``None`` while the query still waits."""
        now = time.monotonic()
        if self._subscription is None:
            self._until = now + self._patience
            self._subscription = node.create_subscription(
                JointState, self._topic, self._receive, qos_profile_sensor_data
            )
        if not self._usable and now < self._until:
            return None
        subscription = self._subscription
        destroy_in_node_thread(node, lambda: node.destroy_subscription(subscription))
        return self._usable

    def _receive(self, message: JointState) -> None:
        try:
            self._order.fields(message.name, position=message.position, velocity=message.velocity)
        except MessageError as error:
            self.finding = str(error)
        else:
            self._usable = True
