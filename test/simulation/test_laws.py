"""Torques that drive a simulated arm."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import StateError
from puma560_dynamics.simulation.laws import constant, toward

STATES = np.random.default_rng(4).uniform(-1, 1, (5, 2, 6))


def test_a_constant_torque_is_the_same_at_every_time_and_state():
    given = np.arange(6.0)
    law = constant(given, 6)
    given[0] = 9.0  # what becomes of the array later does not matter
    for k, (q, qd) in enumerate(STATES):
        np.testing.assert_array_equal(law(float(k), q, qd), np.arange(6.0))


def test_at_rest_at_its_target_an_arm_is_held_against_gravity_alone(arm: Arm):
    model, goal = load_model("generated", arm), STATES[0, 0]
    law = toward(model, goal)
    np.testing.assert_array_equal(law(0.0, goal, np.zeros(6)), model.gravity(goal))


def test_the_torque_drives_back_and_damps(arm: Arm):
    model, goal = load_model("generated", arm), STATES[0, 0]
    law, held = toward(model, goal), model.gravity(goal)
    for q, qd in STATES[1:]:
        back = law(0.0, q, np.zeros(6)) - model.gravity(q)
        assert (np.sign(back) == np.sign(goal - q)).all()
        assert (np.sign(law(0.0, goal, qd) - held) == -np.sign(qd)).all()


def test_near_its_target_the_motion_is_critically_damped(arm: Arm):
    """With the inertia of the target alone on its diagonal: derivative² = 4 proportional inertia, joint by joint."""
    model, goal = load_model("generated", arm), STATES[0, 0]
    law, held = toward(model, goal), model.gravity(goal)
    step = 1e-3 * np.eye(6)
    stiffness = np.array([
        (law(0.0, goal - row, np.zeros(6)) - model.gravity(goal - row))[k] / 1e-3 for k, row in enumerate(step)
    ])  # fmt: skip
    damping = np.array([(held - law(0.0, goal, row))[k] / 1e-3 for k, row in enumerate(step)])
    inertia = np.diag(model.mass_matrix(goal))
    np.testing.assert_allclose(damping**2, 4 * stiffness * inertia, rtol=1e-9)


@pytest.mark.parametrize("wrong", [np.zeros(5), np.zeros((2, 6)), np.full(6, np.nan)])
def test_one_finite_number_a_joint(arm: Arm, wrong: np.ndarray):
    with pytest.raises(StateError, match="torque"):
        constant(wrong, 6)
    with pytest.raises(StateError, match="target"):
        toward(load_model("generated", arm), wrong)
