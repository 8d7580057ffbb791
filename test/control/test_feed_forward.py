"""Terms and PD, switched one by one."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward import TERM_NAMES, FeedForward, Reference
from puma560_dynamics.control.gains import BANDWIDTH, critically_damped
from puma560_dynamics.control.trajectory import HOME
from puma560_dynamics.errors import StateError

Q, QD, QDD = np.random.default_rng(3).uniform(-1, 1, (3, 6))
REFERENCE = Reference(Q + 0.1, QD - 0.2, QDD)


def test_all_terms_are_inverse_dynamics(arm: Arm):
    model = load_model("full", arm)
    command = FeedForward(model).command(Q, QD, REFERENCE)
    np.testing.assert_allclose(command.torque, load_model("newton_euler", arm).torque(Q, QD, QDD), atol=1e-12)
    np.testing.assert_array_equal(command.acceleration, QDD)


@pytest.mark.parametrize("active", [c for n in range(5) for c in combinations(TERM_NAMES, n)])
def test_every_subset_of_terms(arm: Arm, active: tuple[str, ...]):
    model = load_model("full", arm)
    command = FeedForward(model, active).command(Q, QD, REFERENCE)
    terms = model.terms(Q, QD, QDD)
    expected = sum((getattr(terms, name) for name in active), np.zeros(6))
    np.testing.assert_allclose(command.feed_forward, expected, atol=1e-14)
    np.testing.assert_allclose(command.torque, expected, atol=1e-14)


def test_pd_adds_to_the_terms(arm: Arm):
    model = load_model("full", arm)
    kp, kd = critically_damped(model)
    command = FeedForward(model, (), kp, kd).command(Q, QD, REFERENCE)
    np.testing.assert_allclose(command.feed_forward, 0.0)
    np.testing.assert_allclose(command.torque, 0.1 * kp - 0.2 * kd)


def test_without_a_reference_the_arm_is_held_not_driven(arm: Arm):
    model = load_model("full", arm)
    command = FeedForward(model, TERM_NAMES, *critically_damped(model)).command(Q, np.zeros(6))
    np.testing.assert_allclose(command.torque, model.gravity(Q))


def test_gains_give_the_frequency_and_damping(arm: Arm):
    model = load_model("full", arm)
    kp, kd = critically_damped(model)
    inertia = np.diag(model.kinetic_energy_matrix(HOME))
    np.testing.assert_allclose(np.sqrt(kp / inertia), BANDWIDTH)
    np.testing.assert_allclose(kd / (2 * np.sqrt(kp * inertia)), 1.0)


def test_a_reference_moves_on_between_its_ticks():
    later = REFERENCE.advanced(0.01)
    np.testing.assert_allclose(later.position, REFERENCE.position + 0.01 * REFERENCE.velocity + 0.5e-4 * QDD)
    np.testing.assert_allclose(later.velocity, REFERENCE.velocity + 0.01 * QDD)


@pytest.mark.parametrize("gains", [np.zeros(5), -np.ones(6), [0, 0, 0, 0, 0, np.nan]])
def test_bad_gains(arm: Arm, gains):
    with pytest.raises(StateError, match="proportional gains: expected 6"):
        FeedForward(load_model("full", arm), (), gains)


def test_an_unknown_term(arm: Arm):
    with pytest.raises(ValueError, match="magnetism"):
        FeedForward(load_model("full", arm), ("gravity", "magnetism"))
