"""In no cycle of the controller does the effort change faster than the rate limit, whatever takes over from what."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.controller import Controller
from helpers.control.three_points import END, HERE, MIDDLE, START, THREE
from hypothesis import event, given, settings
from hypothesis import strategies as st

from puma560_dynamics import DynamicModel
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.trajectory.joined_effort import checked_rate, closing_times, slewed
from puma560_dynamics.control.trajectory.joint_path import Acting, Present
from puma560_dynamics.control.trajectory.running import CommandedState, FilledTrajectory
from puma560_dynamics.control.trajectory.trajectory_effort import TrajectoryEffort
from puma560_dynamics.control.trajectory.waypoints import Waypoint
from puma560_dynamics.errors import StateError, TrajectoryError

RATE = 1.0 + 1e-6
ACCELERATION = np.array([4.0, 6.0, -8.0, 5.0, 5.0, 5.0])


class Line:
    """A node's part and the controller, with a delay between them."""

    sent: FilledTrajectory
    """The last one; there is none before the first `go` or `stop`."""

    def __init__(self, filler: TrajectoryEffort, delay: float = 0.0) -> None:
        self.filler = filler
        self.delay = delay
        self.controller = Controller()
        self.state = CommandedState(6, 0.05)

    def acting(self) -> Acting:
        """What acts when the next one takes over; the arm follows without error."""
        return self.state.at(self.controller.time, None)

    def go(self, points: list[Waypoint], then: float, present: Present = HERE) -> None:
        """A trajectory without a stamp, then so many seconds."""
        acting = self.acting()
        self.deliver(self.filler.fill(self.filler.joints, points, present=acting.state or present, acting=acting), then)

    def stop(self, then: float, present: Present = HERE) -> None:
        """An empty trajectory, then so many seconds."""
        acting = self.acting()
        self.deliver(self.filler.stop(acting.state or present, 0.3, acting), then)

    def deliver(self, filled: FilledTrajectory, then: float) -> None:
        self.sent = filled
        self.state.sent(filled, self.controller.time)
        self.controller.run(self.delay)
        self.controller.take(filled)
        self.controller.run(then - self.delay)

    def fastest(self) -> float:
        """Share of the rate limit."""
        return self.controller.fastest(self.filler.torque_rate)


def test_effort_starts_from_zero_where_the_controller_holds_with_zero(filler: TrajectoryEffort, model: DynamicModel):
    """After activation; before, the first cycle was a step of 8.8 N·m at joint 2, 4.7 times what the limit allows."""
    line = Line(filler)
    line.controller.run(0.01)
    line.go(THREE, 2.0)
    assert line.fastest() <= RATE
    assert line.fastest() > 0.99  # no slower than it may be
    np.testing.assert_allclose(line.controller.effort[-1], model.gravity(END), atol=1e-12)
    # 5 ms for 8.8 N·m; from then on it is the motion's own effort.
    wanted = model.torque(line.sent.path.position, line.sent.path.velocity, line.sent.path.acceleration)
    late = line.sent.path.times >= np.max(np.abs(wanted[0]) / filler.torque_rate) + 1e-3
    np.testing.assert_array_equal(line.sent.effort[late], wanted[late])


def test_effort_starts_from_what_is_measured(filler: TrajectoryEffort, arm: Arm):
    measured = 0.3 * arm.maximum_torque
    acting = CommandedState(6, 0.05).at(0.0, HERE, measured)
    filled = filler.fill(arm.joint_names, THREE, present=HERE, acting=acting)
    np.testing.assert_array_equal(filled.effort[0], measured)


def test_a_first_point_with_acceleration_lags_briefly_and_the_motion_stays(filler: TrajectoryEffort):
    """Before: a step of 36 N·m at joint 2, 19.5 times what the limit allows."""
    line = Line(filler)
    line.go([Waypoint(0.0, START)], 0.5)
    points = [Waypoint(0.0, START, np.zeros(6), ACCELERATION), Waypoint(1.2, END)]
    line.go(points, 2.0)
    assert line.fastest() <= RATE
    alone = filler.fill(filler.joints, points, present=HERE)
    np.testing.assert_array_equal(line.sent.path.acceleration[0], ACCELERATION)
    np.testing.assert_allclose(line.sent.path.position, alone.path.at(line.sent.path.times)[0], atol=1e-12)
    own = filler.model.torque(line.sent.path.position, line.sent.path.velocity, line.sent.path.acceleration)
    behind = line.sent.path.times[(np.abs(line.sent.effort - own) > 1e-9).any(axis=1)]
    assert behind.max() < 0.05


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(0.02, 1.9), st.floats(0.9, 2.5), st.sampled_from([START, MIDDLE, END]), st.booleans()),
        min_size=1,
        max_size=3,
    ),
    st.floats(0.0, 0.02),
    st.sampled_from([10.0, 3.0]),
)
def test_pre_emption_at_any_time(
    filler: TrajectoryEffort, model: DynamicModel, arm: Arm, turns: list[tuple], delay: float, rate: float
):
    """Before: 14 N·m at 0.3 s. The delay of messages does not matter while it stays the same."""
    slower = TrajectoryEffort(model, torque_rate=rate * arm.maximum_torque)
    line = Line(slower, round(delay, 3))
    line.go(THREE, turns[0][0] + 0.02)
    for _, duration, aim, ends in turns:
        try:
            if ends:
                line.stop(0.02 + turns[0][0])
            line.go([Waypoint(duration, aim)], 0.3)
        except TrajectoryError:  # beyond the arm's limits: the one before goes on
            event("refused")
    line.controller.run(3.0)
    assert line.fastest() <= RATE


