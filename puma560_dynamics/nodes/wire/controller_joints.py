"""Asks the controller that gets the commands for its joints: input of `CommandOrder`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from rcl_interfaces.srv import GetParameters
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.node import Node
from rclpy.parameter import parameter_value_to_python

from ...control.command_order import ASKED, Answer, CommandOrder
from .tick import Tick

UNCHECKED, CHECKED, REQUIRED = CHOICES = ("unchecked", "checked", "required")
"""Never asked; another order is refused; nothing is sent before the controller has answered."""

LOOK = 0.25
"""Seconds between two looks for its node."""

AGAIN = 1.0
"""Seconds after which it is asked again: it may have been loaded again, with other joints."""

PATIENCE = 5.0
"""Seconds that an answer is waited for before it is asked again."""


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
        self._pending: Any | None = None
        self._asked = -PATIENCE
        self.order: CommandOrder | None = None
        node.create_timer(LOOK, Tick(self._look), clock=Clock(clock_type=ClockType.STEADY_TIME))

    def _look(self) -> None:
        order, now = self.order, time.monotonic()
        if order is None:
            return
        if not self._client.service_is_ready():
            self._pending, self._asked = None, -PATIENCE
            if order.known:
                order.gone()
                self._changed()
            return
        if now - self._asked < (AGAIN if self._pending is None else PATIENCE):
            return
        self._asked = now
        asked = self._client.call_async(GetParameters.Request(names=ASKED))
        self._pending = asked
        asked.add_done_callback(lambda future: self._answer(future, asked))

    def _answer(self, future: Any, asked: Any) -> None:
        order, reply = self.order, future.result()
        if order is None or reply is None or asked is not self._pending:
            return
        self._pending = None
        order.answered(Answer.of([parameter_value_to_python(value) for value in reply.values]))
        self._changed()
