"""A trajectory that counts other turns than the driver of a continuous joint is moved by whole turns, no further."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.control.gate.plausibility import TURN
from puma560_dynamics.control.trajectory.joint_path import Present
from puma560_dynamics.control.trajectory.trajectory_effort import TrajectoryEffort
from puma560_dynamics.control.trajectory.waypoints import Waypoint, Waypoints, turned_to
from puma560_dynamics.errors import TrajectoryError

ENDLESS = np.array([True, False])


def points(*positions: tuple[float, float]) -> Waypoints:
    q = np.array(positions)
    return Waypoints(np.arange(float(len(q))), q, np.full_like(q, np.nan), np.full_like(q, np.nan), np.full(2, False))


def test_all_points_move_by_the_same_turns_of_continuous_joints_alone():
    given = points((3.1, 1.0), (3.5, 1.2), (10.0, 1.4))
    found = turned_to(given, 0.0, np.array([-3.12, -5.0]), ENDLESS)
    np.testing.assert_allclose(found.position - given.position, [[-TURN, 0.0]] * 3)


def test_points_next_to_the_arm_stay_to_the_last_bit():
    given = points((3.1, 1.0), (3.5, 1.2))
    assert np.array_equal(turned_to(given, 0.0, np.array([2.0, 1.0]), ENDLESS).position, given.position)
    assert turned_to(given, 0.0, np.array([-3.0, 9.0]), ENDLESS & False) is given


def test_a_trajectory_under_way_is_next_to_the_arm_now():
    given = points((0.0, 0.0), (4.0 * np.pi, 0.0))
    half = turned_to(given, 0.5, np.array([0.1, 0.0]), ENDLESS)
    np.testing.assert_allclose(half.position[:, 0], [-TURN, TURN])


@pytest.fixture(scope="module")
def filler() -> TrajectoryEffort:
    """Of an arm whose last joint turns without end."""
    arm = load_arm(light_arm(fingers=False, last="continuous", effort="30"))
    return TrajectoryEffort(load_model("newton_euler", arm))


def test_a_wrapped_start_is_where_the_arm_is(filler: TrajectoryEffort):
    """Across the seam: the driver says -π + 0.01, the planner π + 0.01."""
    here = Present(np.array([0.1, 0.2, 0.3, -np.pi + 0.01]), np.zeros(4))
    wish = [Waypoint(0.0, (0.1, 0.2, 0.3, np.pi + 0.01)), Waypoint(2.0, (0.1, 0.2, 0.3, np.pi + 0.5))]
    filled = filler.fill(filler.joints, wish, present=here)
    np.testing.assert_allclose(filled.path.position[0], here.position)
    np.testing.assert_allclose(filled.path.position[-1], [0.1, 0.2, 0.3, -np.pi + 0.5])
    near = [Waypoint(one.time, (*one.positions[:3], one.positions[3] - TURN)) for one in wish]
    np.testing.assert_allclose(filled.effort, filler.fill(filler.joints, near, present=here).effort, atol=1e-9)


def test_the_way_to_a_first_point_ahead_is_the_shorter_one(filler: TrajectoryEffort):
    here = Present(np.array([0.1, 0.2, 0.3, -np.pi + 0.01]), np.zeros(4))
    filled = filler.fill(filler.joints, [Waypoint(2.0, (0.1, 0.2, 0.3, np.pi - 0.01))], present=here)
    assert np.ptp(filled.path.position[:, 3]) == pytest.approx(0.02)


def test_another_place_is_refused_as_ever(filler: TrajectoryEffort):
    here = Present(np.array([0.1, 0.2, 0.3, -np.pi + 0.01]), np.zeros(4))
    with pytest.raises(TrajectoryError, match="roll is at"):
        filler.fill(filler.joints, [Waypoint(0.0, (0.1, 0.2, 0.3, 0.0)), Waypoint(1.0, (0.1, 0.2, 0.3, 0.1))],
                    present=here)  # fmt: skip
