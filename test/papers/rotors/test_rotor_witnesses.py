"""The closed form against Lagrange's equations in exact polynomials, and against Pinocchio with rotors as bodies."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.models.spinning import spinning_arm

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, Rotor
from puma560_dynamics.models.rotors.gyroscopic import GyroscopicModel
from puma560_dynamics.papers.rotors.bodies import GearedBodies, bodies_disagreement, own_joint_inertia
from puma560_dynamics.papers.rotors.lagrange import lagrangian_disagreement, lagrangian_elements


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
