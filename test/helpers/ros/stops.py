"""Processes that are stopped and continued (SIGSTOP, SIGCONT); every command on the wire is recorded and judged."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger

from helpers.ros.domain import Starter
from helpers.ros.faults import RATE, Bench
from helpers.ros.on_the_wire import Breach, Command

TIMES: dict[str, Any] = {"state_timeout": 0.1, "fade_in_time": 0.1, "hold_time": 0.2, "fade_out_time": 0.2}

SETS: dict[str, dict[str, Any]] = {
    "default": {},
    "bring_up.md": {
        "torque_limit_scale": 0.1,
        "torque_rate": "[20.0]",
        "terms.inertia": False,
        "terms.motor_inertia": False,
        "terms.coriolis": False,
        "terms.centrifugal": False,
    },
}

STEADY = 100
"""Commands in a row that carry torque while it is acting: longer than hold and fade take."""

ENDED = 3
"""Zero commands in a row after which a torque has ended: nothing but a reset may begin another."""


class Work:
    """The work of the torque on the wire on a simulated arm, after a gate has closed.

    Args:
        peer: the test's node.
        bench: receives the commands.
    """

    def __init__(self, peer, bench: Bench) -> None:
        self._bench = bench
        self._position: np.ndarray | None = None
        self.ended = False
        self.joules = 0.0
        peer.node.create_subscription(JointState, "joint_states", self._on_state, 10)

    def _on_state(self, message: JointState) -> None:
        position = np.array(message.position)
        if self.ended and self._position is not None and self._bench.received:
            self.joules += float(np.abs(self._bench.received[-1][1] @ (position - self._position)))
        self._position = position


@dataclass(frozen=True)
class Verdict:
    """What was wrong on the wire: steps beyond the rates, and torque that began again without a reset."""

    breaches: list[Breach]
    restarts: list[Command]

    @property
    def worst(self) -> float:
        """N·m of the worst step beyond the rates."""
        return max((breach.excess for breach in self.breaches), default=0.0)


class Stops:
    """Node and guard as processes, with a bench that drives them, or a simulated arm with its recorder.

    Args:
        start: starts processes.
        peer: the test's node.
        parameters: one of `SETS`.
        at_rest: whether the reference stands still.
        folder: where the run is recorded, with a simulated arm in the place of the bench; `None` for the bench.
    """

    def __init__(
        self, start: Starter, peer, parameters: str = "default", at_rest: bool = False, folder: Path | None = None
    ) -> None:
        self.start, self.peer = start, peer
        given = SETS[parameters]
        self.children = {
            "command_guard_node": start("command_guard_node"),
            "feedforward_node": start("feedforward_node", autostart=True, guard="command_guard_node", **given, **TIMES),
        }
        self.growth = np.full(6, 20.0) if "torque_rate" in given else RATE
        if folder is not None:
            self.children |= {
                "plant_node": start("plant_node", rate=100.0, bandwidth="[5.0]"),
                "reference_node": start("reference_node", rate=100.0, autostart=not at_rest),
                "bag_recorder_node": start("bag_recorder_node", folder=folder),
            }
        self.bench = Bench(peer, drives=folder is None)
        self.work = Work(peer, self.bench)
        if at_rest:
            self.bench.reference_changes = {"accelerations": [0.0] * 6}
        self._client = peer.node.create_client(Trigger, "feedforward_node/reset")
        assert peer.until(self._client.service_is_ready)
        self._resets: list[float] = []

    def open(self) -> bool:
        """Whether torque acts (again), after a reset where a fault has closed the gate."""
        last = time.monotonic() + 120.0
        while time.monotonic() < last:
            since, begun = len(self.bench.received), time.monotonic()
            self.peer.until(lambda since=since, begun=begun: self._acting(since) or self._ended(begun), 30.0)
            if self._acting(since):
                self.work.ended = False
                return True
            self.work.ended = False
            self._resets.append(time.time())
            future = self._client.call_async(Trigger.Request())
            if not self.peer.until(future.done, 15.0):
                return False
        return False

    def stop(self, names: Sequence[str], seconds: float, after: float = 5.0) -> None:
        """Stop processes for a time, continue them, and watch for `after` s."""
        for name in names:
            self.children[name].send_signal(signal.SIGSTOP)
        self.peer.wait(seconds)
        for name in names:
            self.children[name].send_signal(signal.SIGCONT)
        if seconds > 2.0 and set(names) & {"feedforward_node", "plant_node"}:
            self.peer.wait(1.0)  # whichever process ended the torque has sent its last zero
            self.work.ended = self.bench.ended()
        self.peer.wait(after)

    def alive(self) -> bool:
        """Whether no process has ended."""
        return all(child.poll() is None for child in self.children.values())

    def verdict(self) -> Verdict:
        """Judge every command since the start."""
        restarts: list[Command] = []
        zeros, acted = 0, False
        resets = iter([*self._resets, np.inf])
        reset = next(resets)
        for command in self.bench.wire.ordered():
            if not command.torque.any():
                zeros += 1
                continue
            while command.time > reset:
                zeros, acted, reset = 0, False, next(resets)
            if zeros >= ENDED and acted:
                restarts.append(command)
            zeros, acted = 0, True
        return Verdict(self.bench.wire.breaches(self.growth, RATE), restarts)

    def excerpt(self, moment: float, before: int = 30, after: int = 6) -> str:
        """The commands around a moment of source time, as text."""
        commands = self.bench.wire.ordered()
        at = next((i for i, command in enumerate(commands) if command.time >= moment), len(commands))
        return "\n".join(
            f"{command.time - moment:9.4f} {command.sender:20s} {np.round(command.torque, 2).tolist()}"
            for command in commands[max(0, at - before) : at + after]
        )

    def story(self) -> str:
        """What was wrong, with the commands around it, and what diagnostics reported."""
        verdict = self.verdict()
        moments = [breach.after.time for breach in verdict.breaches[:3]] + [one.time for one in verdict.restarts[:2]]
        reports = [(f"{at:.2f}", f"{node}: {text}") for at, node, _, text in self.bench.reported]
        changes = [" ".join(report) for i, report in enumerate(reports) if i == 0 or report[1] != reports[i - 1][1]]
        return "\n\n".join([str(verdict.worst), *map(self.excerpt, moments), "\n".join(changes[-40:])])

    def _acting(self, since: int) -> bool:
        """Whether torque acts, and is not just fading out: the last commands since entry `since`."""
        last = self.bench.received[since:][-STEADY:]
        return len(last) == STEADY and all(np.abs(torque).max() > 5.0 for _, torque, _ in last)

    def _ended(self, begun: float) -> bool:
        """Whether no torque has come for a while, the time `begun` (s) included: a fault has closed the gate."""
        carried = [when for when, torque, _ in self.bench.received[-2 * STEADY :] if torque.any()]
        return time.monotonic() - max([begun, *carried]) > 2.0
