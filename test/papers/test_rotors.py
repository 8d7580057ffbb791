"""Gyroscopic torques by bodies in Pinocchio and by Lagrange's equations, and their size."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.models.spinning import spinning_arm

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, Rotor
from puma560_dynamics.models.gyroscopic import GyroscopicModel, spin_momentum
from puma560_dynamics.papers.rotors import (
    GearedBodies,
    bodies_disagreement,
    gyroscopic_size,
    lagrangian_disagreement,
    lagrangian_elements,
    own_joint_inertia,
)


def test_lagrange_of_the_papers_arm(arm: Arm):
    assert lagrangian_disagreement(arm) < 1e-14


@pytest.mark.parametrize("seed", range(3))
def test_lagrange_of_any_arm(seed: int):
    assert lagrangian_disagreement(spinning_arm(np.random.default_rng(seed)), 50) < 1e-13


def test_bodies_of_the_papers_arm(arm: Arm):
    pytest.importorskip("pinocchio")
    assert bodies_disagreement(arm) < 1e-13
    assert bodies_disagreement(arm, base=load_model("generated", arm)) < 1e-13


@pytest.mark.parametrize("seed", range(5))
def test_bodies_of_any_arm(seed: int):
    pytest.importorskip("pinocchio")
    assert bodies_disagreement(spinning_arm(np.random.default_rng(seed))) < 1e-13


def test_the_mass_of_a_rotor_is_part_of_its_link(arm: Arm):
    pytest.importorskip("pinocchio")
    state = np.random.default_rng(3).uniform(-2, 2, (3, 6))
    light, heavy = (GearedBodies(arm, share).torque(*state) for share in (0.01, 0.2))
    np.testing.assert_allclose(light, heavy, atol=1e-12)


def test_rotor_bodies_show_the_terms_that_the_paper_omits(arm: Arm):
    """Without our terms the difference is theirs, and a rotor that turns the other way is noticed."""
    pytest.importorskip("pinocchio")
    q, qd, qdd = np.random.default_rng(4).uniform(-2, 2, (3, 6))
    bodies = GearedBodies(arm).torque(q, qd, qdd)
    missing = bodies - load_model("pinocchio", arm).torque(q, qd, qdd)
    assert np.abs(missing).max() > 0.01
    np.testing.assert_allclose(missing, GyroscopicModel(arm).torque(q, qd, qdd), atol=1e-12)
    other = arm.with_(rotors=(*arm.rotors[:2], Rotor(2, -arm.rotors[2].axis), *arm.rotors[3:]))
    assert np.abs(GearedBodies(other).torque(q, qd, qdd) - bodies).max() > 0.01


def test_a_motor_in_its_own_link_adds_a_constant(arm: Arm):
    """2 h e·z at its own joint: no position changes it, so an identified motor inertia holds it."""
    pytest.importorskip("pinocchio")
    tilted = arm.with_(rotors=(*arm.rotors[:1], Rotor(2, np.array([0.8, 0.0, 0.6])), *arm.rotors[2:]))
    assert own_joint_inertia(tilted)[1] == pytest.approx(2 * 4.71 / 107.36 * 0.6)
    bodies = GearedBodies(tilted)
    unit = np.eye(6)[1]
    for q in np.random.default_rng(5).uniform(-3, 3, (5, 6)):
        own = bodies.torque(q, np.zeros(6), unit)[1] - bodies.torque(q, np.zeros(6), np.zeros(6))[1]
        plain = load_model("newton_euler", arm).kinetic_energy_matrix(q)[1, 1]
        assert own - plain == pytest.approx(own_joint_inertia(tilted)[1], abs=1e-12)


def test_lagrange_gives_nothing_without_motors_on_links(arm: Arm):
    still = arm.with_(rotors=tuple(Rotor(0, np.array([0.0, 0.0, 1.0])) for _ in range(6)))
    assert not any(part.any() for part in lagrangian_elements(still, np.zeros((2, 6))))


def test_no_state_exceeds_it(arm: Arm):
    size = gyroscopic_size(load_model("full", arm), count=100)
    rng = np.random.default_rng(9)
    q = rng.uniform(arm.lower, arm.upper, (20000, 6))
    qd = arm.velocity * rng.choice([-1.0, 0.0, 1.0], (20000, 6))
    sampled = np.abs(GyroscopicModel(arm).torque(q, qd, np.zeros_like(q))).max(axis=0)
    assert (sampled <= size.torque * (1 + 1e-9)).all()
    assert (sampled > 0.9 * size.torque).all()
    np.testing.assert_allclose(size.share, size.torque / arm.maximum_torque)


def test_the_maximum_is_reached_at_the_stated_state(arm: Arm):
    size = gyroscopic_size(load_model("full", arm), count=100)
    torque = np.abs(GyroscopicModel(arm).torque(size.q, size.qd, np.zeros((6, 6))))
    np.testing.assert_allclose(np.diag(torque), size.torque, rtol=1e-12)
    assert (np.abs(size.qd) <= arm.velocity * (1 + 1e-12)).all()


def test_one_rotor_by_hand(arm: Arm):
    """Joint 3's rotor along link 2: on joint 2 at most h·q̇1·q̇3, on joint 1 and 3 at most h·q̇2·(the other)."""
    rotors = [Rotor(0, np.array([0.0, 0.0, 1.0]))] * 6
    rotors[2] = Rotor(2, np.array([1.0, 0.0, 0.0]))
    model = load_model("full", arm.with_(rotors=tuple(rotors)))
    size = gyroscopic_size(model, count=100)
    h, speed = spin_momentum(arm)[2], arm.velocity
    expected = [h * speed[1] * speed[2], h * speed[0] * speed[2], h * speed[0] * speed[1], 0.0, 0.0, 0.0]
    np.testing.assert_allclose(size.torque, expected, rtol=1e-6)
    # Link 2 upright: the rotor's axis is that of joint 1. The outstretched arm has more inertia, the bent one less.
    inertia = [model.kinetic_energy_matrix([0.0, -np.pi / 2, q3, 0.0, 0.0, 0.0])[0, 0] for q3 in (-0.7, np.pi / 2)]
    assert h * arm.maximum_torque[0] / max(inertia) < size.acceleration_torque[2]
    assert size.acceleration_torque[2] < h * arm.maximum_torque[0] / arm.motors[0].inertia
