"""A trajectory that brings the arm to rest is never refused, keeps within limits, and ends with gravity held."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.three_points import START

from puma560_dynamics import DynamicModel
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.trajectory.joint_path import Present
from puma560_dynamics.control.trajectory.running import FilledTrajectory
from puma560_dynamics.control.trajectory.trajectory_effort import TrajectoryEffort


@pytest.mark.parametrize("speed", [0.0, 0.8])
def test_stopping_brings_the_arm_to_rest(filler: TrajectoryEffort, model: DynamicModel, arm: Arm, speed: float):
    velocity = speed * np.array([1.0, -0.5, 0.5, 1.0, 0.2, -1.0])
    stop = filler.stop(Present(START, velocity), 0.4)
    assert stop.starts_now
    assert stop.path.times[-1] == pytest.approx(0.4)
    np.testing.assert_array_equal(stop.path.position[0], START)
    np.testing.assert_allclose(stop.path.position[-1], START + 0.2 * velocity)
    np.testing.assert_array_equal(stop.path.velocity[-1], 0.0)
    np.testing.assert_allclose(stop.effort[-1], model.gravity(stop.path.position[-1]), atol=1e-12)
    # Every joint goes on in its own direction until it rests.
    assert (np.diff(stop.path.position, axis=0) * np.sign(velocity) >= -1e-12).all()


def test_a_stop_takes_longer_where_braking_needs_more_than_the_torque_limits(filler: TrajectoryEffort, arm: Arm):
    velocity = np.array([2.0, 0.0, 0.0, 0.0, 0.0, 0.0])

    def braking(stop: FilledTrajectory) -> float:
        """Time until the arm rests; the effort may take longer by what the rate limit costs."""
        return float(stop.path.times[stop.path.velocity.any(axis=1)][-1])

    assert braking(filler.stop(Present(START, velocity), 0.2)) < 0.2
    longer = filler.stop(Present(START, velocity), 0.05)
    assert 0.05 < braking(longer) < 0.2
    assert longer.largest_share <= 1.0
    tight = TrajectoryEffort(filler.model, torque_limit_scale=0.99 * longer.largest_share)
    assert braking(tight.stop(Present(START, velocity), 0.05)) > braking(longer)


def test_stopping_is_never_refused_and_keeps_within_limits(filler: TrajectoryEffort, arm: Arm):
    near = START.copy()
    near[0] = arm.upper[0] - 0.01
    stop = filler.stop(Present(near, np.array([4.0, 0, 0, 0, 0, 0])), 0.3)
    assert stop.path.position[-1, 0] <= arm.upper[0]
    violent = filler.stop(Present(START, np.full(6, 8.0)), 0.05)
    assert violent.largest_share > 1.0
    assert (np.abs(violent.effort) <= arm.maximum_torque).all()
    beyond = START.copy()
    beyond[0] = arm.upper[0] + 0.1
    held = filler.stop(Present(beyond, np.array([1.0, 0, 0, 0, 0, 0])), 0.3)
    np.testing.assert_allclose(held.path.position[:, 0], beyond[0])
