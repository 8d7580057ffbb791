"""The simulated arm and other engines where joints follow others."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.arm.palletiser import palletiser

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.errors import UnsupportedArmError, UrdfError
from puma560_dynamics.simulation.engines import mujoco_acceleration, pinocchio_acceleration
from puma560_dynamics.simulation.plant import Plant

pytest.importorskip("mujoco")

STATES = np.random.default_rng(3).uniform(-0.4, 0.4, (10, 3, 4))


@pytest.fixture(scope="module")
def arm():
    """Without friction."""
    return load_arm(palletiser())


def test_forward_dynamics_of_mujoco_are_those_of_the_model(arm):
    model, plant, engine = load_model("newton_euler", arm), Plant(arm), mujoco_acceleration(arm)
    for q, qd, qdd in STATES:
        torque = model.torque(q, qd, qdd)
        np.testing.assert_allclose(plant.acceleration(q, qd, torque), qdd, rtol=0.0, atol=1e-11)
        np.testing.assert_allclose(engine(q, qd, torque), qdd, rtol=0.0, atol=1e-11)


def test_what_moves_is_what_the_model_predicts_and_closer_with_shorter_steps(arm):
    """A motion of 0.2 s under constant torque; MuJoCo's integrator is of first order, and so is the error."""
    model = load_model("newton_euler", arm)
    q0 = np.array([0.2, 0.3, 0.4, 0.1])
    torque = model.gravity(q0) + np.array([20.0, 30.0, -40.0, 0.1])
    q, qd, step = q0, np.zeros(4), 0.005
    for _ in range(40):  # Runge and Kutta's method of fourth order

        def slope(at: np.ndarray, rate: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            return rate, model.acceleration(at, rate, torque)

        k1 = slope(q, qd)
        k2 = slope(q + 0.5 * step * k1[0], qd + 0.5 * step * k1[1])
        k3 = slope(q + 0.5 * step * k2[0], qd + 0.5 * step * k2[1])
        k4 = slope(q + step * k3[0], qd + step * k3[1])
        q, qd = (now + step / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) for i, now in enumerate((q, qd)))
    errors = []
    for timestep in (5e-4, 1e-4):
        plant = Plant(arm, friction=False, timestep=timestep)
        plant.reset(q0)
        for _ in range(20):
            plant.advance(0.01, torque)
        errors.append(float(np.abs(plant.position - q).max()))
        np.testing.assert_allclose(plant.effort, torque)
    assert errors[1] < 0.3 * errors[0] < 1e-4


def test_friction_holds_a_joint_and_its_follower():
    arm = load_arm(palletiser(friction=True))
    plant, at = Plant(arm), np.array([0.1, 0.2, 0.3, 0.0])
    plant.reset(at)
    held = load_model("newton_euler", arm).gravity(at)
    dry = np.array([one.dry for one in arm.friction])
    for _ in range(50):
        plant.advance(0.01, held + 0.8 * dry)
    np.testing.assert_allclose(plant.position, at, atol=1e-4)
    for _ in range(50):
        plant.advance(0.01, held + 1.3 * dry)
    assert (plant.velocity[1:] > 0.0).all()


def test_it_starts_with_followers_where_they_belong_and_at_their_speed(arm):
    plant = Plant(arm)
    plant.reset([0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1])
    np.testing.assert_array_equal(plant.position, [0.1, 0.2, 0.3, 0.4])
    np.testing.assert_array_equal(plant.velocity, [0.4, 0.3, 0.2, 0.1])


def test_a_description_without_the_ties_is_refused(arm):
    loose = palletiser(level="", wrist="")
    with pytest.raises(UrdfError, match="2 of which mimic others"):
        Plant(arm, loose)


def test_articulated_bodies_of_pinocchio_take_none(arm):
    with pytest.raises(UnsupportedArmError, match="'level', 'wrist' of palletiser follow other joints"):
        pinocchio_acceleration(arm)
