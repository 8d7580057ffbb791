"""A plant with coupled motors: inertia and friction act where the transmission has them."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.oracle import random_states

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.arm.friction import friction_torque
from puma560_dynamics.simulation.plant import Plant

pytest.importorskip("mujoco")

HOME = np.array([0.3, -1.2, 1.8, 0.4, 0.7, -0.5])
AGAINST = np.array([0.3, -0.2, 0.4, 0.5, 1.0, -0.1])
"""Velocities, rad/s, at which motor 6 turns in the other direction than joint 6."""


@pytest.fixture(scope="module")
def wrist() -> Arm:
    return load_arm("puma560_coupled_wrist")


def test_the_inertia_of_motors_acts_at_the_motors(wrist: Arm):
    plant, model, rng = Plant(wrist), load_model("generated", wrist), np.random.default_rng(5)
    for q, qd, _ in zip(*random_states(rng, 50), strict=True):
        tau = rng.uniform(-1.0, 1.0, 6) * wrist.maximum_torque
        expected = model.acceleration(q, qd, tau)
        assert np.abs(plant.acceleration(q, qd, tau) - expected).max() < 1e-12 * np.abs(expected).max()


@pytest.mark.parametrize("break_away", [None, 4.0])
def test_friction_of_a_moving_arm_is_that_of_its_motors(wrist: Arm, break_away: float | None):
    """What friction takes from the momentum in a short time is the torque of the model's friction."""
    arm = wrist.with_(friction=tuple(JointFriction(1.0 + 0.1 * k, 0.6, 0.5) for k in range(6)))
    assert AGAINST[5] < 0.0 < (arm.transmission @ AGAINST)[5]
    velocities, step = [], 1e-5
    for friction in (True, False):
        still = None if break_away is None else np.full(6, break_away)
        plant = Plant(arm, friction=friction, break_away=still, timestep=step)
        plant.reset(HOME, AGAINST)
        plant.advance(20.5 * step, np.zeros(6))
        velocities.append(plant.velocity)
    lost = load_model("generated", arm).kinetic_energy_matrix(HOME) @ (velocities[1] - velocities[0]) / (20 * step)
    np.testing.assert_allclose(lost, friction_torque(arm, AGAINST), rtol=0.01, atol=0.02)


@pytest.mark.parametrize("motor", [3, 4, 5])
@pytest.mark.parametrize(("share", "moves"), [(0.95, False), (1.05, True)])
def test_a_motor_breaks_away_at_its_own_torque(wrist: Arm, motor: int, share: float, moves: bool):
    arm = wrist.with_(gravity=1e-9, friction=(JointFriction(1.0, 1.0),) * 6)
    plant = Plant(arm, break_away=np.full(6, 3.0))
    plant.reset(HOME)
    plant.advance(0.2, arm.transmission.T @ (3.0 * share * np.eye(6)[motor]))
    turned = arm.transmission @ (plant.position - HOME)
    assert bool(np.abs(turned[motor]) > 0.05) is moves
    if not moves:
        assert np.abs(turned).max() < 1e-3
