"""What acts is what was sent last, unless the controller did not take it or the arm does not follow it."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.control.trajectory.joint_path import Acting, JointPath, Present
from puma560_dynamics.control.trajectory.running import (
    MAX_BEHIND_S,
    CommandedState,
    FilledTrajectory,
    RunningTrajectory,
)
from puma560_dynamics.errors import StateError

EFFORT = np.array([7.0, 8.0])


def filled(aim: float) -> FilledTrajectory:
    """Two joints from 0 to `aim` in two seconds, effort from 0 to ten times that."""
    rows = np.array([[0.0, 0.0], [aim, aim]])
    path = JointPath.through([0.0, 2.0], rows, np.full((2, 2), np.nan), np.full((2, 2), np.nan))
    return FilledTrajectory(path, 10.0 * rows, np.zeros(2, dtype=np.intp), True, 0.5)


def still(position: float) -> Present:
    """Both joints there."""
    return Present(np.full(2, position), np.zeros(2))


@pytest.fixture
def state() -> CommandedState:
    """Of two joints, one trajectory under way since 5 s."""
    made = CommandedState(2, 0.05)
    made.sent(filled(1.0), 5.0)
    return made


def test_effort_is_on_straight_lines_and_the_motion_on_its_path():
    effort, there = RunningTrajectory(filled(1.0), 5.0).at(5.5)
    np.testing.assert_allclose(effort, 2.5)
    np.testing.assert_allclose(there.position, 10 / 64 - 15 / 256 + 6 / 1024)
    assert (there.velocity > 0.0).all()
    assert (there.acceleration > 0.0).all()


def test_the_last_point_is_held(state: CommandedState):
    assert not state.rests(6.9)
    assert state.rests(7.0)
    acting = state.at(100.0, still(1.0), EFFORT)
    np.testing.assert_array_equal(acting.effort, 10.0)
    assert acting.state is not None
    np.testing.assert_array_equal(acting.state.position, 1.0)
    np.testing.assert_array_equal(acting.state.velocity, 0.0)


def test_an_arm_that_is_elsewhere_is_not_under_this_command(state: CommandedState):
    assert state.at(100.0, still(0.96), EFFORT).effort[0] == 10.0
    off = still(0.94)
    acting = state.at(100.0, off, EFFORT)
    assert acting.state is off
    np.testing.assert_array_equal(acting.effort, EFFORT)
    np.testing.assert_array_equal(state.at(100.0, off).effort, 0.0)
    # A moving one may be behind by what it moves in a short time.
    speed = 15.0 / 16.0
    assert state.at(6.0, still(0.5 - 0.049 - MAX_BEHIND_S * speed)).effort[0] == 5.0
    assert state.at(6.0, still(0.5 - 0.051 - MAX_BEHIND_S * speed)).effort[0] == 0.0


def test_without_a_measurement_the_command_counts(state: CommandedState):
    assert state.at(6.0).effort[0] == 5.0
    assert state.at(6.0, handover=0.02).handover == 0.02
    nothing = CommandedState(2, 0.05).at(6.0)
    assert nothing.state is None
    np.testing.assert_array_equal(nothing.effort, 0.0)


def test_what_is_not_taken_leaves_the_one_before(state: CommandedState):
    state.sent(filled(-1.0), 6.0)
    state.not_taken()
    assert state.at(6.0).effort[0] == 5.0
    state.not_taken()
    assert state.at(6.0).state is None


def test_a_controller_that_aborted_commands_no_effort(state: CommandedState):
    """Also where joint_states have an effort: that of its feedback."""
    state.released()
    np.testing.assert_array_equal(state.at(6.0, still(0.5), EFFORT).effort, 0.0)
    assert state.rests(6.0)
    state.sent(filled(1.0), 6.0)
    assert state.at(7.0).effort[0] == 5.0
    state.unknown()
    np.testing.assert_array_equal(state.at(7.0, still(0.5), EFFORT).effort, EFFORT)


def test_numbers_that_make_no_sense():
    with pytest.raises(StateError, match="finite numbers"):
        Acting(np.array([np.nan, 0.0]))
    with pytest.raises(StateError, match="handover"):
        Acting(EFFORT, handover=-1.0)
