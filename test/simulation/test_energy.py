"""Energy against Pinocchio's, and against the model whose gravity is its gradient."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.simulation.energy import kinetic_energy, potential_energy


def test_as_pinocchio_computes_it(arm: Arm):
    pin = pytest.importorskip("pinocchio")
    engine = pin.buildModelFromXML(urdf(arm))
    engine.gravity.linear = np.array(arm.gravity_vector)
    data = engine.createData()
    rng = np.random.default_rng(1)
    q, qd = rng.uniform(-np.pi, np.pi, (50, 6)), rng.uniform(-5, 5, (50, 6))
    kinetic = [pin.computeKineticEnergy(engine, data, *state) + 0.5 * arm.motor_inertia @ state[1] ** 2
               for state in zip(q, qd, strict=True)]  # fmt: skip
    potential = np.array([pin.computePotentialEnergy(engine, data, row) for row in q])
    np.testing.assert_allclose(kinetic_energy(load_model("generated", arm), q, qd), kinetic, rtol=1e-13)
    # The description may hold what never moves; only differences count.
    ours = potential_energy(arm, q)
    np.testing.assert_allclose(ours - ours[0], potential - potential[0], atol=1e-12)


@pytest.mark.parametrize("direction", [(0.0, 0.0, -1.0), (0.6, 0.0, -0.8)])
def test_gravity_is_the_gradient(arms: Callable[[int], list[Arm]], direction: tuple[float, ...]):
    step = 1e-5
    for arm in arms(3):
        tilted = arm.with_(gravity_direction=np.array(direction))
        model = load_model("newton_euler", tilted)
        q = np.random.default_rng(2).uniform(-np.pi, np.pi, 6)
        moved = step * np.eye(6)
        slope = (potential_energy(tilted, q + moved) - potential_energy(tilted, q - moved)) / (2 * step)
        np.testing.assert_allclose(slope, model.gravity(q), atol=1e-7)


def test_gravity_is_the_gradient_where_a_joint_slides():
    arm, step = load_arm("stanford1983"), 1e-5
    assert any(joint.slides for joint in arm.joints)
    q = np.random.default_rng(4).uniform(-1, 1, 6)
    moved = step * np.eye(6)
    slope = (potential_energy(arm, q + moved) - potential_energy(arm, q - moved)) / (2 * step)
    np.testing.assert_allclose(slope, load_model("newton_euler", arm).gravity(q), atol=1e-7)


def test_one_state_and_many(arm: Arm):
    q = np.random.default_rng(3).uniform(-1, 1, (4, 6))
    np.testing.assert_allclose([potential_energy(arm, row) for row in q], potential_energy(arm, q), rtol=1e-14)
