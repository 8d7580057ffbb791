"""Terms and PD, switched one by one."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import SWITCHED_TERMS, FeedForward
from puma560_dynamics.control.feed_forward.friction import FrictionCompensation
from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.errors import StateError

Q, QD, QDD = np.random.default_rng(3).uniform(-1, 1, (3, 6))
REFERENCE = Reference(Q + 0.1, QD - 0.2, QDD)


def test_all_terms_are_inverse_dynamics(arm: Arm):
    model = load_model("full", arm)
    command = FeedForward(model).compute_torque(Q, QD, REFERENCE)
    np.testing.assert_allclose(command.torque, load_model("newton_euler", arm).torque(Q, QD, QDD), atol=1e-12)
    np.testing.assert_array_equal(command.acceleration, QDD)


def expected_terms(arm: Arm) -> dict[str, np.ndarray]:
    """The model's terms at the state, with the motors apart, and friction at the reference's velocity."""
    terms = load_model("newton_euler", arm).terms(Q, QD, QDD)
    motors = arm.motor_inertia * QDD
    return {
        "gravity": terms.gravity,
        "inertia": terms.inertia - motors,
        "motor_inertia": motors,
        "coriolis": terms.coriolis,
        "centrifugal": terms.centrifugal,
        "friction": FrictionCompensation.of(arm).torque(REFERENCE.velocity),
    }


@pytest.mark.parametrize("active", [c for n in range(7) for c in combinations(SWITCHED_TERMS, n)])
def test_every_subset_of_terms(arm: Arm, active: tuple[str, ...]):
    model = load_model("full", arm)
    command = FeedForward(model, active).compute_torque(Q, QD, REFERENCE)
    terms = expected_terms(arm)
    expected = sum((terms[name] for name in active), np.zeros(6))
    np.testing.assert_allclose(command.torque, expected, atol=1e-13)
    for name in SWITCHED_TERMS:  # also those that are off
        np.testing.assert_allclose(command.terms[name], terms[name], atol=1e-13)


def test_without_a_reference_the_arm_is_held_not_driven(arm: Arm):
    model = load_model("full", arm)
    command = FeedForward(model, SWITCHED_TERMS).compute_torque(Q, np.zeros(6))
    np.testing.assert_allclose(command.torque, model.gravity(Q))
    np.testing.assert_allclose(command.hold, model.gravity(Q))


def test_another_acceleration_than_the_references(arm: Arm):
    model = load_model("full", arm)
    command = FeedForward(model).compute_torque(Q, QD, REFERENCE, np.ones(6))
    np.testing.assert_allclose(command.torque, model.torque(Q, QD, np.ones(6)), atol=1e-12)


def test_gravity_is_never_compensated_twice(arm: Arm):
    model = load_model("full", arm)
    forward = FeedForward(model, SWITCHED_TERMS, hardware_compensates_gravity=True)
    command = forward.compute_torque(Q, np.zeros(6))
    np.testing.assert_array_equal(command.torque, 0.0)
    np.testing.assert_array_equal(command.hold, 0.0)
    forward.active = ["gravity", "inertia"]
    assert forward.active == {"inertia"}


def test_friction_is_that_of_the_measured_velocity_without_a_reference(arm: Arm):
    command = FeedForward(load_model("full", arm), ["friction"]).compute_torque(Q, QD)
    np.testing.assert_allclose(command.torque, FrictionCompensation.of(arm).torque(QD))


def test_a_reference_at_rest_gives_no_friction_torque_however_the_arm_moves(arm: Arm):
    """So nothing chatters at rest. Within the dead band of the parameter only viscous friction is compensated."""
    forward = FeedForward(load_model("full", arm), ["friction"], friction=FrictionCompensation.of(arm, 1.0))
    for velocity in (np.zeros(6), -np.zeros(6), np.full(6, 0.02)):
        reference = Reference(Q, velocity, np.zeros(6))
        for measured in (QD, -QD, np.full(6, 1e-3)):
            np.testing.assert_array_equal(forward.compute_torque(Q, measured, reference).torque, 0.0)
    reference = Reference(Q, np.full(6, 0.021), np.zeros(6))
    assert (forward.compute_torque(Q, -QD, reference).torque > 0.0).all()


def test_one_count_of_the_encoder_is_no_motion_once_the_period_is_measured(arm: Arm):
    """Of a measured velocity; that of a reference has no counts."""
    friction = FrictionCompensation(FrictionCompensation.of(arm).joints, position_resolution=np.full(6, 1e-4))
    forward = FeedForward(load_model("full", arm), ["friction"], friction=friction)
    count = np.full(6, 1e-4 / 0.004)  # 0.025 rad/s, beyond the parameter's dead band
    reference = Reference(Q, count, np.zeros(6))
    for dt in (0.0, 0.004, 0.008, 0.004):
        forward.note_period(dt)
        np.testing.assert_array_equal(forward.compute_torque(Q, count).torque, 0.0)
        np.testing.assert_allclose(forward.compute_torque(Q, count, reference).torque, friction.torque(count))
    assert (forward.compute_torque(Q, 3.0 * count).torque > 0.0).all()


def test_configuration_terms_every_third_sample(arm: Arm):
    """Section 3 of the paper: elements held, products with velocity and acceleration every time."""
    model = load_model("full", arm)
    forward = FeedForward(model, divider=3)
    poses = np.linspace(-0.5, 0.5, 7)[:, None] * np.ones(6)
    for step, q in enumerate(poses):
        qd, qdd = np.cos(step + np.arange(6)), np.sin(step + np.arange(6))
        torque = forward.compute_torque(q, qd, None, qdd).torque
        held = poses[3 * (step // 3)]
        np.testing.assert_allclose(torque, model.torque(held, qd, qdd), atol=1e-12)
    forward.model = load_model("newton_euler", arm)  # a new model is not mixed with the old one's elements
    np.testing.assert_allclose(forward.compute_torque(Q, QD, None, QDD).torque, model.torque(Q, QD, QDD), atol=1e-12)


def test_a_divider_below_one(arm: Arm):
    with pytest.raises(StateError, match="divider"):
        FeedForward(load_model("full", arm), divider=0)


def test_a_reference_moves_on_between_its_ticks():
    later = REFERENCE.advanced(0.01)
    np.testing.assert_allclose(later.position, REFERENCE.position + 0.01 * REFERENCE.velocity + 0.5e-4 * QDD)
    np.testing.assert_allclose(later.velocity, REFERENCE.velocity + 0.01 * QDD)


def test_an_unknown_term(arm: Arm):
    with pytest.raises(ValueError, match="magnetism"):
        FeedForward(load_model("full", arm), ("gravity", "magnetism"))
