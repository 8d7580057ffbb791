"""Trajectories for the moment at which they go out: from rest at once, in motion ahead of it, and stops."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from builtin_interfaces.msg import Time
from helpers.ros.trajectories import END, NAMES, START, point, three
from rclpy.clock import Clock, ClockType
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.trajectory.joint_path import JointPath
from puma560_dynamics.control.trajectory.running import FilledTrajectory
from puma560_dynamics.errors import Puma560Error, TrajectoryError
from puma560_dynamics.nodes.wire.trajectory_maker import (
    MeasuredState,
    TrajectoryMaker,
    elapsed,
    trajectory_message,
)
from puma560_dynamics.nodes.wire.trajectory_parameters import PARAMETERS

CLOCK = Clock(clock_type=ClockType.SYSTEM_TIME)


def maker_of(**changes: Any) -> TrajectoryMaker:
    """One without ROS but for a clock."""
    given = {item.name: item.default for item in PARAMETERS} | {"state_timeout": 100.0} | changes
    node = SimpleNamespace(get_clock=lambda: CLOCK)
    return TrajectoryMaker(node, load_arm(), tuple(NAMES), given)  # type: ignore[arg-type]


def message_of(*points: Any) -> JointTrajectory:
    return JointTrajectory(joint_names=NAMES, points=list(points))


def seconds_now() -> float:
    return 1e-9 * CLOCK.now().nanoseconds


def test_the_effort_ends_as_gravity_in_the_last_pose(arm: Arm):
    maker = maker_of()
    maker.measured.update(JointState(name=NAMES, position=START))
    out, filled = maker.fill(message_of(*three()))
    np.testing.assert_allclose(out.points[-1].positions, END)
    np.testing.assert_allclose(out.points[-1].effort, load_model("full", arm).gravity(END), atol=1e-9)
    assert filled.path.duration == pytest.approx(1.7)


def test_a_trajectory_for_an_arm_in_motion_is_made_for_a_moment_that_has_come_when_it_goes_out():
    maker = maker_of()
    maker.measured.update(JointState(name=NAMES, position=START))
    maker.fill(message_of(*three()))  # from here on the arm is commanded to move
    called = seconds_now()
    out, filled = maker.fill(message_of(point(1.0, START)))
    returned = seconds_now()
    assert not maker.commanded.rests(called)
    # Its first point is what the trajectory before commands at that moment: after the call, not after the return.
    begun = maker.commanded._running.begun  # type: ignore[union-attr]
    assert called < begun < returned + 1e-3
    expected = maker.commanded._before.at(begun)[1].position  # type: ignore[union-attr]
    np.testing.assert_allclose(filled.path.at(0.0)[0][0], expected, atol=1e-9)
    assert filled.starts_now
    assert len(out.points) > 1


def test_a_stop_needs_to_know_where_the_arm_is():
    maker = maker_of()
    with pytest.raises(TrajectoryError, match="its position is not known"):
        maker.stop()
    maker.measured.update(JointState(name=NAMES, position=START))
    out, _ = maker.stop()
    np.testing.assert_allclose(out.points[-1].positions, START, atol=1e-9)


def test_another_payload_counts_from_the_next_one_and_nonsense_leaves_the_last(arm: Arm):
    maker = maker_of()
    maker.measured.update(JointState(name=NAMES, position=START))
    given = {item.name: item.default for item in PARAMETERS}
    maker.change({**given, "payload.mass": 2.0})
    with pytest.raises(Puma560Error):
        maker.change({**given, "payload.mass": -3.0})
    out, _ = maker.fill(message_of(*three()))
    lighter = load_model("full", arm).gravity(END)
    assert np.abs(np.array(out.points[-1].effort) - lighter).max() > 1.0


JOINTS = ("a", "b")
POSITION = [0.5, -0.25]


def state_of(limit: float = 10.0, *, effort_counts: bool = True) -> MeasuredState:
    return MeasuredState(JOINTS, np.full(2, limit), 0.5, effort_counts=effort_counts)


@pytest.mark.parametrize("velocity", [[], [np.nan, np.nan]])
def test_an_arm_without_measured_velocity_is_taken_for_still(velocity: list[float]):
    state = state_of()
    state.update(JointState(name=JOINTS, position=POSITION, velocity=velocity))
    present = state.where()
    assert present is not None
    np.testing.assert_array_equal(present.position, POSITION)
    np.testing.assert_array_equal(present.velocity, 0.0)


def test_joints_are_matched_by_name():
    state = state_of()
    state.update(JointState(name=JOINTS[::-1], position=POSITION[::-1], velocity=[2.0, 1.0], effort=[4.0, 3.0]))
    present = state.where()
    assert present is not None
    np.testing.assert_array_equal(present.position, POSITION)
    np.testing.assert_array_equal(present.velocity, [1.0, 2.0])
    np.testing.assert_array_equal(state.effort, [3.0, 4.0])


def test_states_of_another_device_change_nothing():
    state = state_of()
    state.update(JointState(name=["gripper"], position=[0.1]))
    assert state.where() is None
    state.update(JointState(name=JOINTS, position=POSITION))
    state.update(JointState(name=["gripper"], position=[0.1]))
    present = state.where()
    assert present is not None
    np.testing.assert_array_equal(present.position, POSITION)


def test_effort_is_clipped_left_out_or_of_no_use():
    state = state_of(limit=2.0)
    state.update(JointState(name=JOINTS, position=POSITION, effort=[3.0, -1.0]))
    np.testing.assert_array_equal(state.effort, [2.0, -1.0])
    state.update(JointState(name=JOINTS, position=POSITION))
    assert state.effort is None
    current = state_of(effort_counts=False)
    current.update(JointState(name=JOINTS, position=POSITION, effort=[1.0, 1.0]))
    assert current.effort is None


def test_an_old_state_is_none(monkeypatch: pytest.MonkeyPatch):
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    state = state_of()
    assert state.where() is None
    state.update(JointState(name=JOINTS, position=POSITION))
    now += 0.49
    assert state.where() is not None
    now += 0.02
    assert state.where() is None


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
