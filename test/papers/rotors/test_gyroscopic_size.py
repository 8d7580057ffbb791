"""The largest gyroscopic torque: nothing inside the limits exceeds it."""

from __future__ import annotations

import numpy as np

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, Rotor
from puma560_dynamics.models.rotors.gyroscopic import GyroscopicModel, spin_momentum
from puma560_dynamics.papers.rotors.size import gyroscopic_size


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
