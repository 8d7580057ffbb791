"""Query the joints and the command interface of a controller that another launch has started."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from rcl_interfaces.srv import GetParameters
from rclpy.client import Client
from rclpy.node import Node

from ...control.command_order import ASKED_PARAMETERS, Answer
from ..wire.controller_joints import ParameterRequest
from ..wire.topics import DISCOVERY_S
from .graph_queries import destroy_in_node_thread, domain_id

REPEAT_S = 3.0
"""Time after which a query without an answer is sent again, s."""

REPORT_PERIOD_S = 10.0
"""Period of reports while the query waits, s."""

FLOATS = "std_msgs/msg/Float64MultiArray"


class ControllerQuery:
    """Waits for a controller, and reads its parameters.

    Args:
        controller: full name of the controller's node, which receives commands on its topic ``commands``.
        unknown: whether a subscription of this topic is enough if no node answers.
        report: receives a sentence every `REPORT_PERIOD_S` seconds while the controller does not exist.
    """

    def __init__(self, controller: str, unknown: bool, report: Callable[[str], None]) -> None:
        self._controller, self._unknown, self._report = controller, unknown, report
        self._client: Client[Any, Any] | None = None
        self._request: ParameterRequest | None = None
        self._began = self._sent = self._reported = -math.inf

    def __call__(self, node: Node) -> Answer | None:
        """Return the controller's answer, without joints if it cannot be queried; ``None`` while it does not exist."""
        now = time.monotonic()
        if self._client is None:
            self._client = node.create_client(GetParameters, f"{self._controller}/get_parameters")
            self._began = now
        client = self._client
        # An answer may be lost while the middleware connects client and service.
        if client.service_is_ready() and now > self._sent + REPEAT_S:
            self._sent, self._request = now, ParameterRequest(client, ASKED_PARAMETERS)
        answer = self._answer(node, now)
        if answer is not None:
            destroy_in_node_thread(node, lambda: node.destroy_client(client))
        elif now > max(self._began + DISCOVERY_S, self._reported + REPORT_PERIOD_S):
            self._reported = now
            self._report(
                f"waiting for controller {self._controller} in ROS domain {domain_id()}; {commanded_controllers(node)}"
            )
        return answer

    def _answer(self, node: Node, now: float) -> Answer | None:
        if self._request is None:
            subscribed = self._unknown and node.count_subscribers(f"{self._controller}/commands")
            return Answer() if subscribed and now > self._began + DISCOVERY_S else None
        values = self._request.values
        return None if values is None else Answer.from_values(values)


def commanded_controllers(node: Node) -> str:
    """Return a phrase that lists the controllers with a command topic, for messages."""
    found = sorted(
        name.removesuffix("/commands")
        for name, kinds in node.get_topic_names_and_types()
        if name.endswith("/commands") and FLOATS in kinds and node.count_subscribers(name)
    )
    return f"there are: {', '.join(found)}" if found else "there is none that takes commands"
