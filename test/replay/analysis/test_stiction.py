"""Dry friction leaves nothing open in motion, and all of itself at rest."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.replay.analysis.evaluation import Evaluated
from puma560_dynamics.replay.analysis.stiction import StictionSums
from puma560_dynamics.replay.motion.motion import Motion

FRICTION = (JointFriction(2.0, 1.0, viscous=5.0), JointFriction(0.5, 0.5, load=0.1))


def piece(qd: np.ndarray, used: np.ndarray | None = None, load: float = 0.0) -> Evaluated:
    zero = np.zeros_like(qd)
    used = np.ones(len(qd), dtype=bool) if used is None else used
    motion = Motion(0, np.arange(len(qd)) * 0.004, zero, qd, zero, zero, zero, {}, used)
    terms = {"friction": zero, "motor_inertia": zero}
    return Evaluated(motion, terms, zero + load, zero, zero, zero)


def test_all_at_rest_and_nothing_in_motion():
    still = StictionSums(FRICTION, np.eye(2))
    still.add(piece(np.zeros((10, 2)), load=3.0))
    assert still.result() == pytest.approx([2.0, 0.5 + 0.1 * 3.0])
    moving = StictionSums(FRICTION, np.eye(2))
    moving.add(piece(np.full((10, 2), -0.5)))
    assert moving.result() == pytest.approx([0.0, 0.0], abs=1e-12)


def test_samples_that_do_not_count_are_left_out():
    sums = StictionSums(FRICTION, np.eye(2))
    qd = np.repeat([[0.0], [1.0]], [30, 10], axis=0) * np.ones(2)
    sums.add(piece(qd, np.arange(40) >= 20))
    assert sums.result()[0] == pytest.approx(2.0 * 0.5**0.5)


def test_friction_of_a_coupled_motor_reaches_both_joints():
    coupling = np.array([[1.0, 0.0], [0.5, 1.0]])
    sums = StictionSums(FRICTION, coupling)
    sums.add(piece(np.zeros((4, 2))))
    assert sums.result() == pytest.approx([2.0 + 0.5 * 0.5, 0.5])


def test_nothing_of_nothing():
    assert StictionSums(FRICTION, np.eye(2)).result() == pytest.approx([0.0, 0.0])
