"""Joint states as hardware publishes them: what is missing, what is another's, and when they are too old."""

from __future__ import annotations

import time

import numpy as np
import pytest
from sensor_msgs.msg import JointState

from puma560_dynamics.nodes.wire.trajectory_maker import MeasuredState

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
