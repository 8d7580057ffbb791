"""Ask the controller that gets the commands for its joints: input of `CommandOrder`.

Parameters are requested one by one: a request for several is answered empty if the node lacks one of them.
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
    """One request.

    Args:
        client: of the service ``get_parameters``.
        names: of the parameters.
        done: called with this request when the last value has come.
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
        """Wait for no reply any more."""
        self._done = None
        for future in self._futures:
            if not future.done():
                self._client.remove_pending_request(future)

    @property
    def values(self) -> list[object] | None:
        """Values in the order of the names, `None` for one that is not there; `None` in all until the last has come."""
        if not all(future.done() for future in self._futures):
            return None
        found = [[*future.result().values, ParameterValue()][0] for future in self._futures]
        return [parameter_value_to_python(value) for value in found]


def take_reply(client: Client[Any, Any]) -> None:
    """Take a reply that has arrived, where no executor does."""
    header, reply = client.handle.take_response(GetParameters.Response)
    if header is None:
        return
    try:
        future = client.get_pending_request(header.request_id.sequence_number)
    except KeyError:  # it was dropped
        return
    future.set_result(reply)


UNCHECKED, CHECKED, REQUIRED = JOINT_CHECKS = ("unchecked", "checked", "required")
"""Never asked; another order is refused, also where the controller comes later; nothing is sent before it has come and
answered."""

SEARCH_PERIOD_S = 0.25
"""Seconds between two looks for its node."""

ASK_PERIOD_S = 1.0
"""Seconds after which it is asked again: it may have been loaded again, with other joints."""

MAX_SEARCH_S = 5.0
"""Seconds for which the services of a controller are looked for, before it counts as one that cannot be asked."""

MAX_PENDING = 20
"""Requests under way at most: an answer may take as many times `SEARCH_PERIOD_S`."""


class ControllerJoints:
    """Keeps a `CommandOrder` up to date.

    Args:
        node: of the client.
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
        """Ask the controller where it is there and nothing is known, or not for a second."""
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
        # While the middleware connects the two, an answer may be lost.
        if now - self._asked < (ASK_PERIOD_S if order.known else SEARCH_PERIOD_S):
            return
        self._asked = now
        self._pending.append(ParameterRequest(self._client, ASKED_PARAMETERS, self._answer))
        self._drop(MAX_PENDING)

    def read(self) -> None:
        """Take its answer, where no executor runs."""
        take_reply(self._client)

    def _comes(self, now: float) -> bool:
        """Return whether its services may appear soon: a node of its name takes the commands, or this node is new."""
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
        """Forget all requests but the last `kept`."""
        while len(self._pending) > kept:
            self._pending.pop(0).drop()
