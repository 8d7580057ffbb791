"""Trajectory messages: times to the nanosecond, stamps as the controller reads them."""

from __future__ import annotations

import numpy as np
import pytest
from builtin_interfaces.msg import Duration, Time
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from puma560_dynamics.control.trajectory.joint_path import JointPath
from puma560_dynamics.control.trajectory.running import FilledTrajectory
from puma560_dynamics.nodes.wire.trajectory_maker import elapsed, read_points, trajectory_message

NOW = Time(sec=1_790_000_000, nanosec=250_000_000)


def filled(times: list[float], starts_now: bool) -> FilledTrajectory:
    """Two joints with numbers that differ."""
    rows = np.arange(2.0 * len(times)).reshape(-1, 2)
    path = JointPath(np.array(times), rows, rows + 100.0, rows + 200.0)
    return FilledTrajectory(path, rows + 300.0, np.zeros(len(times), dtype=np.intp), starts_now, 0.5)


def stamped(sec: int, nanosec: int = 0) -> JointTrajectory:
    """An empty trajectory of a stamp and a frame."""
    message = JointTrajectory()
    message.header.stamp, message.header.frame_id = Time(sec=sec, nanosec=nanosec), "base_link"
    return message


@pytest.mark.parametrize(
    ("sec", "nanosec", "expected"),
    [
        (0, 0, 0.0),
        (1_790_000_000, 250_000_000, 0.0),
        (1_790_000_001, 0, -0.75),
        (1_789_999_999, 999_999_999, 0.250000001),
        (1_789_999_990, 0, 10.25),
    ],
)
def test_now_on_the_trajectorys_own_clock(sec: int, nanosec: int, expected: float):
    assert elapsed(stamped(sec, nanosec), NOW) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("given", "starts_now", "expected"),
    [
        (stamped(0), True, Time()),
        (stamped(0), False, Time()),
        (stamped(1_790_000_005), True, NOW),
        (stamped(1_789_999_999), False, Time(sec=1_789_999_999)),
    ],
)
def test_the_stamp_that_goes_out(given: JointTrajectory, starts_now: bool, expected: Time):
    message = trajectory_message(filled([0.0, 1.0], starts_now), ["a", "b"], given, NOW)
    assert message.header.stamp == expected
    assert message.header.frame_id == "base_link"


def test_every_number_is_in_its_place():
    message = trajectory_message(filled([0.0, 0.5], True), ["a", "b"], stamped(0), NOW)
    assert message.joint_names == ["a", "b"]
    last = message.points[1]
    fields = (last.positions, last.velocities, last.accelerations, last.effort)
    assert [field.tolist() for field in fields] == [[2.0 + x, 3.0 + x] for x in (0.0, 100.0, 200.0, 300.0)]


def test_effort_in_the_units_of_the_drive():
    message = trajectory_message(filled([0.0, 0.5], True), ["a", "b"], stamped(0), NOW, [0.5, -2.0])
    assert message.points[1].effort.tolist() == [151.0, -606.0]


def test_times_to_the_nanosecond():
    times = [0.0, 0.1, 0.3, 1.0 - 1e-10, 1.000000001, 399.999999999]
    points = trajectory_message(filled(times, True), ["a", "b"], stamped(0), NOW).points
    found = [(point.time_from_start.sec, point.time_from_start.nanosec) for point in points]
    assert found == [(0, 0), (0, 100_000_000), (0, 300_000_000), (1, 0), (1, 1), (399, 999_999_999)]


def test_points_are_read_as_they_are():
    point = JointTrajectoryPoint(positions=[1.0, 2.0], time_from_start=Duration(sec=2, nanosec=500_000_000))
    (read,) = read_points(JointTrajectory(points=[point]))
    assert read.time == 2.5
    assert list(read.positions) == [1.0, 2.0]
    assert len(read.velocities) == len(read.accelerations) == len(read.effort) == 0
