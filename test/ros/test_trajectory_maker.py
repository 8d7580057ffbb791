"""Trajectories for the moment at which they go out: from rest at once, in motion ahead of it, and stops."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from helpers.ros.trajectories import END, NAMES, START, point, three
from rclpy.clock import Clock, ClockType
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import Puma560Error, TrajectoryError
from puma560_dynamics.nodes.wire.trajectory_maker import TrajectoryMaker
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
