"""The bound of the error of dry friction: at rest, in motion, and by the travel after a reversal."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import Arm, load_arm
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.control.observer.dry_friction_bound import (
    REVERSES,
    REVERSES_WIDTH,
    DryFrictionBound,
    reversal_distance,
)

DRY = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])


def test_at_rest_all_of_it_and_in_lasting_motion_nothing(arm: Arm):
    bound = DryFrictionBound(arm, DRY)
    np.testing.assert_array_equal(bound.begin(np.zeros(6)), DRY)
    np.testing.assert_allclose(bound.begin(np.full(6, 0.5)), 0.0, atol=1e-12)


@pytest.mark.parametrize("speed", [0.5, -0.5])
def test_after_a_reversal_it_falls_with_the_travel(arm: Arm, speed: float):
    bound = DryFrictionBound(arm, DRY)
    bound.begin(np.full(6, -speed))
    for travel in np.arange(6) * 0.5e-3:  # the first sample of the new direction has not travelled yet
        np.testing.assert_allclose(bound.advance(np.full(6, speed), 1e-3), 2.0 * DRY * np.exp(-travel / REVERSES))


def test_a_stop_begins_it_again(arm: Arm):
    bound = DryFrictionBound(arm, DRY)
    bound.begin(np.full(6, 0.5))
    np.testing.assert_array_equal(bound.advance(np.zeros(6), 1e-3), DRY)
    np.testing.assert_allclose(bound.advance(np.full(6, 0.5), 1e-3), 2.0 * DRY)


def test_coupled_motors_have_their_own_reversals():
    coupled = load_arm("puma560_coupled_wrist")
    assert coupled.coupled
    qd = np.array([0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
    still = DryFrictionBound(coupled, DRY).begin(np.zeros(6))
    np.testing.assert_allclose(still, DRY @ np.abs(coupled.transmission))
    found = DryFrictionBound(coupled, DRY)
    found.begin(-qd)
    motors = coupled.transmission @ qd
    assert (np.abs(motors) > 0.1).all()
    np.testing.assert_allclose(found.advance(qd, 1e-3), 2.0 * still)


def test_the_distance_of_the_arm_file_counts_if_it_is_larger(arm: Arm):
    friction = tuple(JointFriction(1.0, 1.0, presliding=distance) for distance in (0.0, 1e-4, 1e-3, 2e-3, 0.0, 0.0))
    expected = np.maximum(REVERSES_WIDTH * np.array([0.0, 1e-4, 1e-3, 2e-3, 0.0, 0.0]), REVERSES)
    np.testing.assert_allclose(reversal_distance(arm.with_(friction=friction)), expected)
    np.testing.assert_allclose(reversal_distance(arm.with_(friction=())), REVERSES)
