"""Trajectory points by joint name: any order, nothing incomplete, nothing for others, nothing in motion at the end."""

from __future__ import annotations

import itertools
import math
from array import array
from typing import Any

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.control.gate.plausibility import TURN
from puma560_dynamics.control.trajectory.joint_path import Present
from puma560_dynamics.control.trajectory.trajectory_effort import TrajectoryEffort
from puma560_dynamics.control.trajectory.waypoints import (
    SHORTEST_INTERVAL,
    Waypoint,
    Waypoints,
    sort_waypoints,
    turned_to,
)
from puma560_dynamics.errors import TrajectoryError

JOINTS = ("a", "b", "c")
POINTS = [Waypoint(0.0, [1.0, 2.0, 3.0]), Waypoint(1.0, [4.0, 5.0, 6.0])]


@pytest.mark.parametrize("order", list(itertools.permutations(JOINTS)))
def test_any_order_of_joints(order: tuple[str, ...]):
    value = {"a": 1.0, "b": 2.0, "c": 3.0}
    row = array("d", [value[name] for name in order])
    found = sort_waypoints(order, [Waypoint(0.0, row, row, row), Waypoint(1.0, row)], JOINTS)
    for rows in (found.position, found.velocity, found.acceleration):
        np.testing.assert_array_equal(rows[0], [1.0, 2.0, 3.0])
    assert not found.missing.any()


def test_what_is_left_open_stays_open_but_the_end_is_at_rest():
    found = sort_waypoints(JOINTS, [*POINTS, Waypoint(2.0, [1, 2, 3], (), [5.0, 5.0, 5.0])], JOINTS)
    assert np.isnan(found.velocity[:2]).all()
    assert np.isnan(found.acceleration[:2]).all()
    np.testing.assert_array_equal(found.velocity[-1], 0.0)
    np.testing.assert_array_equal(found.acceleration[-1], 0.0)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["a", "b"], r"joints c are missing"),
        ([], "are missing"),
        (["a", "b", "c", "finger"], r"joints finger are not of this arm"),
        (["a", "b", "c", "a"], r"joints a are named twice"),
    ],
)
def test_other_joints_are_refused_as_such(names: list[str], words: str):
    with pytest.raises(TrajectoryError, match=words) as caught:
        sort_waypoints(names, [Waypoint(0.0, [0.0] * len(names))], JOINTS)
    assert caught.value.kind == "joints"


def point(**changes: Any) -> Waypoint:
    """A sound middle point with changes."""
    sound: dict[str, Any] = {"time": 1.0, "positions": [0.0, 0.0, 0.0]}
    return Waypoint(**sound | changes)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([], "no points"),
        ([point(positions=[0.0, 0.0])], "positions of point 0 have 2 entries for 3 joint names"),
        ([point(positions=[], velocities=[0.0] * 3)], "does not integrate velocities"),
        ([point(), point(time=2.0, velocities=[0.0])], "velocities of point 1 have 1 entries"),
        ([point(accelerations=[0.0] * 4)], "accelerations of point 0 have 4 entries"),
        ([point(positions=[0.0, math.nan, 0.0])], "positions of b at point 0 are not finite"),
        ([point(velocities=[0.0, 0.0, math.inf])], "velocities of c at point 0 are not finite"),
        ([point(time=-0.1)], "first point is at -0.1 s"),
        ([point(time=math.nan)], "first point is at nan s"),
        ([point(), point(time=1.0)], "point 1 is at 1 s, not after point 0"),
        ([point(), point(time=0.5)], "point 1 is at 0.5 s, not after point 0"),
        ([point(), point(time=1.0 + 0.1 * SHORTEST_INTERVAL)], "points 0 and 1 are only 1e-05 s apart"),
        ([point(effort=[0.0, 1.0, 0.0])], "already carries effort"),
        ([point(velocities=[0.0, -0.5, 0.1])], "b still moves with -0.5 rad/s at the last point"),
    ],
)
def test_what_cannot_be_followed_is_refused(points: list[Waypoint], words: str):
    with pytest.raises(TrajectoryError, match=words) as caught:
        sort_waypoints(JOINTS, points, JOINTS)
    assert caught.value.kind == "goal"


def test_effort_of_zeros_is_no_effort():
    assert len(sort_waypoints(JOINTS, [point(effort=[0.0] * 3)], JOINTS).times) == 1


def test_a_velocity_of_rounding_at_the_end_is_rest():
    found = sort_waypoints(JOINTS, [point(velocities=[1e-9, 0.0, 0.0])], JOINTS)
    np.testing.assert_array_equal(found.velocity, 0.0)


def test_missing_joints_are_held_where_allowed():
    points = [Waypoint(0.0, [1.0], [0.5], [0.2]), Waypoint(1.0, [2.0]), Waypoint(2.0, [3.0])]
    found = sort_waypoints(["b"], points, JOINTS, allow_partial=True)
    assert found.missing.tolist() == [True, False, True]
    held = found.held(np.array([7.0, 8.0, 9.0]))
    np.testing.assert_array_equal(held.position, [[7, 1, 9], [7, 2, 9], [7, 3, 9]])
    np.testing.assert_array_equal(held.velocity[0], [0.0, 0.5, 0.0])
    np.testing.assert_array_equal(held.acceleration[0], [0.0, 0.2, 0.0])
    assert np.isnan(held.velocity[1]).all()
    assert not held.missing.any()


@given(
    st.lists(st.sampled_from([*JOINTS, "d", ""]), max_size=5),
    st.lists(
        st.tuples(st.floats(), *(st.lists(st.floats(), max_size=4) for _ in range(4))),
        max_size=3,
    ),
    st.booleans(),
)
def test_whatever_comes_it_is_complete_and_finite_or_refused(names: list[str], rows: list[tuple], partial: bool):
    try:
        found = sort_waypoints(names, [Waypoint(*row) for row in rows], JOINTS, partial)
    except TrajectoryError:
        return
    held = found.held(np.zeros(3))
    assert np.isfinite(held.times).all()
    assert (np.diff(held.times) > 0.0).all()
    assert np.isfinite(held.position).all()


CONTINUOUS = np.array([True, False])


def points(*positions: tuple[float, float]) -> Waypoints:
    q = np.array(positions)
    return Waypoints(np.arange(float(len(q))), q, np.full_like(q, np.nan), np.full_like(q, np.nan), np.full(2, False))


def test_all_points_move_by_the_same_turns_of_continuous_joints_alone():
    given = points((3.1, 1.0), (3.5, 1.2), (10.0, 1.4))
    found = turned_to(given, 0.0, np.array([-3.12, -5.0]), CONTINUOUS)
    np.testing.assert_allclose(found.position - given.position, [[-TURN, 0.0]] * 3)


def test_points_next_to_the_arm_stay_to_the_last_bit():
    given = points((3.1, 1.0), (3.5, 1.2))
    assert np.array_equal(turned_to(given, 0.0, np.array([2.0, 1.0]), CONTINUOUS).position, given.position)
    assert turned_to(given, 0.0, np.array([-3.0, 9.0]), CONTINUOUS & False) is given


def test_a_trajectory_under_way_is_next_to_the_arm_now():
    given = points((0.0, 0.0), (4.0 * np.pi, 0.0))
    half = turned_to(given, 0.5, np.array([0.1, 0.0]), CONTINUOUS)
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
