"""Dry friction leaves nothing open in motion, and all of itself at rest."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm.joint_friction import MEASURED_SMOOTHING, JointFriction, joint_friction_torque
from puma560_dynamics.replay.analysis.evaluation import stiction

FRICTION = (JointFriction(2.0, 1.0, viscous=5.0), JointFriction(0.5, 0.5, load=0.1))
NO_LOAD = np.zeros((1, 2))


def test_all_at_rest_and_nothing_in_motion():
    assert stiction(FRICTION, np.zeros((1, 2)), -3.0 + NO_LOAD)[0] == pytest.approx([2.0, 0.5 + 0.1 * 3.0])
    assert stiction(FRICTION, np.array([[-0.5, 0.5]]), NO_LOAD)[0] == pytest.approx([0.0, 0.0], abs=1e-12)


def test_with_the_law_it_reaches_to_dry_friction_in_the_direction_of_motion():
    dry = (JointFriction(2.0, 2.0), JointFriction(0.5, 0.5, load=0.1))
    qd, load = np.random.default_rng(0).normal(0.0, 0.01, (200, 2)), np.random.default_rng(1).normal(size=(200, 2))
    law = joint_friction_torque(dry, qd, MEASURED_SMOOTHING, load=load)
    np.testing.assert_allclose(np.abs(law) + stiction(dry, qd, load), [2.0, 0.5] + np.abs(load) * [0.0, 0.1])


def test_friction_of_a_coupled_motor_reaches_both_joints():
    coupling = np.array([[1.0, 0.0], [0.5, 1.0]])
    found = stiction(FRICTION, NO_LOAD, NO_LOAD, coupling)
    assert found[0] == pytest.approx([2.0 + 0.5 * 0.5, 0.5])
