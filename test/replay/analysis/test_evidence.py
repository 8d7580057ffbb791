"""What a recording can show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.replay.analysis.evidence import Evidence, stands, sticking

GOOD = Evidence(np.full(2, 10.0), np.full(2, 0.5), np.zeros(2))
NAMES = ("shoulder", "elbow")


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


def test_enough_motion_needs_no_remark():
    assert GOOD.enough and not list(GOOD.sentences(NAMES))


def test_what_is_missing_is_named():
    still = replace(GOOD, motion=np.array([10.0, 0.1]))
    assert next(still.sentences(NAMES)).startswith("elbow hardly moves")
    one_way = replace(GOOD, rarer=np.array([0.01, 0.5]))
    assert "shoulder moves in one direction only" in next(one_way.sentences(NAMES))
    assert not one_way.offset(0) and one_way.offset(1) and one_way.motor(0)
    noisy = replace(GOOD, noise=np.array([0.9, 0.9]))
    assert "accelerations of shoulder and elbow are too noisy" in next(noisy.sentences(NAMES))
    assert not noisy.motor(0) and noisy.moves(0)
    none = replace(GOOD, motion=np.zeros(2))
    (words,) = none.sentences(NAMES)
    assert "too poor to blame anything" in words
    assert not none.enough
