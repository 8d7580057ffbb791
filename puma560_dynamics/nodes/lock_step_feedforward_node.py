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
from .wire.topics import ACTIVITY, COMMANDS, JOINT_STATES, REFERENCE, publishers

CHECK_PERIOD_S = 0.5
"""Period of checks of the graph while torque acts, s."""


class LockStepPermission:
    """Checks from parameters and graph that only the simulated arm is present, so that lock-step is permitted.

    Args:
        node: the feed-forward node.
        guard: value of the node's parameter ``guard``.
        controller: name of the controller to which the command topic belongs.
    """

    def __init__(self, node: Node, guard: str, controller: str) -> None:
        self._node, self._guard, self._controller = node, guard, controller
        self._looked = 0.0

    def check(self, *, starting: bool = False) -> None:
        """Check that lock-step is permitted.

        Args:
            starting: whether no torque acts yet, so that the plant need not exist.

        Raises:
            StateError: lock-step is not permitted here.
        """
        reason = self._refusal(starting)
        if reason is not None:
            raise StateError(reason)

    def lost(self) -> str | None:
        """Return the reason to refuse lock-step, a sentence; `None` between two checks (`CHECK_PERIOD_S`)."""
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
    """`FeedForwardNode` with simulated time, which runs only with the simulated arm.

    It has the name, topics, services and parameters of ``feedforward_node``, but is not an executable of the package.
    While the simulated arm waits, no watchdog acts; therefore `LockStepPermission` is checked when the node is
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
            Puma560Error: lock-step is not permitted here, or a value is invalid.
        """
        self._permission.check(starting=True)
        if self._references.name != REFERENCE:
            raise StateError(f"reference_source is {self._references.name}; lock-step pairs states with {REFERENCE}s")
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
        """Call the watchdog; end the torque in real time once lock-step is no longer permitted."""
        if self._loop is not None and self._loop.gate.active and self._topics.answering:
            refusal = self._permission.lost()
            if refusal is not None:
                self._simulated.run_on()
                self._end(refusal)
        super().watch()

    def leave(self, reason: str = "stopped") -> None:
        """End the torque in real time, because the simulated arm may already be gone."""
        self._simulated.run_on()
        super().leave(reason)


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``python -m puma560_dynamics.nodes.lock_step_feedforward_node``."""
    ignore_local_endpoints()  # its own commands
    return run_node(LockStepFeedForwardNode, args)


if __name__ == "__main__":
    sys.exit(main())
