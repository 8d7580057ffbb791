"""Stamps and durations of messages as numbers; the clock of the torque path: steady time, ROS time for stamps."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from builtin_interfaces.msg import Duration, Time
from rclpy.clock import Clock, ROSClock
from rclpy.node import Node

from ...system.machine import steady_time


def seconds(stamp: Time) -> float:
    """Return a stamp in seconds."""
    found: float = stamp.sec + 1e-9 * stamp.nanosec
    return found


def clock_seconds(clock: Clock) -> Callable[[], float]:
    """Return what gives the present time of a node's clock in seconds, until `use_sim_time` of the node changes.

    Without `use_sim_time` that is the time of the system. To ask for it directly takes a twentieth of the time.
    """
    if isinstance(clock, ROSClock) and not clock.ros_time_is_active:
        return time.time
    return lambda: 1e-9 * clock.now().nanoseconds


def duration_message(time: float) -> Duration:
    """Return seconds as a `Duration`, to the nanosecond."""
    sec, nanosec = divmod(round(time * 1e9), 1_000_000_000)
    return Duration(sec=sec, nanosec=nanosec)


def stamp_of(nanoseconds: int) -> Time:
    """Return whole nanoseconds as a stamp."""
    return Time(sec=nanoseconds // 1_000_000_000, nanosec=nanoseconds % 1_000_000_000)


def nanoseconds(stamp: Time) -> int:
    """Return a stamp in whole nanoseconds, to be compared for equality."""
    return int(stamp.sec) * 1_000_000_000 + int(stamp.nanosec)


class TorqueClock(Protocol):
    """What a node that sends torque takes its times from."""

    def steady(self) -> float:
        """Steady time, s: what time-outs and rates count."""

    def stamps(self) -> float:
        """Return the clock that stamps are of, s."""

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
