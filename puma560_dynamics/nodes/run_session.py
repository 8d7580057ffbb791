"""Steps of `puma560 run`: first rates in real time, then one motion per setting in lock-step with simulated time."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from typing import Any

from rclpy.executors import Executor

from ..demo.machine import OtherPrograms
from ..demo.record import PhaseRecord, Setting
from ..demo.recorder import PhaseRecorder
from ..errors import RunError
from ..system.processes import Processes, signals_deferred
from .recorder_node import TERMS, RecorderNode
from .run_options import RunOptions
from .run_processes import REST_S, lock_step, real_time, start_nodes
from .wire.topics import COMMANDS, DISCOVERY_S, JOINT_STATES, REFERENCE, publishers

ASK_PERIOD_S = 0.1
"""Period of the requests to advance simulated time, s: a message may be lost."""

MAX_ANSWER_S, ASK_AGAIN_S = 20.0, 4.0
"""Time within which a service must answer, and time after which the request is repeated, s."""

BUSY_SHARE = 0.5
"""Share of the processor used by other programs from which it, and not the network, is named as a cause."""

MAX_STALL_S = 20.0
"""Time without a new joint state after which the comparison is aborted, s."""

RunProgress = Callable[[float | None, str], None]
"""Function that receives the completed fraction of the run (0 to 1; `None` if unknown) and the name of the step."""


class RunWaits:
    """Spins a run's node until a condition holds, and reports the progress of the run meanwhile.

    Args:
        node: node that records the run.
        executor: executor of `node`.
        processes: processes of the run's nodes; the end of one process ends the run.
        progress: function that receives the progress several times per second.

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
        """Raise if another arm uses the same topics: each arm would receive the torque of the other one."""
        if publishers(self._node, JOINT_STATES) > 1 or publishers(self._node, COMMANDS) > 1:
            raise RunError(
                "another node in this ROS domain publishes joint_states or torque commands; "
                "stop it or choose another domain with --domain"
            )

    def let_pass(
        self,
        seconds: float,
        share: float | None,
        what: str,
        stop: Callable[[], bool] = lambda: False,
        moving_share: Callable[[], float] | None = None,
    ) -> None:
        """Advance simulated time by `seconds`, until the last state is answered or `stop` returns true."""
        node = self._node
        end = node.stamps[JOINT_STATES] + round(1e9 * seconds)
        reached = end - self.period

        def done() -> bool:
            return stop() or (node.stamps[JOINT_STATES] > reached and node.answered())

        self.until(done, share, what, moving_share, lambda: node.run_until(end))

    def until(
        self,
        done: Callable[[], bool],
        share: float | None,
        what: str,
        moving_share: Callable[[], float] | None = None,
        ask: Callable[[], None] = lambda: None,
    ) -> None:
        """Spin until `done` returns true, and call `ask` periodically to advance simulated time.

        Raises:
            RunError: simulated time stands still.
        """
        node = self._node
        newest, since = node.stamps.get(JOINT_STATES), time.monotonic()
        while True:
            ask()
            if self.spin(done, ASK_PERIOD_S, share, what, moving_share):
                return
            if node.stamps.get(JOINT_STATES) != newest:
                newest, since = node.stamps.get(JOINT_STATES), time.monotonic()
            elif time.monotonic() - since > MAX_STALL_S:
                raise RunError(
                    f"{what}: the simulated arm has waited {MAX_STALL_S:.0f} s for its command; "
                    f"{node.problems() or 'no node reports why'}"
                )

    def answered(self, ask: Callable[[], Any], what: str, share: float | None) -> None:
        """Call a service until it answers; a repeated request has no effect while simulated time stands still."""
        deadline = time.monotonic() + MAX_ANSWER_S
        while not self.spin(ask().done, ASK_AGAIN_S, share, what):
            if time.monotonic() > deadline:
                raise RunError(f"{what}: no answer within {MAX_ANSWER_S:.0f} s; the node may have stopped")

    def spin(
        self,
        done: Callable[[], bool],
        timeout: float,
        share: float | None,
        what: str,
        moving_share: Callable[[], float] | None = None,
        *,
        alone: bool = True,
    ) -> bool:
        """Spin until `done` returns true; return False after `timeout` seconds.

        Report progress, and raise if a process has ended or, with `alone`, if another node publishes.
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


WARM_UP_S = 1.5
"""Simulated time with the whole model in which the torque fades in and all nodes find each other, s."""

MEASURED_S = 3.0
"""Duration of the part in real time, s."""

MAX_START_S = 90.0
"""Time within which every node must have started, even on a busy machine, s."""

MAX_COMPARISON_S = 3.0
"""Time for the validator to compare the remaining messages after a motion, s."""

MAX_LEAVE_S = 5.0
"""Time for the nodes of the real-time part to end, s."""

MAX_GONE_S = 25.0
"""Longest time for which a killed process stays in the graph, s."""


class Session:
    """The steps of a run, on one node.

    Args:
        node: node that records the run.
        processes: processes of the run's nodes.
        waits: spins `node`.
    """

    def __init__(self, node: RecorderNode, processes: Processes, waits: RunWaits) -> None:
        self._node, self._processes, self._waits = node, processes, waits
        self._began = time.monotonic()

    def measure(self, options: RunOptions) -> float:
        """Run the part in real time, and record rates and latencies of the loop with the whole model.

        Returns:
            Number of cores that other programs used meanwhile; nan if unknown.
        """
        what = "rates and latency"
        start_nodes(self._processes, options, real_time(options))
        node = self._node
        expected = (JOINT_STATES, REFERENCE, TERMS)
        self._waits.spin(lambda: not node.silent(*expected), MAX_START_S, 0.0, "starting the nodes")
        self._waits.spin(lambda: False, self._began + DISCOVERY_S - time.monotonic(), 0.0, "looking for other nodes")
        others = OtherPrograms(self._processes.pids)
        node.measuring = True
        self._waits.spin(lambda: False, MEASURED_S, 0.0, what)
        node.measuring = False
        cores = others.cores()
        self._processes.stop(MAX_LEAVE_S)
        topics = (JOINT_STATES, COMMANDS)
        self._waits.spin(
            lambda: not any(publishers(node, topic) for topic in topics), MAX_GONE_S, 0.0, what, alone=False
        )
        return cores

    def begin(self, options: RunOptions, announce: Callable[[str], None]) -> None:
        """Start the nodes of the comparison, and run until all nodes have found each other."""
        start_nodes(self._processes, options, lock_step(options))
        self._waits.period = round(1e9 / options.rate)
        node, what = self._node, "starting the nodes"
        others = OtherPrograms(self._processes.pids)
        if not self._waits.spin(lambda: not node.ready(), MAX_START_S, 0.0, what):
            cores = others.cores()
            busy = cores > BUSY_SHARE * (os.cpu_count() or 1)
            raise RunError(
                f"after {MAX_START_S:.0f} s still nothing from {', '.join(node.ready())}; "
                + (
                    f"other programs used {cores:.1f} of {os.cpu_count()} cores: try again when they have ended"
                    if busy
                    else "check that the loopback interface is up and not firewalled"
                )
            )
        if node.page:
            announce(f"live page: {node.page}")
        while node.silent(REFERENCE, TERMS) or not node.answered():
            self._waits.let_pass(WARM_UP_S, 0.0, what)

    def phase(self, settings: Sequence[Setting], index: int, options: RunOptions) -> PhaseRecord:
        """Run one motion with the setting `index` of all `settings`, and return its record.

        Simulated time passes only during the motion. Every motion starts at the initial position, without the error
        at which the joints stuck after the motion before. So a record depends on its own setting alone, and it is the
        same on every machine.
        """
        setting, node = settings[index], self._node
        share, step = index / len(settings), 1.0 / len(settings)
        self._waits.answered(lambda: node.switch(setting.terms), "switching terms", share)
        before = node.stamps[JOINT_STATES]
        self._waits.answered(node.reset, "putting the arm at its initial position", share)
        self._waits.until(lambda: node.stamps[JOINT_STATES] > before and node.answered(), share, setting.name)
        self._waits.answered(node.start, "starting the motion", share)
        node.diverged = ""
        recorder = node.phase = PhaseRecorder(setting, node.joints)
        self._waits.let_pass(
            REST_S + options.duration,
            share,
            setting.name,
            lambda: bool(node.diverged),
            lambda: share + step * node.since_start / options.duration,
        )
        if node.diverged:
            node.run_until(node.stamps[JOINT_STATES])
        else:  # the validator compares later, and may need longer
            self._waits.spin(lambda: recorder.behind <= 0, MAX_COMPARISON_S, share + step, setting.name)
        node.phase = None
        return recorder.phase(node.diverged)

    def play_on(self, options: RunOptions, announce: Callable[[str], None]) -> None:
        """Repeat the last setting until Ctrl-C, without recording it."""
        announce("every motion is recorded; the arm plays on until Ctrl-C")
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                self._waits.answered(self._node.start, "until Ctrl-C", None)
                self._waits.let_pass(REST_S + options.duration, None, "until Ctrl-C")
