from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import yaml

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.guiding.taught_waypoints import SHARE, TaughtWaypoints
from puma560_dynamics.control.trajectory.least_jerk import HERMITE
from puma560_dynamics.errors import StateError

ACCELERATION = np.array([10.0, 8.0, 12.0, 20.0, 20.0, 20.0])


def test_the_trajectory_stays_within_the_share_of_the_limits_and_reaches_it(arm: Arm):
    """Sampled as joint_trajectory_controller interpolates: a polynomial of fifth degree with the given end values."""
    taught = TaughtWaypoints(arm, ACCELERATION)
    rng = np.random.default_rng(0)
    for count in range(1, 8):
        assert taught.add(rng.uniform(*arm.pose_range)) == count
    given = yaml.safe_load(taught.text())
    assert given["joint_names"] == list(arm.joint_names)
    s = np.linspace(0.0, 1.0, 501)
    powers = s[:, None] ** np.arange(6)
    before, started, used = arm.lower, 0.0, 0.0  # the first motion may come from any pose
    for point in given["points"]:
        time = point["time_from_start"]["sec"] + 1e-9 * point["time_from_start"]["nanosec"]
        assert not any(point["velocities"]) and not any(point["accelerations"])
        after, whole, zero = np.array(point["positions"]), time - started, np.zeros((1, 6))
        q = powers @ HERMITE @ np.concatenate([before[None], zero, zero, after[None], zero, zero])
        velocity = np.gradient(q, s * whole, axis=0)
        acceleration = np.gradient(velocity, s * whole, axis=0)[2:-2]
        shares = (np.abs(velocity) / arm.velocity).max(), (np.abs(acceleration) / ACCELERATION).max()
        assert max(shares) <= SHARE * 1.001
        used, before, started = max(used, *shares), after, time
    assert used > 0.99 * SHARE
    assert np.abs(before - taught.points()[-1][1]).max() < 1e-6


def test_a_continuous_joint_takes_the_shorter_way(arm: Arm):
    joints = [*arm.joints[:5], replace(arm.joints[5], lower=-math.inf, upper=math.inf)]
    taught = TaughtWaypoints(arm.with_(joints=joints), ACCELERATION)
    taught.add([0.0, 0.0, 0.0, 0.0, 0.0, 3.1])
    taught.add([0.0, 0.0, 0.0, 0.0, 0.0, -3.1])
    (first, _), (second, position) = taught.points()
    assert position[5] == pytest.approx(2.0 * math.pi - 3.1) and second - first < 0.3 < first


def test_poses_that_make_no_trajectory_are_refused(arm: Arm):
    taught = TaughtWaypoints(arm, ACCELERATION)
    with pytest.raises(StateError, match="none were taught"):
        taught.text()
    taught.add(np.zeros(6))
    with pytest.raises(StateError, match="not moved since waypoint 1"):
        taught.add(np.full(6, 1e-4))
    with pytest.raises(StateError, match="joint2 beyond"):
        taught.add([0.0, 9.0, 0.0, 0.0, 0.0, 0.0])
    taught.clear()
    assert len(taught) == 0
