"""The feed-forward node of `puma560 run`: answers the simulated arm in lock-step instead of real time."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

from ..errors import StateError
from .feedforward_node import FeedForwardNode
from .wire.local_endpoints import ignore_local_endpoints
from .wire.lock_step_permission import LockStepPermission
from .wire.lock_step_topics import LockStepClock, LockStepTopics
from .wire.loop_topics import LoopTopics
from .wire.spin import run_node
from .wire.stamps import TorqueClock


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
