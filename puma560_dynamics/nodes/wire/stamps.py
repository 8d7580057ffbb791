"""Stamps and durations of messages as seconds or whole nanoseconds, and back."""

from __future__ import annotations

import time
from collections.abc import Callable

from builtin_interfaces.msg import Duration, Time
from rclpy.clock import Clock, ROSClock


def seconds(stamp: Time) -> float:
    """A stamp in seconds."""
    found: float = stamp.sec + 1e-9 * stamp.nanosec
    return found


def clock_seconds(clock: Clock) -> Callable[[], float]:
    """What gives the present time of a node's clock in seconds, until `use_sim_time` of the node changes.

    Without `use_sim_time` that is the time of the system. To ask for it directly takes a twentieth of the time.
    """
    if isinstance(clock, ROSClock) and not clock.ros_time_is_active:
        return time.time
    return lambda: 1e-9 * clock.now().nanoseconds


def duration_message(time: float) -> Duration:
    """Seconds as a `Duration`, to the nanosecond."""
    sec, nanosec = divmod(round(time * 1e9), 1_000_000_000)
    return Duration(sec=sec, nanosec=nanosec)


def stamp_of(nanoseconds: int) -> Time:
    """Whole nanoseconds as a stamp."""
    return Time(sec=nanoseconds // 1_000_000_000, nanosec=nanoseconds % 1_000_000_000)


def nanoseconds(stamp: Time) -> int:
    """A stamp in whole nanoseconds, to be compared for equality."""
    return int(stamp.sec) * 1_000_000_000 + int(stamp.nanosec)
