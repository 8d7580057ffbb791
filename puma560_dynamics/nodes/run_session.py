"""The steps of a run: rates in real time, then motion after motion while simulated time passes in lock-step."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from ..demo.machine import OtherPrograms
from ..demo.record import SETTINGS, PhaseRecord
from ..demo.recorder import PhaseRecorder
from ..errors import RunError
from ..system.processes import Processes
from .recorder_node import TERMS, RecorderNode
from .run_options import RunOptions
from .run_processes import REST, lock_step, real_time, start_nodes
from .run_waits import RunWaits
from .wire.topics import COMMANDS, DISCOVERY, JOINT_STATES, REFERENCE, publishers

WARM_UP = 1.5
"""Simulated seconds, under the whole model, in which the torque fades in and all nodes find each other."""

MEASURED = 3.0
"""Seconds of the part in real time."""

START_TIMEOUT = 90.0
"""Seconds in which every node has started, also on a machine that does much else."""

VALIDATOR = 3.0
"""Seconds in which the validator may compare the remaining messages after a motion."""

LEAVE = 5.0
"""Seconds in which the nodes of the real-time part end without a signal."""

GONE = 25.0
"""Seconds after which a process that was killed has gone from the graph at the latest."""


class Session:
    """The steps of a run, on one node.

    Args:
        node: listens to everything.
        processes: of the nodes that run.
        waits: spins the node.
    """

    def __init__(self, node: RecorderNode, processes: Processes, waits: RunWaits) -> None:
        self._node, self._processes, self._waits = node, processes, waits
        self._began = time.monotonic()

    def measure(self, options: RunOptions) -> float:
        """The part in real time: rates and latencies of the loop under the whole model.

        Returns:
            Cores that other programs took meanwhile; nan if unknown.
        """
        what = "rates and latency"
        start_nodes(self._processes, options, real_time(options))
        node = self._node
        expected = (JOINT_STATES, REFERENCE, TERMS)
        self._waits.spin(lambda: not node.silent(*expected), START_TIMEOUT, 0.0, "starting the nodes")
        self._waits.spin(lambda: False, self._began + DISCOVERY - time.monotonic(), 0.0, "looking for other nodes")
        others = OtherPrograms(self._processes.pids)
        node.measuring = True
        self._waits.spin(lambda: False, MEASURED, 0.0, what)
        node.measuring = False
        cores = others.cores()
        self._processes.stop(LEAVE)
        topics = (JOINT_STATES, COMMANDS)
        self._waits.spin(lambda: not any(publishers(node, topic) for topic in topics), GONE, 0.0, what, alone=False)
        return cores

    def begin(self, options: RunOptions, announce: Callable[[str], None]) -> None:
        """Start the nodes of the comparison, and run until every node has found every other."""
        start_nodes(self._processes, options, lock_step(options))
        self._waits.period = round(1e9 / options.rate)
        node, what = self._node, "starting the nodes"
        if not self._waits.spin(lambda: not node.ready(), START_TIMEOUT, 0.0, what):
            raise RunError(
                f"after {START_TIMEOUT:.0f} s still nothing from {', '.join(node.ready())}; "
                "check that the loopback interface is up and not firewalled"
            )
        if node.page:
            announce(f"live page: {node.page}")
        while node.silent(REFERENCE, TERMS) or not node.answered():
            self._waits.let_pass(WARM_UP, 0.0, what)
        # From here on everything is decided by the numbers: the arm stands at its initial position.
        before = node.stamps[JOINT_STATES]
        self._waits.answered(node.reset, what, 0.0)
        self._waits.until(lambda: node.stamps[JOINT_STATES] > before and node.answered(), 0.0, what)

    def phase(self, index: int, options: RunOptions) -> PhaseRecord:
        """One motion under setting `index`, while which simulated time passes; it stands before and after."""
        setting, node = SETTINGS[index], self._node
        share, step = index / len(SETTINGS), 1.0 / len(SETTINGS)
        self._waits.answered(lambda: node.switch(setting.terms), "switching terms", share)
        self._waits.answered(node.start, "starting the motion", share)
        node.diverged = ""
        recorder = node.phase = PhaseRecorder(setting, node.joints)
        self._waits.let_pass(
            REST + options.duration,
            share,
            setting.name,
            lambda: bool(node.diverged),
            lambda: share + step * node.since_start / options.duration,
        )
        if node.diverged:
            node.run_until(node.stamps[JOINT_STATES])
        else:  # the validator compares later, and may need longer
            self._waits.spin(lambda: recorder.behind <= 0, VALIDATOR, share + step, setting.name)
        node.phase = None
        return recorder.phase(node.diverged)

    def play_on(self, options: RunOptions, announce: Callable[[str], None]) -> None:
        """The last setting again and again, not recorded, until Ctrl-C."""
        announce("every motion is recorded; the arm plays on until Ctrl-C")
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                self._waits.answered(self._node.start, "starting the motion", 1.0)
                self._waits.let_pass(REST + options.duration, 1.0, "until Ctrl-C")
