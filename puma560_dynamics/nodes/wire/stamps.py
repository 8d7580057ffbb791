"""Convert stamps and durations of messages to numbers; the clock of the torque path (steady time, and ROS time)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from builtin_interfaces.msg import Duration, Time
from rclpy.clock import Clock, ROSClock
from rclpy.node import Node

from ...system.machine import steady_time


def seconds(stamp: Time | Duration) -> float:
    """Return a stamp or a duration in seconds."""
    found: float = stamp.sec + 1e-9 * stamp.nanosec
    return found


def clock_seconds(clock: Clock) -> Callable[[], float]:
    """Return a function that returns the time of a node's clock, s; valid until the node's `use_sim_time` changes.

    Without `use_sim_time` it is the system clock, which can be read directly in a twentieth of the time.
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
    """Clock of a node that sends torque."""

    def steady(self) -> float:
        """Return the steady time for time-outs and rates, s."""

    def stamps(self) -> float:
        """Return the time of the clock used for stamps, s."""

    def renew(self) -> None:
        """Adapt to `use_sim_time` before torque begins; it does not change until the torque ends."""


class RealClock:
    """Steady time for time-outs, which continues while simulated time stands still, and ROS time for stamps.

    Args:
        node: node with the ROS clock.
    """

    def __init__(self, node: Node) -> None:
        self._node = node
        self.renew()

    def steady(self) -> float:
        """Return the steady time, s."""
        return steady_time()

    def stamps(self) -> float:
        """Return the ROS time, s."""
        return self._stamps()

    def renew(self) -> None:
        """Choose the fastest function that returns the ROS time."""
        self._stamps = clock_seconds(self._node.get_clock())
