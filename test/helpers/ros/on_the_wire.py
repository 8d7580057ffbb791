"""Judges what reaches the hardware: every command on the topic, from any sender, by its DDS source timestamp."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from rclpy.qos import QoSProfile
from std_msgs.msg import Float64MultiArray

from puma560_dynamics.control.gate.timing import Timing
from puma560_dynamics.nodes.wire.messages import sender_of

LONGEST_STEP = Timing().longest_step
JOINTS = 6
ROUNDING = 1e-3
"""N·m: clocks of a steady and an adjusted rate."""


@dataclass(frozen=True)
class Command:
    """One command as it was on the wire: source time s, torque (n,) N·m, sender."""

    time: float
    torque: np.ndarray
    sender: str


@dataclass(frozen=True)
class LargestStep:
    """The step that comes nearest to what the rates allow.

    Attributes:
        share: of what they allow in its time, 1 for all of it.
        torque: N·m of the largest step of any joint.
    """

    share: float
    torque: float


@dataclass(frozen=True)
class Breach:
    """Two commands in a row that differ by more than the rates allow: the later one, and N·m beyond."""

    before: Command
    after: Command
    excess: float


class CommandRecord:
    """Commands with the times at which they were sent."""

    def __init__(self) -> None:
        self.commands: list[Command] = []

    def ordered(self) -> list[Command]:
        """In the order in which they were sent."""
        return sorted(self.commands, key=lambda one: one.time)

    def breaches(self, growth: np.ndarray, removal: np.ndarray) -> list[Breach]:
        """Where the rates (n,) N·m/s do not hold."""
        commands = self.ordered()
        found = []
        for before, after in pairwise(commands):
            dt = min(after.time - before.time, LONGEST_STEP)
            excess = beyond(before.torque, after.torque, growth, removal, dt)
            if excess > ROUNDING:
                found.append(Breach(before, after, excess))
        return found

    def largest(self, growth: np.ndarray, removal: np.ndarray) -> LargestStep:
        """The largest steps on record, and how near they come to the rates (n,) N·m/s."""
        share = torque = 0.0
        for before, after in pairwise(self.ordered()):
            dt = min(after.time - before.time, LONGEST_STEP)
            step = np.abs(after.torque - before.torque)
            rate = np.where(np.abs(after.torque) > np.abs(before.torque), growth, removal)
            torque = max(torque, float(step.max()))
            share = max(share, float((np.maximum(step - ROUNDING, 0.0) / (rate * dt)).max()) if dt > 0.0 else 0.0)
        return LargestStep(share, torque)


class Wire(CommandRecord):
    """Every command on the topic, with its source timestamp.

    Args:
        peer: the test's own node.
    """

    def __init__(self, peer) -> None:
        super().__init__()
        peer.listen_with_info(Float64MultiArray, "effort_controller/commands", self._on_command, QoSProfile(depth=5000))

    def _on_command(self, message: Float64MultiArray, info: dict) -> None:
        time = 1e-9 * info["source_timestamp"]
        if len(message.data) != JOINTS:  # no controller takes it
            return
        self.commands.append(Command(time, np.array(message.data), sender_of(message)))


def beyond(before: np.ndarray, after: np.ndarray, growth: np.ndarray, removal: np.ndarray, dt: float) -> float:
    """N·m by which a step is beyond the limits at the worst joint; 0 or less if it is within.

    The magnitude of a torque may fall by `removal` * `dt`; the rest of the time once it is zero, and any rise
    of the magnitude, counts as growth.
    """
    sign = np.where(before < 0.0, -1.0, 1.0)
    start, end = np.abs(before), sign * after
    left = np.maximum(dt - start / removal, 0.0)
    least = np.where(start > removal * dt, start - removal * dt, -growth * left)
    return float(np.max(np.maximum(end - (start + growth * dt), least - end)))
