"""Stamps, durations and clocks: seconds to nanoseconds and back."""

from __future__ import annotations

import pytest
from builtin_interfaces.msg import Time
from rclpy.clock import ROSClock
from rclpy.time import Time as ClockTime

from puma560_dynamics.nodes.wire.stamps import clock_seconds, duration_message, nanoseconds, seconds, stamp_of


@pytest.mark.parametrize(
    ("time", "sec", "nanosec"),
    [
        (0.0, 0, 0),
        (1.25, 1, 250_000_000),
        (0.9999999999, 1, 0),
        (-0.25, -1, 750_000_000),
        (59.999999999, 59, 999999999),
    ],
)
def test_durations_to_the_nanosecond(time: float, sec: int, nanosec: int):
    made = duration_message(time)
    assert (made.sec, made.nanosec) == (sec, nanosec)


@pytest.mark.parametrize("number", [0, 1, 999_999_999, 1_000_000_000, 1_700_000_000_123_456_789])
def test_no_nanosecond_is_lost_in_a_stamp(number: int):
    stamp = stamp_of(number)
    assert nanoseconds(stamp) == number
    assert 0 <= stamp.nanosec < 1_000_000_000
    assert seconds(stamp) == pytest.approx(number * 1e-9, rel=1e-15)


def test_nanoseconds_count_after_the_seconds():
    assert nanoseconds(Time(sec=3, nanosec=7)) == 3_000_000_007


def test_the_time_of_a_clock_is_the_systems_or_the_simulated():
    clock = ROSClock()
    before, now, after = (1e-9 * clock.now().nanoseconds, clock_seconds(clock)(), 1e-9 * clock.now().nanoseconds)
    assert before - 1e-6 <= now <= after + 1e-6
    clock._set_ros_time_is_active(True)
    clock.set_ros_time_override(ClockTime(seconds=5, nanoseconds=250_000_000, clock_type=clock.clock_type))
    assert clock_seconds(clock)() == pytest.approx(5.25, abs=1e-12)