@pytest.mark.parametrize("scatter", [-0.004, 0.004])
def test_scatter_of_the_delay_costs_no_more_than_the_effort_changes_in_that_time(
    filler: TrajectoryEffort, scatter: float
):
    """What the node cannot know: how much longer this message takes than the one before."""
    line = Line(filler, 0.006)
    line.go(THREE, 0.45)
    slope = np.abs(np.diff(line.sent.effort, axis=0) / np.diff(line.sent.path.times)[:, None]).max(axis=0)
    line.delay += scatter
    line.go([Waypoint(1.5, START)], 2.0)
    steps = np.abs(np.diff(line.controller.effort, axis=0))[400:]  # from the hand-over on, without the first start
    assert (steps <= filler.torque_rate * 1e-3).all()
    assert (steps <= slope * (abs(scatter) + 1e-3) + 1e-9).all()


def test_the_motion_itself_is_joined(filler: TrajectoryEffort):
    """Position, velocity and acceleration go on from what is commanded: the effort needs no ramp."""
    line = Line(filler)
    line.go(THREE, 0.4)
    before = filler.fill(filler.joints, THREE, present=HERE).path.at(0.4)
    line.go([Waypoint(1.5, START)], 0.1)
    path = line.sent.path
    for rows, expected in zip((path.position, path.velocity, path.acceleration), before, strict=True):
        np.testing.assert_allclose(rows[0], expected[0], atol=1e-12)
    expected = filler.model.torque(path.position, path.velocity, path.acceleration)
    np.testing.assert_allclose(line.sent.effort, expected, atol=0.1)  # chords of the one before: 0.02 s apart


@pytest.mark.parametrize("when", np.linspace(0.05, 1.65, 17))
def test_stopping_at_any_time(filler: TrajectoryEffort, model: DynamicModel, when: float):
    """Before: 14 N·m. The arm runs on half as far as at its present speed, at most."""
    line = Line(filler)
    line.go(THREE, when)
    state = line.acting().state
    assert state is not None
    line.stop(1.5)
    assert line.fastest() <= RATE
    path = line.sent.path
    run_on = path.position[-1] - state.position
    assert (np.abs(run_on) <= 0.5 * path.duration * np.abs(state.velocity) + 1e-12).all()
    assert (run_on * np.sign(state.velocity) >= 0.0).all()
    # No joint gets faster, and none turns back.
    assert (np.diff(path.position, axis=0) * np.sign(state.velocity) >= -1e-12).all()
    assert (np.diff(np.abs(path.at(np.linspace(0, 0.3, 300))[1]), axis=0) <= 1e-9).all()
    np.testing.assert_allclose(line.controller.effort[-1], model.gravity(path.position[-1]), atol=1e-12)


def test_after_the_controller_aborts_gravity_returns_from_zero(filler: TrajectoryEffort):
    """A goal that broke its tolerances; the step down is the controller's own. Before: 48 N·m up again."""
    line = Line(filler)
    line.go(THREE, 1.3)
    state = line.acting().state
    assert state is not None
    line.controller.hold()
    line.state.released()
    held = len(line.controller.effort)
    line.controller.run(0.05)
    line.stop(1.0, Present(state.position, 0.2 * state.velocity))
    np.testing.assert_array_equal(line.sent.effort[0], 0.0)
    steps = np.abs(np.diff(line.controller.effort[held:], axis=0)) / (1e-3 * filler.torque_rate)
    assert steps.max() <= RATE


@pytest.mark.parametrize("late", [0.0, 0.004, 0.015])
def test_a_stamped_trajectory_is_joined_where_it_is_when_it_arrives(filler: TrajectoryEffort, late: float):
    """The controller takes it some milliseconds late; until then the effort is held."""
    for now, points in ((-0.5, [Waypoint(0.0, START), *THREE[1:]]), (0.0137, THREE)):
        line = Line(filler)
        line.controller.run(0.1)
        acting = line.state.at(0.1, HERE, handover=0.02)
        filled = filler.fill(filler.joints, points, now, HERE, acting)
        begun = line.controller.time - (0.0 if filled.starts_now else now)
        line.controller.run(late)
        line.controller.take(filled, begun)
        line.controller.run(3.0)
        assert line.fastest() <= RATE


