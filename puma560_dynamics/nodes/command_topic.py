"""The command topic: this node's own commands, and those of others, distinguished by sender."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from rclpy.node import Node
from std_msgs.msg import Float64MultiArray

from .wire import COMMAND, COMMANDS, RELIABLE, command, label_of, sender_of

Others = Callable[[NDArray[np.float64], str], None]


class CommandTopic:
    """Publishes commands and receives those of other nodes.

    A command carries the name of its node and a number of its process in the layout's label, which controllers
    do not read: a second node of the same name is another one.

    Args:
        node: the node.
        others: called with an effort as it was on the wire, finite, and the name of its sender, empty where that
            is not known.
        steady: steady time, s.

    Attributes:
        answers: stamp (ns) of the joint state that commands answer, in lock-step; `None` otherwise. The label has it
            as its third part.
    """

    def __init__(self, node: Node, others: Others, steady: Callable[[], float] = time.monotonic) -> None:
        self._node, self._others, self._steady = node, others, steady
        self.answers: int | None = None
        self._last: tuple[int | None, Float64MultiArray] | None = None
        self._label = f"{node.get_name()}/{secrets.token_hex(4)}"
        self._publisher = node.create_publisher(Float64MultiArray, COMMANDS, RELIABLE)
        self._subscription = node.create_subscription(Float64MultiArray, COMMANDS, self._on_command, COMMAND)

    def send(self, effort: NDArray[np.float64], allowed: Callable[[float], bool]) -> float | None:
        """Publish an effort (n,), N·m or A, if `allowed` at the steady time directly before.

        Returns:
            That time, s; `None` if nothing was published.
        """
        message = command(effort, self._label if self.answers is None else f"{self._label}/{self.answers}")
        # Nothing stands between the last look at the clock and the write: a process may be stopped there.
        now = self._steady()
        if not allowed(now):
            return None
        self._publisher.publish(message)
        self._last = self.answers, message
        return now

    def repeat(self, stamp: int) -> None:
        """In lock-step: publish the command for the state of time `stamp` (ns) once more, if it was the last."""
        if self._last is not None and self._last[0] == stamp:
            self._publisher.publish(self._last[1])

    @property
    def controller(self) -> str:
        """Name of the controller that the topic belongs to, empty if it is no controller's."""
        return self._publisher.topic_name.rsplit("/", 2)[-2]

    @property
    def received(self) -> bool:
        """Whether another node publishes on the topic, as far as this one knows."""
        return self._node.count_publishers(COMMANDS) > 1

    def other_publishers(self) -> list[str]:
        """Names of the nodes with a publisher on the topic, without this node's own one."""
        names = [info.node_name for info in self._node.get_publishers_info_by_topic(COMMANDS)]
        if self._node.get_name() in names:
            names.remove(self._node.get_name())
        return names

    def _on_command(self, message: Float64MultiArray) -> None:
        if label_of(message).startswith(self._label):
            return
        effort = np.array(message.data, dtype=np.float64)
        if np.isfinite(effort).all():  # controllers drop all others
            self._others(effort, sender_of(message))
