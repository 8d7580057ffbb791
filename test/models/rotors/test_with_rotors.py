"""Rotors on top of any model: forward dynamics, energy, feed-forward."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import FeedForward
from puma560_dynamics.errors import UnsupportedArmError
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.models.rotors.gyroscopic import GyroscopicModel
from puma560_dynamics.simulation.simulate import SWUNG, simulate

STATE = np.random.default_rng(12).uniform(-3, 3, (3, 20, 6))


@pytest.mark.parametrize("kind", ["full", "generated", "newton_euler", "pinocchio"])
def test_torque_and_gravity_of_every_model(kind: str, arm: Arm):
    if kind == "pinocchio":
        pytest.importorskip("pinocchio")
    spinning = load_model(kind, arm, gyroscopic=True)
    torque, gravity = spinning.torque_and_gravity(*STATE)
    np.testing.assert_allclose(torque, spinning.terms(*STATE).total, atol=1e-11)
    np.testing.assert_allclose(gravity, spinning.gravity(STATE[0]), atol=1e-12)


@pytest.mark.parametrize("kind", ["full", "generated", "newton_euler", "pinocchio"])
def test_every_part_of_every_model(kind: str, arm: Arm):
    if kind == "pinocchio":
        pytest.importorskip("pinocchio")
    plain, spinning = (load_model(kind, arm, gyroscopic=gyroscopic) for gyroscopic in (False, True))
    rotors = GyroscopicModel(arm)
    q = STATE[0]
    for part in ("kinetic_energy_matrix", "coriolis_coefficients", "centrifugal_coefficients", "gravity"):
        np.testing.assert_allclose(
            getattr(spinning, part)(q), getattr(plain, part)(q) + getattr(rotors, part)(q), atol=1e-12
        )
    np.testing.assert_allclose(spinning.torque(*STATE), spinning.terms(*STATE).total, atol=1e-11)


def test_off_unless_asked_for(arm: Arm):
    np.testing.assert_array_equal(
        load_model("full", arm).torque(*STATE), load_model("full", arm.with_(rotors=())).torque(*STATE)
    )


def test_forward_undoes_inverse_dynamics_under_load(arm: Arm):
    q, qd, qdd = STATE
    model = load_model("generated", arm, Payload.of(1.5, (0.0, 0.02, 0.1)), gyroscopic=True)
    assert np.linalg.eigvalsh(model.kinetic_energy_matrix(q)).min() > 0.0
    np.testing.assert_allclose(model.acceleration(q, qd, model.torque(q, qd, qdd)), qdd, atol=1e-10)


def test_a_free_swing_with_rotors_keeps_its_energy_on_another_way(arm: Arm):
    spinning = simulate(load_model("generated", arm, gyroscopic=True), SWUNG, 1.5)
    plain = simulate(load_model("generated", arm), SWUNG, 1.5)
    assert spinning.drift < 1e-11
    assert np.abs(spinning.q[-1] - plain.q[-1]).max() > 1e-3


def test_feed_forward_takes_them_with_the_model(arm: Arm):
    q, qd, qdd = STATE[:, 0]
    commands = [
        FeedForward(load_model("full", arm, gyroscopic=gyroscopic)).compute_torque(q, qd, acceleration=qdd).torque
        for gyroscopic in (False, True)
    ]
    np.testing.assert_allclose(commands[1] - commands[0], GyroscopicModel(arm).torque(q, qd, qdd), atol=1e-12)


def test_an_arm_without_the_section(arm: Arm):
    with pytest.raises(UnsupportedArmError, match="rotors"):
        load_model("full", arm.with_(rotors=()), gyroscopic=True)
