"""What a recording can show."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.replay.analysis.evidence import stands, sticking


def test_a_joint_stands_where_it_moves_neither_before_nor_after():
    time = 0.01 * np.arange(300.0)
    velocity = np.zeros((300, 2))
    velocity[100:200, 0] = 0.5
    velocity[:, 1] = 0.5 * np.sin(20.0 * time)  # turns round, and never stands
    found = stands(time, velocity)
    assert not found[:, 1].any()
    np.testing.assert_array_equal(np.flatnonzero(~found[:, 0]), np.arange(90, 210))


def test_dry_friction_holds_what_is_known_of_it(arm: Arm):
    friction = tuple(JointFriction(1.0, 30.0 if j == 2 else 0.0) for j in range(6))
    found = sticking(arm, friction)
    assert found[2] == 30.0
    assert (found >= 0.05 * arm.maximum_torque).all()
    assert (found >= arm.break_away_torque).all()
