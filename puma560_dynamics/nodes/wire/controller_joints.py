"""Query the joints of the controller that receives the commands, as input of `CommandOrder`.

Parameters are requested one by one: the answer to a request for several is empty if the node lacks one of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from rcl_interfaces.msg import ParameterValue
from rcl_interfaces.srv import GetParameters
from rclpy.client import Client
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.node import Node
from rclpy.parameter import parameter_value_to_python

from ...control.command_order import ASKED_PARAMETERS, Answer, CommandOrder
from ...control.gate.supervision import UNKNOWN_NODE
from .polling_node import Tick
from .topics import COMMANDS, DISCOVERY_S


class ParameterRequest:
    """Request for parameters of a node, one service call for each.

    Args:
        client: client of the service ``get_parameters``.
        names: parameter names.
        done: called with this request when the last value has arrived.
    """

    def __init__(
        self, client: Client[Any, Any], names: Sequence[str], done: Callable[[ParameterRequest], None] | None = None
    ) -> None:
        self._client, self._done = client, done
        self._futures: list[Any] = [client.call_async(GetParameters.Request(names=[name])) for name in names]
        for future in self._futures:
            future.add_done_callback(self._reply)

    def _reply(self, future: Any) -> None:
        if self._done is not None and self.values is not None:
            self._done(self)

    def drop(self) -> None:
        """Stop waiting for replies."""
        self._done = None
        for future in self._futures:
            if not future.done():
                self._client.remove_pending_request(future)

    @property
    def values(self) -> list[object] | None:
        """Values in the order of the names, with `None` for a missing one; `None` until all values have arrived."""
        if not all(future.done() for future in self._futures):
            return None
        found = [[*future.result().values, ParameterValue()][0] for future in self._futures]
        return [parameter_value_to_python(value) for value in found]


def take_reply(client: Client[Any, Any]) -> None:
    """Process a reply that has arrived, if no executor does so."""
    header, reply = client.handle.take_response(GetParameters.Response)
    if header is None:
        return
    try:
        future = client.get_pending_request(header.request_id.sequence_number)
    except KeyError:  # the request was dropped
        return
    future.set_result(reply)


UNCHECKED, CHECKED, REQUIRED = JOINT_CHECKS = ("unchecked", "checked", "required")
"""Checks of the controller's joints: never; refuse another order, even if the controller starts later; send nothing
before the controller has answered."""

SEARCH_PERIOD_S = 0.25
"""Period of checks whether the controller's service exists, s."""

ASK_PERIOD_S = 1.0
"""Period of queries after an answer, s: the controller may have been loaded again with other joints."""

MAX_SEARCH_S = 5.0
"""Time of the search for a controller's services after which the controller counts as one that cannot be queried, s."""

MAX_PENDING = 20
"""Largest number of pending requests: an answer may take this many times `SEARCH_PERIOD_S`."""


class ControllerJoints:
    """Updates a `CommandOrder` with the answers of a controller.

    Args:
        node: node of the service client.
        controller: full name of the controller's node.
        changed: called after each answer.
    """

    def __init__(self, node: Node, controller: str, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._client: Any = node.create_client(GetParameters, f"{controller}/get_parameters")
        self._node, self._controller = node, controller
        self._pending: list[ParameterRequest] = []
        self._asked = -MAX_SEARCH_S
        self._seen: float | None = None
        self._began = time.monotonic()
        self.order: CommandOrder | None = None
        node.create_timer(SEARCH_PERIOD_S, Tick(self.ask_if_due), clock=Clock(clock_type=ClockType.STEADY_TIME))

    def ask_if_due(self) -> None:
        """Query the controller if it exists and has not answered yet, or not within `ASK_PERIOD_S`."""
        order, now = self.order, time.monotonic()
        if order is None:
            return
        if not self._client.service_is_ready():
            self._drop(0)
            self._asked = -MAX_SEARCH_S
            if order.known or not self._comes(now):
                self._tell(order, order.note_gone)
            else:
                self._tell(order, order.note_waiting)
            return
        self._seen = None
        self._tell(order, order.note_waiting)
        # An answer may be lost while the middleware connects client and service.
        if now - self._asked < (ASK_PERIOD_S if order.known else SEARCH_PERIOD_S):
            return
        self._asked = now
        self._pending.append(ParameterRequest(self._client, ASKED_PARAMETERS, self._answer))
        self._drop(MAX_PENDING)

    def read(self) -> None:
        """Read an answer while no executor runs."""
        take_reply(self._client)

    def _comes(self, now: float) -> bool:
        """Return whether the service may appear soon: this node is new, or the controller subscribes to commands."""
        if now - self._began < DISCOVERY_S:
            return True
        there = any(
            info.node_name == UNKNOWN_NODE or f"{info.node_namespace.rstrip('/')}/{info.node_name}" == self._controller
            for info in self._node.get_subscriptions_info_by_topic(COMMANDS)
        )
        if not there:
            self._seen = None
        elif self._seen is None:
            self._seen = now
        return self._seen is not None and now - self._seen < MAX_SEARCH_S

    def _tell(self, order: CommandOrder, event: Callable[[], None]) -> None:
        before = order.problem
        event()
        if order.problem != before:
            self._changed()

    def _answer(self, request: ParameterRequest) -> None:
        if self.order is None or request.values is None or request not in self._pending:
            return
        self._drop(0)
        self.order.note_answer(Answer.from_values(request.values))
        self._changed()

    def _drop(self, kept: int) -> None:
        """Drop all requests except the last `kept`."""
        while len(self._pending) > kept:
            self._pending.pop(0).drop()
