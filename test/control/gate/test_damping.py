"""The damping torque is against the velocity, limited, and stops a moving arm."""

from __future__ import annotations

import math

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm.home_pose import HOME
from puma560_dynamics.control.gate.damping import REST_FRACTION, REST_TIME_S, REST_VELOCITY, Damping, Settling
from puma560_dynamics.errors import StateError


@pytest.fixture(scope="module")
def model():
    """The PUMA."""
    return load_model("full")


def test_the_gain_is_the_inertia_by_the_time_constant(model):
    expected = np.diag(model.kinetic_energy_matrix(np.array(HOME))) / 0.25
    damping = Damping(model, 0.25, model.arm.velocity, HOME)
    np.testing.assert_allclose(damping.gain, expected)
    assert not np.allclose(Damping(model, 0.25, model.arm.velocity).gain, expected)  # zero pose by default
    with pytest.raises(ValueError, match="read-only"):
        damping.gain[0] = 0.0


def test_it_is_against_the_velocity_of_every_joint(model):
    damping = Damping(model, 0.1, model.arm.velocity)
    for joint in range(model.arm.n):
        for velocity in (0.5, -0.5):
            torque = damping.torque(velocity * np.eye(model.arm.n)[joint])
            assert torque[joint] == pytest.approx(-velocity * damping.gain[joint])
            assert not np.delete(torque, joint).any()
    assert not any(damping.torque([0.0] * model.arm.n))


def test_a_velocity_above_the_limit_counts_as_the_limit(model):
    """A velocity in deg/s must not become 57 times the torque."""
    damping = Damping(model, 0.1, model.arm.velocity)
    at_limit = np.array(damping.torque(model.arm.velocity))
    np.testing.assert_array_equal(damping.torque(57.3 * model.arm.velocity), at_limit)
    np.testing.assert_array_equal(damping.torque(-57.3 * model.arm.velocity), -at_limit)


def test_it_takes_energy_from_the_arm_in_every_pose(model):
    """The power of the torque is negative for any velocity, and the arm slows down at the rate stated, within 2."""
    rng = np.random.default_rng(3)
    damping = Damping(model, 0.1, model.arm.velocity, HOME)
    for _ in range(200):
        q = rng.uniform(model.arm.lower, model.arm.upper)
        qd = rng.uniform(-1.0, 1.0, model.arm.n) * model.arm.velocity
        energy = 0.5 * qd @ model.kinetic_energy_matrix(q) @ qd
        power = qd @ damping.torque(qd)
        assert 2.0 / (2.0 * 0.1) < -power / energy < 2.0 * 2.0 / 0.1


def test_a_joint_slows_down_with_the_time_constant(model):
    """One joint that turns alone about a fixed pose, gravity compensated."""
    time, dt, joint = 0.1, 1e-4, 1
    damping = Damping(model, time, model.arm.velocity)
    inertia = model.kinetic_energy_matrix(np.zeros(model.arm.n))[joint, joint]
    velocity = np.eye(model.arm.n)[joint] * 2.0
    for _ in range(round(2.0 * time / dt)):
        velocity[joint] += damping.torque(velocity)[joint] / inertia * dt
    assert velocity[joint] == pytest.approx(2.0 * math.exp(-2.0), rel=0.01)


@pytest.mark.parametrize("time", [0.0, -0.1, np.inf, np.nan])
def test_a_time_constant_that_makes_no_sense(model, time: float):
    with pytest.raises(StateError, match="damping_time"):
        Damping(model, time, model.arm.velocity)


LIMITS = [8.0, 1.0]


def test_nothing_is_braked_without_cause():
    assert not Settling(LIMITS).brakes(0.0, [5.0, 0.5])


@pytest.mark.parametrize("joint", [0, 1])
def test_it_brakes_until_every_joint_has_been_at_rest_for_a_while(joint: int):
    settling = Settling(LIMITS)
    settling.begin()
    moving = [0.0, 0.0]
    moving[joint] = 1.01 * max(REST_VELOCITY, REST_FRACTION * LIMITS[joint])
    for step in range(500):
        assert settling.brakes(0.01 * step, moving)
    assert settling.brakes(5.0, [0.0, 0.0])
    assert settling.brakes(4.99 + 0.98 * REST_TIME_S, [0.0, 0.0])
    assert not settling.brakes(4.991 + REST_TIME_S, [0.0, 0.0])
    assert not settling.active
    assert not settling.brakes(10.0, moving)  # pushed by a hand later


def test_a_motion_in_between_starts_the_time_anew():
    settling = Settling(LIMITS)
    settling.begin()
    assert settling.brakes(0.0, [0.0, 0.0])
    assert settling.brakes(0.9 * REST_TIME_S, [0.2, 0.0])
    assert settling.brakes(1.8 * REST_TIME_S, [0.0, 0.0])
    assert not settling.brakes(1.95 * REST_TIME_S, [0.0, 0.0])


def test_it_ends_where_the_arm_is_led_again():
    settling = Settling(LIMITS)
    settling.begin()
    settling.end()
    assert not settling.brakes(0.0, [5.0, 0.5])