def test_a_pose_to_be_held_gets_a_second_point_for_its_effort(filler: TrajectoryEffort, model: DynamicModel):
    """The controller holds the last effort: it must be gravity's, and the first one must be what acts."""
    filled = filler.fill(filler.joints, [Waypoint(0.0, START)], present=HERE, acting=Acting(np.zeros(6)))
    np.testing.assert_array_equal(filled.effort[0], 0.0)
    np.testing.assert_allclose(filled.effort[-1], model.gravity(START), atol=1e-12)
    assert filled.path.times[-1] == pytest.approx(np.max(np.abs(model.gravity(START)) / filler.torque_rate), abs=1e-8)
    np.testing.assert_array_equal(filled.path.position, np.tile(START, (len(filled.effort), 1)))
    assert not filled.origin.any()


def test_a_first_point_less_than_a_cycle_ahead_is_moved_to_the_present(filler: TrajectoryEffort):
    """The controller would interpolate to it from zero effort."""
    line = Line(filler)
    line.go([Waypoint(0.0, START)], 0.5)
    line.go([Waypoint(5e-5, START), Waypoint(1.0, MIDDLE)], 1.5)
    assert line.sent.path.times[0] == 0.0
    assert line.fastest() <= RATE


def test_slopes_of_the_motion_itself_are_limited_and_reported(model: DynamicModel, arm: Arm):
    """A rate limit below what the motion needs: the effort lags, its end is exact all the same."""
    slow = TrajectoryEffort(model, torque_rate=0.2 * arm.maximum_torque)
    line = Line(slow)
    line.go([Waypoint(0.0, START)], 3.0)
    line.go(THREE, 4.0)
    assert line.fastest() <= RATE
    assert line.sent.largest_lag > 0.05
    np.testing.assert_allclose(line.controller.effort[-1], model.gravity(END), atol=1e-12)
    assert TrajectoryEffort(model).fill(arm.joint_names, THREE, present=HERE).largest_lag == 0.0


RATES = np.array([10.0, 100.0])
TIMES = np.linspace(0.0, 1.0, 11)


def test_what_is_slow_enough_stays_to_the_last_bit():
    wanted = np.stack([np.sin(TIMES), 9.0 * np.sin(TIMES)], axis=1)
    np.testing.assert_array_equal(slewed(TIMES, wanted, RATES, wanted[0], 0.0), wanted)


def test_a_gap_is_closed_at_the_rate_joint_by_joint():
    wanted = np.full((11, 2), 5.0)
    out = slewed(TIMES, wanted, RATES, [0.0, 0.0], 0.0)
    np.testing.assert_allclose(out[:, 0], np.minimum(10.0 * TIMES, 5.0))
    np.testing.assert_array_equal(out[1:, 1], 5.0)


def test_what_acts_is_held_up_to_the_given_moment():
    out = slewed(TIMES, np.full((11, 2), 5.0), RATES, [1.0, 2.0], TIMES[3])
    np.testing.assert_array_equal(out[:4], np.tile([1.0, 2.0], (4, 1)))
    np.testing.assert_allclose(out[4], [2.0, 5.0])


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=2, max_size=30), st.floats(0.0, 1.0))
def test_no_slope_is_above_the_rate_and_each_step_goes_towards_what_is_wanted(rows: list[tuple], since: float):
    wanted = np.array(rows)
    times = np.linspace(0.0, 1.0, len(rows))
    out = slewed(times, wanted, RATES, [0.0, 0.0], since)
    most = np.diff(times)[:, None] * RATES
    assert (np.abs(np.diff(out, axis=0)) <= most * (1.0 + 1e-12)).all()
    # One by one, without the shortcut.
    expected = np.zeros_like(wanted)
    for k in range(1, len(rows)):
        step = np.clip(wanted[k] - expected[k - 1], -most[k - 1], most[k - 1])
        expected[k] = 0.0 if times[k] <= since else expected[k - 1] + step
    np.testing.assert_allclose(out, expected, atol=1e-12)


def test_arrivals_are_apart_and_the_last_is_late_enough():
    rate = np.ones(5)
    found = closing_times(np.array([0.0, -0.3, 0.29999, 0.1, 0.00001]), rate, 1e-4)
    np.testing.assert_allclose(found, [0.1, 0.3], atol=2e-9)
    assert found[-1] >= 0.3
    assert closing_times(np.zeros(5), rate, 1e-4).size == 0
    np.testing.assert_array_equal(closing_times(np.full(5, 1e-7), rate, 1e-4), [1e-4])


@pytest.mark.parametrize("rate", [[1.0], [1.0, 0.0], [1.0, -1.0], [1.0, np.inf]])
def test_a_rate_that_makes_no_sense(rate: list[float]):
    with pytest.raises(StateError, match="torque_rate: expected 2 positive, finite numbers"):
        checked_rate(rate, 2)
