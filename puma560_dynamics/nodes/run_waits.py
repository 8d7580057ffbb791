"""Waiting in a run: for simulated time to pass, for an answer, for a state, while the processes are watched."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from rclpy.executors import Executor

from ..errors import RunError
from ..system.processes import Processes
from ..system.signals import signals_deferred
from .recorder_node import RecorderNode
from .wire.topics import COMMANDS, JOINT_STATES, publishers

ASK = 0.1
"""Seconds between two requests to let simulated time pass: a message may get lost."""

ANSWER, AGAIN = 20.0, 4.0
"""Seconds within which a service must answer, and after which it is asked again."""

STALLED = 20.0
"""Seconds without a new joint state after which the comparison is given up."""

RunProgress = Callable[[float, str], None]
"""Called with the share of the run that is done (0 to 1) and what is going on."""


class RunWaits:
    """Lets a run's node spin until something has come, and reports how far the run is meanwhile.

    Args:
        node: listens to everything.
        executor: that it is in.
        processes: of the nodes that run; one that has ended ends the run.
        progress: receives several times a second how far the run is.

    Attributes:
        period: ns between two simulated states.
    """

    def __init__(self, node: RecorderNode, executor: Executor, processes: Processes, progress: RunProgress) -> None:
        self._node = node
        self._executor = executor
        self._processes = processes
        self._progress = progress
        self.period = 0

    def _refuse_company(self) -> None:
        """Two arms on one set of topics would be driven by each other's torque."""
        if publishers(self._node, JOINT_STATES) > 1 or publishers(self._node, COMMANDS) > 1:
            raise RunError(
                "another node in this ROS domain publishes joint_states or torque commands; "
                "stop it or choose another domain with --domain"
            )

    def let_pass(
        self,
        seconds: float,
        share: float,
        what: str,
        stop: Callable[[], bool] = lambda: False,
        moving_share: Callable[[], float] | None = None,
    ) -> None:
        """Let simulated time pass, until the last state is answered or `stop`."""
        node = self._node
        end = node.stamps[JOINT_STATES] + round(1e9 * seconds)
        reached = end - self.period

        def done() -> bool:
            return stop() or (node.stamps[JOINT_STATES] > reached and node.answered())

        self.until(done, share, what, moving_share, lambda: node.run_until(end))

    def until(
        self,
        done: Callable[[], bool],
        share: float,
        what: str,
        moving_share: Callable[[], float] | None = None,
        ask: Callable[[], None] = lambda: None,
    ) -> None:
        """Spin until `done`, calling `ask` again and again, while simulated time passes or is about to.

        Raises:
            RunError: it stands still.
        """
        node = self._node
        newest, since = node.stamps.get(JOINT_STATES), time.monotonic()
        while True:
            ask()
            if self.spin(done, ASK, share, what, moving_share):
                return
            if node.stamps.get(JOINT_STATES) != newest:
                newest, since = node.stamps.get(JOINT_STATES), time.monotonic()
            elif time.monotonic() - since > STALLED:
                raise RunError(
                    f"{what}: the simulated arm has waited {STALLED:.0f} s for its command; "
                    f"{node.problems() or 'no node reports why'}"
                )

    def answered(self, ask: Callable[[], Any], what: str, share: float) -> None:
        """Ask a service until it answers; while simulated time stands, to be asked twice changes nothing."""
        deadline = time.monotonic() + ANSWER
        while not self.spin(ask().done, AGAIN, share, what):
            if time.monotonic() > deadline:
                raise RunError(f"{what}: no answer within {ANSWER:.0f} s; the node may have stopped")

    def spin(
        self,
        done: Callable[[], bool],
        timeout: float,
        share: float,
        what: str,
        moving_share: Callable[[], float] | None = None,
        *,
        alone: bool = True,
    ) -> bool:
        """Spin until `done`; False after `timeout` seconds.

        Reports progress, watches the processes, and that no other node publishes, unless `alone` is false.
        """
        deadline = time.monotonic() + timeout
        shown = 0.0
        while not done():
            now = time.monotonic()
            if now > deadline:
                return False
            if now - shown > 0.1:
                shown = now
                self._processes.check()
                if alone:
                    self._refuse_company()
                self._progress(moving_share() if moving_share else share, what)
            with signals_deferred():  # an exception inside rclpy's compiled code may appear as an error of that code
                self._executor.spin_once(timeout_sec=min(0.05, max(0.0, deadline - now)))
        return True
