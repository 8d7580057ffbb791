"""A bench for faults: a stream of joint states that can be damaged, and a record of every torque that came out."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.qos import QoSProfile
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from helpers.ros.driver import NAMES, Q
from helpers.ros.on_the_wire import CommandRecord, Wire
from puma560_dynamics import load_arm, load_model
from puma560_dynamics.control.gate.gate_settings import RATE_FROM_LIMIT
from puma560_dynamics.nodes.wire.messages import sender_of

ARM = load_arm()
GRAVITY = load_model("newton_euler", ARM).gravity(Q)
VELOCITY = [0.05, -0.04, 0.03, 0.02, -0.01, 0.06]
ACCELERATION = [5.0, -3.0, 4.0, 5.0, -5.0, 5.0]
DRIVEN = load_model("newton_euler", ARM).torque(Q, VELOCITY, ACCELERATION)
"""What the node sends while all is well: far from the gravity load."""

RATE = RATE_FROM_LIMIT * ARM.maximum_torque
"""(6,) N·m/s, by default of growth and of removal."""

PERIOD = 0.005
PAUSE = 0.15
"""Seconds that this bench may stand still: half of the shortest time below that decides."""
TIMES = {"state_timeout": 0.3, "reference_timeout": 0.6, "fade_in_time": 0.2, "hold_time": 0.5, "fade_out_time": 0.3}

Spoil = Callable[[JointState], list[JointState]]


RIDES, RECOVERS, ENDS = "rides through", "holds gravity, then drives again", "ends at zero"
PAUSES, REFUSED = "fades to zero, then drives again", "no torque at all"


TAKEN_AWAY = ("damping", "holding", "fading_out", "yielded", "closed", "commands have stopped")
"""How diagnostics begin once the torque is being ended."""


@dataclass(frozen=True)
class Outcome:
    """What a fault did.

    Attributes:
        case: name of the fault.
        step: the step nearest to what the rates allow, as a share of that, by source timestamps.
        step_torque: the largest step of any joint, N·m.
        excess: N·m by which the worst step is beyond the rates; 0 where none is.
        safe_after: s from the fault until the gravity load was commanded, or, as diagnostics also report,
            nothing but a torque that stays or falls; 0 if the torque stayed the right one.
        ending: one of the names below.
        diagnostics: what they reported.
    """

    case: str
    step: float
    step_torque: float
    excess: float
    safe_after: float
    ending: str
    diagnostics: str


class Judge:
    """Commands `received` from a node or loop under faults, diagnostics `reported` by it, and the verdict on them."""

    growth = removal = RATE
    peer: Any
    wire: CommandRecord
    received: list[tuple[float, np.ndarray, str]]
    reported: list[tuple[float, str, int, str]]
    spoil: Spoil
    longest_pause = 0.0

    def now(self) -> float:
        """Steady time, s."""
        return time.monotonic()

    def good_reference(self, accelerations: list[float], age: float) -> JointTrajectory:
        """The reference of the motion, so old."""
        point = JointTrajectoryPoint(positions=Q, velocities=VELOCITY, accelerations=accelerations)
        reference = JointTrajectory(joint_names=NAMES, points=[point])
        stamp(reference, self.clock() - age)
        return reference

    def good_state(self) -> JointState:
        """A good joint state of now."""
        message = JointState(name=NAMES, position=Q, velocity=VELOCITY)
        stamp(message, self.clock())
        return message

    def clock(self) -> float:
        """The clock of the stamps, s."""
        return time.time()

    def driven(self, timeout: float = 15.0) -> bool:
        """Whether the right torque comes to be sent."""
        return self.peer.until(lambda: self.received and np.abs(self.received[-1][1] - DRIVEN).max() < 1e-6, timeout)

    def ended(self) -> bool:
        """Whether the last torque was zero."""
        return bool(self.received) and not self.received[-1][1].any()

    def inject(self, case: str, fault: Callable[[], object], settle: float = 0.5, ends: float = 0.0) -> Outcome:
        """Cause a fault and judge what came of it.

        Args:
            case: its name.
            fault: causes it, spins the peer meanwhile, and ends it.
            settle: s that are watched afterwards.
            ends: s at most until the torque is zero, before that.
        """
        del self.received[:-1], self.wire.commands[:-1]
        began = self.now()
        self.reported.clear()
        self.longest_pause = 0.0
        fault()
        self.spoil = lambda message: [message]
        self.peer.until(self.ended, ends)
        self.peer.wait(settle)
        times = np.array([time for time, _, _ in self.received])
        torques = np.array([torque for _, torque, _ in self.received]).reshape(-1, ARM.n)
        ended = [at for at, _, _, text in self.reported if at > began and text.startswith(TAKEN_AWAY)]
        first = int(np.searchsorted(times, ended[0])) if ended else 1
        ending, safe = _ending(torques, min(first, len(times) - 1))
        largest = self.wire.largest(self.growth, self.removal)
        bad = [(level, text) for at, _, level, text in self.reported if at > began and level > 0]
        errors = [text for level, text in bad if level == 2]
        return Outcome(
            case=case,
            step=largest.share,
            step_torque=largest.torque,
            excess=max((breach.excess for breach in self.wire.breaches(self.growth, self.removal)), default=0.0),
            safe_after=0.0 if safe is None else max(0.0, float(times[safe] - began)),
            ending=ending,
            diagnostics=(errors or [text for _, text in bad] or ["–"])[0],
        )


class Bench(Judge):
    """Publishes states and references steadily, receives commands and diagnostics.

    Args:
        peer: the test's own node.
        clock: gives stamps, s; the system's clock by default.
        drives: whether it publishes anything; else a simulated arm does.
    """

    def __init__(self, peer, clock: Callable[[], float] = time.time, drives: bool = True) -> None:
        self.peer = peer
        self.clock = clock  # type: ignore[method-assign]
        self.spoil: Spoil = lambda message: [message]
        self.reference_changes: dict = {}
        self.ticked, self.longest_pause = time.monotonic(), 0.0
        self.received: list[tuple[float, np.ndarray, str]] = []
        self.reported: list[tuple[float, str, int, str]] = []
        deep = QoSProfile(depth=2000)
        self.wire = Wire(peer)
        peer.node.create_subscription(Float64MultiArray, "effort_controller/commands", self._on_command, deep)
        peer.node.create_subscription(DiagnosticArray, "/diagnostics", self._on_diagnostics, deep)
        if not drives:
            return
        self.states = peer.node.create_publisher(JointState, "joint_states", 10)
        self.references = peer.node.create_publisher(JointTrajectory, "reference", 10)
        self.timer = peer.node.create_timer(PERIOD, self._tick)
        assert peer.until(lambda: self.states.get_subscription_count() and self.references.get_subscription_count())

    def _on_command(self, message: Float64MultiArray) -> None:
        if len(message.data) == ARM.n:  # no controller takes another number
            self.received.append((time.monotonic(), np.array(message.data), sender_of(message)))

    def _on_diagnostics(self, message: DiagnosticArray) -> None:
        for status in message.status:
            level = int.from_bytes(status.level, "little")
            self.reported.append((time.monotonic(), status.name.partition(":")[0], level, status.message))

    def _tick(self) -> None:
        now = time.monotonic()
        self.ticked, self.longest_pause = now, max(self.longest_pause, now - self.ticked)
        changes = {"accelerations": ACCELERATION, "age": 0.0, **self.reference_changes}
        self.references.publish(self.good_reference(**changes))
        for message in self.spoil(self.good_state()):
            self.states.publish(message)

    def paused(self) -> bool:
        """Whether the machine let this bench or the node stand still since the last fault, so that nothing is shown."""
        return self.longest_pause > PAUSE or any("stood still" in text for _, _, _, text in self.reported)


def _ending(torques: np.ndarray, first: int) -> tuple[str, int | None]:
    """How a record (k, 6) N·m ends, and from which entry on, not before the `first`, it was safe."""
    held = np.abs(torques - GRAVITY).max(axis=1) < 0.5
    if not torques.any():
        return REFUSED, 0 if len(torques) else None
    if np.abs(torques - torques[0]).max() < 1e-6:
        return RIDES, None
    zero = np.all(torques == 0.0, axis=1)
    if zero[-1]:  # safe since the magnitude of every joint's torque last grew
        growing = np.flatnonzero((np.diff(np.abs(torques), axis=0) > 1e-9).any(axis=1))
        return ENDS, max(first, int(growing[-1]) + 1 if growing.size else 0)
    if held.any():
        return RECOVERS, int(np.argmax(held))
    if zero.any():
        return PAUSES, int(np.argmax(zero))
    return RIDES, None


def stamp(message: JointState | JointTrajectory, seconds: float) -> None:
    """Stamp a message."""
    message.header.stamp.sec = int(seconds // 1)
    message.header.stamp.nanosec = int((seconds % 1) * 1e9)


def as_csv(outcomes: list[Outcome]) -> str:
    """Return outcomes as CSV, one row per case."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["fault", "outcome", "largest step, N·m", "share of the rates, %", "safe after, s", "diagnostics"])
    for outcome in outcomes:
        figures = (f"{outcome.step_torque:.2f}", f"{100 * outcome.step:.0f}", f"{outcome.safe_after:.2f}")
        rows.writerow([outcome.case, outcome.ending, *figures, outcome.diagnostics])
    return text.getvalue()


def updated(before: str, after: str, cases: set[str]) -> str:
    """Return the CSV `before` with the rows of `after` in place of its own, without rows of other than `cases`."""
    header, *old = list(csv.reader(io.StringIO(before)))
    kept = {row[0]: row for row in old} | {row[0]: row for row in list(csv.reader(io.StringIO(after)))[1:]}
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *(row for case, row in kept.items() if case in cases)])
    return text.getvalue()


def summary(text: str) -> str:
    """Return the CSV of `as_csv` as a Markdown table, one row per outcome with its worst figures."""
    rows = list(csv.reader(io.StringIO(text)))[1:]
    lines = ["| outcome | faults | largest step, N·m | step nearest to the rates | safe after, s, at most |",
             "|---|---:|---:|---:|---:|"]  # fmt: skip
    for ending in sorted({row[1] for row in rows}):
        steps, shares, times = ([float(row[i]) for row in rows if row[1] == ending] for i in (2, 3, 4))
        lines.append(f"| {ending} | {len(steps)} | {max(steps):.2f} | {max(shares):.0f} % | {max(times):.2f} |")
    return "\n".join(lines)
