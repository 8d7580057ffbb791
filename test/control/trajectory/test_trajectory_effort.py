"""Effort at every point is the model's, the whole way is within limits, and odd trajectories are decided as stated."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.three_points import END, HERE, MIDDLE, START, THREE
from hypothesis import event, given, settings
from hypothesis import strategies as st

from puma560_dynamics import DynamicModel, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.trajectory import trajectory_effort
from puma560_dynamics.control.trajectory.joint_path import Present
from puma560_dynamics.control.trajectory.running import FilledTrajectory
from puma560_dynamics.control.trajectory.trajectory_effort import TrajectoryEffort
from puma560_dynamics.control.trajectory.waypoints import Waypoint
from puma560_dynamics.errors import Puma560Error, StateError, TrajectoryError


def follows_newton_euler(filled: FilledTrajectory, arm: Arm) -> None:
    """Effort is inverse dynamics at the points that go out, by another formulation."""
    path = filled.path
    expected = load_model("newton_euler", arm).torque(path.position, path.velocity, path.acceleration)
    assert np.abs(filled.effort - expected).max() <= 1e-12 * np.abs(expected).max()


def test_effort_is_inverse_dynamics_at_every_point(filler: TrajectoryEffort, arm: Arm):
    filled = filler.fill(arm.joint_names, THREE, present=HERE)
    follows_newton_euler(filled, arm)
    assert filled.effort.shape == filled.path.position.shape
    assert not filled.starts_now
    for point in THREE:
        k = int(np.flatnonzero(filled.path.times == point.time)[0])
        np.testing.assert_array_equal(filled.path.position[k], point.positions)
    share = np.abs(filled.effort / arm.maximum_torque).max()
    assert share <= filled.largest_share <= 1.0


def test_the_last_effort_holds_the_arm_against_gravity_alone(filler: TrajectoryEffort, model: DynamicModel, arm: Arm):
    """The controller keeps it for ever, also where a planner ends with some acceleration."""
    points = [Waypoint(0.0, START), Waypoint(1.0, END, np.zeros(6), np.full(6, 2.0))]
    for wish in (THREE, points):
        filled = filler.fill(arm.joint_names, wish, present=HERE)
        np.testing.assert_allclose(filled.effort[-1], model.gravity(END), atol=1e-12)


def test_between_the_points_a_straight_line_of_effort_is_close(filler: TrajectoryEffort, model: DynamicModel, arm: Arm):
    """That is what the controller makes of it; the error falls with the square of the sampling."""

    def error(sampling: float) -> float:
        filled = TrajectoryEffort(model, sampling=sampling).fill(arm.joint_names, THREE, present=HERE)
        t = np.linspace(0.0, 1.7, 4001)
        line = np.stack([np.interp(t, filled.path.times, column) for column in filled.effort.T], axis=1)
        return float((np.abs(line - model.torque(*filled.path.at(t))) / arm.maximum_torque).max())

    assert error(0.02) < 1e-3
    assert error(0.01) == pytest.approx(error(0.02) / 4, rel=0.3)


def test_given_velocities_and_accelerations_are_kept(filler: TrajectoryEffort, arm: Arm):
    rng = np.random.default_rng(5)
    velocity, acceleration = rng.uniform(-0.3, 0.3, 6), rng.uniform(-1.0, 1.0, 6)
    points = [THREE[0], Waypoint(0.8, MIDDLE, velocity, acceleration), THREE[2]]
    filled = filler.fill(arm.joint_names, points, present=HERE)
    k = int(np.flatnonzero(filled.path.times == 0.8)[0])
    np.testing.assert_array_equal(filled.path.velocity[k], velocity)
    np.testing.assert_array_equal(filled.path.acceleration[k], acceleration)


def test_joints_in_any_order_and_under_other_names(model: DynamicModel, arm: Arm):
    filler = TrajectoryEffort(model, joints=[f"left_{name}" for name in arm.joint_names])
    order = [4, 2, 0, 5, 1, 3]
    shuffled = [Waypoint(point.time, np.asarray(point.positions)[order]) for point in THREE]
    filled = filler.fill([filler.joints[i] for i in order], shuffled, present=HERE)
    expected = TrajectoryEffort(model).fill(arm.joint_names, THREE, present=HERE)
    np.testing.assert_array_equal(filled.effort, expected.effort)
    with pytest.raises(TrajectoryError, match="are not of this arm"):
        filler.fill(arm.joint_names, THREE, present=HERE)


def test_hardware_that_bears_gravity_gets_the_rest(model: DynamicModel, arm: Arm):
    whole = TrajectoryEffort(model).fill(arm.joint_names, THREE, present=HERE)
    filler = TrajectoryEffort(model, hardware_compensates_gravity=True)
    rest = filler.fill(arm.joint_names, THREE, present=HERE)
    np.testing.assert_allclose(whole.effort - rest.effort, model.gravity(whole.path.position), atol=1e-12)
    # The motors bear gravity all the same, so limits count it.
    assert rest.largest_share == whole.largest_share
    np.testing.assert_allclose(rest.effort[-1], 0.0, atol=1e-12)


# Where it begins


def test_a_first_point_ahead_is_reached_from_where_the_arm_is(filler: TrajectoryEffort, arm: Arm):
    here = Present(START, np.array([0.05, -0.02, 0.03, 0.0, 0.01, 0.0]))
    filled = filler.fill(arm.joint_names, THREE[1:], present=here)
    assert filled.starts_now
    assert filled.path.times[0] == 0.0
    np.testing.assert_array_equal(filled.path.position[0], START)
    np.testing.assert_array_equal(filled.path.velocity[0], here.velocity)
    follows_newton_euler(filled, arm)
    assert filled.origin[0] == 0
    assert filled.origin[-1] == 1
    assert filled.origin[np.searchsorted(filled.path.times, 0.8)] == 0


def test_a_first_point_ahead_needs_to_know_where_the_arm_is(filler: TrajectoryEffort, arm: Arm):
    with pytest.raises(TrajectoryError, match="the position of the arm is not known, and it begins ahead"):
        filler.fill(arm.joint_names, THREE[1:])


def test_a_start_elsewhere_is_refused_unless_unchecked(filler: TrajectoryEffort, model: DynamicModel, arm: Arm):
    off = START.copy()
    off[3] += 0.06
    with pytest.raises(TrajectoryError, match=r"joint4 is at 0\.3600 rad, but the trajectory is at 0\.3000"):
        filler.fill(arm.joint_names, THREE, present=Present(off, np.zeros(6)))
    with pytest.raises(TrajectoryError, match="is not known, and its start is compared"):
        filler.fill(arm.joint_names, THREE)
    unchecked = TrajectoryEffort(model, start_tolerance=0.0)
    assert unchecked.fill(arm.joint_names, THREE).path.duration == pytest.approx(1.7)


def test_a_single_point(filler: TrajectoryEffort, model: DynamicModel, arm: Arm):
    """Ahead it is gone to; at once it is a pose to be held, if the arm is there."""
    gone_to = filler.fill(arm.joint_names, [Waypoint(2.0, END)], present=HERE)
    np.testing.assert_array_equal(gone_to.path.position[[0, -1]], [START, END])
    assert gone_to.path.times[-1] == 2.0
    held = filler.fill(arm.joint_names, [Waypoint(0.0, START)], present=HERE)
    np.testing.assert_allclose(held.effort, model.gravity(START)[None], atol=1e-12)
    with pytest.raises(TrajectoryError, match="give the first point time to get there"):
        filler.fill(arm.joint_names, [Waypoint(0.0, END)], present=HERE)


def test_a_stamp_ahead_leads_in_from_now(filler: TrajectoryEffort, arm: Arm):
    """The controller goes there from now on; so the present state is a point now, and nothing starts at zero effort."""
    filled = filler.fill(arm.joint_names, THREE, now=-0.5, present=Present(MIDDLE, np.zeros(6)))
    assert filled.starts_now
    assert filled.path.times[0] == 0.0
    assert filled.path.times[-1] == pytest.approx(1.7 + 0.5)
    np.testing.assert_array_equal(filled.path.position[0], MIDDLE)
    k = int(np.argmin(np.abs(filled.path.times - 0.5)))
    np.testing.assert_array_equal(filled.path.position[k], START)
    follows_newton_euler(filled, arm)


def test_a_stamp_past_is_joined_on_the_way_or_refused(filler: TrajectoryEffort, arm: Arm):
    whole = filler.fill(arm.joint_names, THREE, present=HERE)
    on_the_way = Present(whole.path.at(0.5)[0][0], whole.path.at(0.5)[1][0])
    late = filler.fill(arm.joint_names, THREE, now=0.5, present=on_the_way)
    assert not late.starts_now
    np.testing.assert_array_equal(late.effort, whole.effort)
    with pytest.raises(TrajectoryError, match="farther than the start tolerance"):
        filler.fill(arm.joint_names, THREE, now=0.9, present=HERE)
    with pytest.raises(TrajectoryError, match=r"ended 1\.300 s ago") as caught:
        filler.fill(arm.joint_names, THREE, now=3.0, present=HERE)
    assert caught.value.kind == "time"


# Partial


def test_joints_left_out_are_refused_or_held(filler: TrajectoryEffort, model: DynamicModel, arm: Arm):
    points = [Waypoint(0.0, START[[5, 1]]), Waypoint(1.0, START[[5, 1]] + 0.2)]
    with pytest.raises(TrajectoryError, match="allow_partial_joints_goal"):
        filler.fill(["joint6", "joint2"], points, present=HERE)
    allowing = TrajectoryEffort(model, allow_partial=True)
    filled = allowing.fill(["joint6", "joint2"], points, present=HERE)
    still = [0, 2, 3, 4]
    np.testing.assert_allclose(filled.path.position[:, still], np.tile(START[still], (len(filled.effort), 1)))
    np.testing.assert_allclose(filled.path.position[-1, [5, 1]], START[[5, 1]] + 0.2)
    follows_newton_euler(filled, arm)
    with pytest.raises(TrajectoryError, match="joints that it leaves out are to be held"):
        allowing.fill(["joint6", "joint2"], points)


# Limits


def test_limits_are_checked_between_the_points(filler: TrajectoryEffort, arm: Arm):
    """All points are inside; the way between them is not."""
    inside = START.copy()
    inside[2] = arm.upper[2] - 0.01
    points = [Waypoint(0.0, START), Waypoint(1.0, inside), Waypoint(1.2, inside - 0.001), Waypoint(2.2, START)]
    with pytest.raises(TrajectoryError, match="joint3 comes to"):
        filler.fill(arm.joint_names, points, present=HERE)
    with pytest.raises(TrajectoryError, match=r"moves with .* give the trajectory"):
        filler.fill(arm.joint_names, [Waypoint(0.0, START), Waypoint(0.2, END)], present=HERE)


def test_the_torque_limit_scale(model: DynamicModel, arm: Arm):
    share = TrajectoryEffort(model).fill(arm.joint_names, THREE, present=HERE).largest_share
    passing = TrajectoryEffort(model, torque_limit_scale=1.001 * share)
    assert passing.fill(arm.joint_names, THREE, present=HERE).largest_share == pytest.approx(1 / 1.001)
    with pytest.raises(TrajectoryError, match=r"needs .* N·m at .* its limit is"):
        TrajectoryEffort(model, torque_limit_scale=0.999 * share).fill(arm.joint_names, THREE, present=HERE)
    with pytest.raises(StateError, match="torque limit scale"):
        TrajectoryEffort(model, torque_limit_scale=1.5)


def test_an_arm_outside_its_range_may_come_back_and_only_that(filler: TrajectoryEffort, arm: Arm):
    outside = START.copy()
    outside[2] = arm.upper[2] + 0.05
    here = Present(outside, np.zeros(6))
    filled = filler.fill(arm.joint_names, [Waypoint(2.0, START)], present=here)
    assert filled.path.position[0, 2] > arm.upper[2]
    with pytest.raises(TrajectoryError, match="joint3 comes to"):
        filler.fill(arm.joint_names, [Waypoint(2.0, outside)], present=here)


def test_a_trajectory_of_hours_does_not_eat_the_memory(filler: TrajectoryEffort, arm: Arm):
    with pytest.raises(TrajectoryError, match=f"more than {trajectory_effort.MOST_POINTS} points"):
        filler.fill(arm.joint_names, [Waypoint(0.0, START), Waypoint(2e9, END)], present=HERE)


def test_times_in_messages_are_those_of_the_trajectory(filler: TrajectoryEffort, arm: Arm):
    """Also where the present state was put in front of it."""
    too_far = END.copy()
    too_far[0] = arm.upper[0] + 0.1
    with pytest.raises(TrajectoryError, match=r"joint1 comes to .* rad at 2\.000 s"):
        filler.fill(arm.joint_names, [Waypoint(2.0, too_far)], now=-1.0, present=HERE)


def six(low: float, high: float) -> st.SearchStrategy[list[float]]:
    """Six plausible numbers, or six of any size."""
    return st.lists(st.floats(low, high), min_size=6, max_size=6) | st.lists(
        st.floats(allow_nan=False), min_size=6, max_size=6
    )


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(0.0, 20.0), six(-0.3, 0.3), st.just([]) | six(-0.5, 0.5), st.just([]) | six(-1.0, 1.0)),
        min_size=1,
        max_size=4,
    ),
    st.just(0.0) | st.floats(-1e3, 1e3),
)
@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning", "ignore:invalid value:RuntimeWarning")
def test_whatever_numbers_come_it_is_finite_and_within_limits_or_refused(
    filler: TrajectoryEffort, arm: Arm, rows: list[tuple], now: float
):
    try:
        points = [Waypoint(time, START + way, *rest) for time, way, *rest in sorted(rows)]
        filled = filler.fill(arm.joint_names, points, now, HERE)
    except Puma560Error:
        event("refused")
        return
    event("filled")
    assert np.isfinite(filled.effort).all()
    assert (np.abs(filled.effort) <= arm.maximum_torque * (1 + 1e-9)).all()
