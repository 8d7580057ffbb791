"""The clock of the torque path: steady and ROS time, or simulated time in lock-step."""

from __future__ import annotations

import time
from typing import Protocol

from rclpy.node import Node

from ...control.lock_step import SimulatedClock
from .stamps import clock_seconds


class TorqueClock(Protocol):
    """What a node that sends torque takes its times from."""

    def steady(self) -> float:
        """Steady time, s: what time-outs and rates count."""

    def stamps(self) -> float:
        """The clock that stamps are of, s."""

    def renew(self) -> None:
        """Torque begins: `use_sim_time` may have changed before, and does not until it ends."""

    def leave(self) -> None:
        """From now on time must pass whatever happens: the torque is being ended."""


class RealClock:
    """Time-outs count steady time, which runs on when simulated time stands still; stamps are of ROS time.

    Args:
        node: whose ROS time.
    """

    def __init__(self, node: Node) -> None:
        self._node = node
        self.renew()

    def steady(self) -> float:
        """Steady time, s."""
        return time.monotonic()

    def stamps(self) -> float:
        """ROS time, s."""
        return self._stamps()

    def renew(self) -> None:
        """Find the fastest way to the time."""
        self._stamps = clock_seconds(self._node.get_clock())

    def leave(self) -> None:
        """Nothing: it never stands still."""


class LockStepClock:
    """Time-outs and stamps count simulated time, that of the joint state that is being answered."""

    def __init__(self) -> None:
        self._clock = SimulatedClock()

    def set(self, stamp: int) -> None:
        """A joint state of time `stamp` (ns) is being answered."""
        self._clock.set(1e-9 * stamp)

    def renew(self) -> None:
        """Nothing: simulated time is that of the joint states."""

    def steady(self) -> float:
        """Simulated time, s."""
        return self._clock.at(time.monotonic())

    def stamps(self) -> float:
        """Simulated time, s."""
        return self._clock.at(time.monotonic())

    def leave(self) -> None:
        """Let it pass with real time from now on."""
        self._clock.run_on(time.monotonic())
