"""Permission for the feed-forward node to answer in lock-step, before it starts and while torque acts."""

from __future__ import annotations

import os
import time

from rclpy.node import Node

from ...control.lock_step import refusal
from ...errors import StateError
from .topics import ACTIVITY, COMMANDS, JOINT_STATES, publishers

PERIOD = 0.5
"""Seconds between two looks at the graph while torque acts."""


class LockStepPermission:
    """Reads from parameters and graph whether only the simulated arm is there, where time may pass in steps.

    Args:
        node: the feed-forward node.
        guard: value of its parameter ``guard``.
        controller: name of the controller that the command topic belongs to.
    """

    def __init__(self, node: Node, guard: str, controller: str) -> None:
        self._node, self._guard, self._controller = node, guard, controller
        self._looked = 0.0

    def check(self, *, starting: bool = False) -> None:
        """Accept lock-step.

        Args:
            starting: whether nothing acts yet, and the plant need not be there.

        Raises:
            StateError: this is no place for it.
        """
        reason = self._refusal(starting)
        if reason is not None:
            raise StateError(reason)

    def lost(self) -> str | None:
        """What rules out lock-step by now, a sentence; looks every `PERIOD`, `None` in between."""
        if self._looked + PERIOD > time.monotonic():
            return None
        self._looked = time.monotonic()
        return self._refusal(starting=False)

    def _refusal(self, starting: bool) -> str | None:
        node = self._node
        takers = [info.node_name for info in node.get_subscriptions_info_by_topic(COMMANDS)]
        return refusal(
            simulated_time=bool(node.get_parameter("use_sim_time").value),
            guard=self._guard,
            discovery=os.environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE", ""),
            controller=publishers(node, ACTIVITY) > 0 or self._controller in takers,
            states_from=None if starting else [i.node_name for i in node.get_publishers_info_by_topic(JOINT_STATES)],
        )
