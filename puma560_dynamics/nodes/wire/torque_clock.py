"""The clock of the torque path: steady time for time-outs and rates, ROS time for stamps."""

from __future__ import annotations

from typing import Protocol

from rclpy.node import Node

from ...system.clocks import steady_time
from .stamps import clock_seconds


class TorqueClock(Protocol):
    """What a node that sends torque takes its times from."""

    def steady(self) -> float:
        """Steady time, s: what time-outs and rates count."""

    def stamps(self) -> float:
        """The clock that stamps are of, s."""

    def renew(self) -> None:
        """Torque begins: `use_sim_time` may have changed before, and does not until it ends."""


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
        return steady_time()

    def stamps(self) -> float:
        """ROS time, s."""
        return self._stamps()

    def renew(self) -> None:
        """Find the fastest way to the time."""
        self._stamps = clock_seconds(self._node.get_clock())
