"""The feed-forward node of `puma560 run`: it answers the simulated arm in lock-step, and refuses to run elsewhere."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Sequence

from rclpy.node import Node

from ..control.lock_step import refusal
from ..errors import StateError
from .feedforward_node import FeedForwardNode
from .wire.command_topic import ignore_local_endpoints
from .wire.lock_step_topics import LockStepClock, LockStepTopics
from .wire.loop_topics import LoopTopics
from .wire.spin import run_node
from .wire.stamps import TorqueClock
from .wire.topics import ACTIVITY, COMMANDS, JOINT_STATES, publishers

CHECK_PERIOD_S = 0.5
"""Seconds between two looks at the graph while torque acts."""


class LockStepPermission:
    """Checks by parameters and graph that only the simulated arm is there, where time may pass in steps.

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
            StateError: lock-step is not permitted here.
        """
        reason = self._refusal(starting)
        if reason is not None:
            raise StateError(reason)

    def lost(self) -> str | None:
        """Return the reason against lock-step, a sentence; between two looks (`CHECK_PERIOD_S`) `None`."""
        if self._looked + CHECK_PERIOD_S > time.monotonic():
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


class LockStepFeedForwardNode(FeedForwardNode):
    """`FeedForwardNode` on simulated time, which refuses to run next to anything but the simulated arm.

    It has the name, topics, services and parameters of ``feedforward_node``, and is no executable of the package.
    While the simulated arm stands, no watchdog acts; therefore `LockStepPermission` is checked when the node is
    configured and activated, and while torque acts.
    """

    def _make_clock(self) -> TorqueClock:
        self._simulated = LockStepClock()
        return self._simulated

    def _make_topics(self) -> LoopTopics:
        topics = LockStepTopics(self, self._simulated, self._diagnostics, self._guard, self._intake)
        self._permission = LockStepPermission(self, self._guard, topics.commands.controller)
        return topics

    def _configure(self) -> None:
        """Check the permission, then configure.

        Raises:
            Puma560Error: lock-step is not permitted here, or a value makes no sense.
        """
        self._permission.check(starting=True)
        super()._configure()
        self._intake.pauses.limit = math.inf  # simulated time stands still with this process

    def _start(self) -> str | None:
        """Begin to fade in; return the reason if that is refused."""
        if self._loop is not None:
            try:
                self._permission.check()
            except StateError as error:
                return str(error)
        return super()._start()

    def watch(self) -> None:
        """End the torque in real time once the permission is lost."""
        if self._loop is not None and self._loop.gate.active and self._topics.answering:
            refusal = self._permission.lost()
            if refusal is not None:
                self._simulated.run_on()
                self._end(refusal)
        super().watch()

    def leave(self, reason: str = "stopped") -> None:
        """End the torque in real time: the simulated arm may be gone already."""
        self._simulated.run_on()
        super().leave(reason)


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``python -m puma560_dynamics.nodes.lock_step_feedforward_node``."""
    ignore_local_endpoints()  # its own commands
    return run_node(LockStepFeedForwardNode, args)


if __name__ == "__main__":
    sys.exit(main())
