"""States over an arm's range, and the distance of two models there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.sampling import (
    ACCELERATION_RANGE,
    VELOCITY_FRACTION,
    ranges_of,
    sample_states,
    torque_effect,
)


def test_states_fill_the_box_and_stay_in_it(arm: Arm):
    for array, most in zip(sample_states(arm, 4000), box(arm), strict=True):
        assert array.shape == (4000, arm.n)
        low, high = most
        assert (array >= low).all() and (array <= high).all()
        np.testing.assert_allclose(array.min(axis=0), low, atol=5e-3 * np.ptp(most, axis=0).max())
        np.testing.assert_allclose(array.max(axis=0), high, atol=5e-3 * np.ptp(most, axis=0).max())


def box(arm: Arm) -> list[np.ndarray]:
    """Lowest and highest positions, velocities and accelerations."""
    ones = np.ones(arm.n)
    speed, acceleration = VELOCITY_FRACTION * arm.velocity, ACCELERATION_RANGE * ones
    return [np.array(arm.pose_range), np.array([-speed, speed]), np.array([-acceleration, acceleration])]


def test_the_generator_gets_the_same_box(arm: Arm):
    ranges = ranges_of(arm)
    (lower, upper), (_, speed), (_, acceleration) = box(arm)
    for found, expected in zip(vars(ranges).values(), (lower, upper, speed, acceleration), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_every_call_gives_the_same_states_and_another_seed_others(arm: Arm):
    for one, same, other in zip(
        sample_states(arm, 5), sample_states(arm, 5), sample_states(arm, 5, seed=1), strict=True
    ):
        np.testing.assert_array_equal(one, same)
        assert (one != other).all()


def test_an_endless_joint_is_sampled_over_a_turn():
    arm = load_arm("akb1986")
    joints = (replace(arm.joints[0], lower=-np.inf, upper=np.inf), *arm.joints[1:])
    q = sample_states(arm.with_(joints=joints), 2000)[0][:, 0]
    assert -np.pi <= q.min() < -3.1 and 3.1 < q.max() <= np.pi


def test_the_effect_of_a_known_difference(arm: Arm):
    """Twice the gravity: the torques differ by gravity."""
    model, other = load_model("generated", arm), load_model("generated", arm.with_(gravity=2 * arm.gravity))
    effect = torque_effect(other, model, 500)
    gravity = model.gravity(sample_states(arm, 500)[0])
    np.testing.assert_allclose(effect.rms, np.sqrt(np.mean(gravity**2, axis=0)), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(effect.largest, np.abs(gravity).max(axis=0), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(effect.share, effect.largest / arm.maximum_torque, rtol=1e-15)
