"""The rotors' cross terms against Lagrange's equations, rotors as real bodies, and mechanics."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.models.spinning import spinning_arm

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.arm import Arm, Rotor
from puma560_dynamics.control.feed_forward.feed_forward import FeedForward
from puma560_dynamics.errors import StateError, UnsupportedArmError
from puma560_dynamics.models.gyroscopic import GyroscopicModel, rotor_inertia, spin_momentum
from puma560_dynamics.simulation.simulate import SWUNG, simulate


def states(count: int = 40) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(11)
    return rng.uniform(-np.pi, np.pi, (count, 6)), rng.uniform(-5, 5, (count, 6)), rng.uniform(-20, 20, (count, 6))


def test_inertias_of_the_paper(arm: Arm):
    """Table 6 and table 7: I_m = J N² and h = J N."""
    ratio = np.array([62.61, 107.36, 53.69, 76.01, 71.91, 76.73])
    np.testing.assert_allclose(rotor_inertia(arm) * ratio**2, [1.14, 4.71, 0.83, 0.2, 0.179, 0.193])
    np.testing.assert_allclose(rotor_inertia(arm) * ratio, spin_momentum(arm))


@pytest.mark.parametrize("seed", range(4))
def test_momentum_and_elements_give_the_same_torque(seed: int):
    """Two roads in one class: d/dt of the momentum carried, and A, B, C."""
    model = GyroscopicModel(spinning_arm(np.random.default_rng(seed)))
    q, qd, qdd = states()
    torque = model.torque(q, qd, qdd)
    np.testing.assert_allclose(model.elements(q).terms(qd, qdd).total, torque, atol=1e-13 * np.abs(torque).max())


def test_one_state_and_many(arm: Arm):
    model = GyroscopicModel(arm)
    q, qd, qdd = states(3)
    torque = model.torque(q, qd, qdd)
    np.testing.assert_allclose([model.torque(*row) for row in zip(q, qd, qdd, strict=True)], torque, atol=1e-15)
    for one, many in zip(model.elements(q[1]), model.elements(q), strict=True):
        np.testing.assert_allclose(one, many[1], atol=1e-15)
    assert not model.gravity(q).any()


def test_power_goes_into_the_kinetic_energy():
    """q̇·τ of the velocity terms is -½ q̇ᵀ Ȧ q̇ … so that energy is conserved."""
    model = GyroscopicModel(spinning_arm(np.random.default_rng(5)))
    q, qd, _ = states()
    step = 1e-6
    rate = (model.kinetic_energy_matrix(q + step * qd) - model.kinetic_energy_matrix(q - step * qd)) / (2 * step)
    power = np.einsum("ni,ni->n", qd, model.torque(q, qd, np.zeros_like(q)))
    expected = 0.5 * np.einsum("ni,nij,nj->n", qd, rate, qd)
    np.testing.assert_allclose(power, expected, atol=1e-8 * np.abs(expected).max())


def test_a_gyroscope_by_hand():
    """Joint 3's rotor spins about x of link 2 at h q̇3; link 2 yaws at Ω with joint 1: it takes h q̇3 Ω about joint 2.

    With q2 = 0 link 2 lies flat, so the yaw is square to the spin and both are square to joint 2's axis.
    """
    arm = load_arm()
    lying = [Rotor(0, np.array([0.0, 0.0, 1.0]))] * 6
    lying[2] = Rotor(2, np.array([1.0, 0.0, 0.0]))
    model = GyroscopicModel(arm.with_(rotors=tuple(lying)))
    spin, yaw = 4.0, 3.0
    torque = model.torque(np.zeros(6), [yaw, 0.0, spin, 0.0, 0.0, 0.0], np.zeros(6))
    np.testing.assert_allclose(np.abs(torque), [0.0, 0.83 / 53.69 * spin * yaw, 0.0, 0.0, 0.0, 0.0], atol=1e-15)


def test_motors_on_the_base_add_nothing(arm: Arm):
    model = GyroscopicModel(arm.with_(rotors=tuple(Rotor(0, np.array([0.0, 0.6, 0.8])) for _ in range(6))))
    assert not model.torque(*states()).any()
    assert not any(part.any() for part in model.elements(states()[0]))


def test_unsuitable_arms_and_states_are_refused(arm: Arm):
    with pytest.raises(UnsupportedArmError, match="rotors"):
        GyroscopicModel(arm.with_(rotors=()))
    with pytest.raises(UnsupportedArmError, match="slides"):
        GyroscopicModel(load_arm("stanford1983"))
    with pytest.raises(UnsupportedArmError, match="not counted"):
        GyroscopicModel(arm).operation_counts()
    with pytest.raises(StateError):
        GyroscopicModel(arm).torque(np.zeros(5), np.zeros(5), np.zeros(5))


STATES = np.random.default_rng(12).uniform(-3, 3, (3, 20, 6))


@pytest.mark.parametrize("kind", ["full", "generated", "newton_euler", "pinocchio"])
def test_torque_and_gravity_of_every_model(kind: str, arm: Arm):
    if kind == "pinocchio":
        pytest.importorskip("pinocchio")
    spinning = load_model(kind, arm, gyroscopic=True)
    torque, gravity = spinning.torque_and_gravity(*STATES)
    np.testing.assert_allclose(torque, spinning.terms(*STATES).total, atol=1e-11)
    np.testing.assert_allclose(gravity, spinning.gravity(STATES[0]), atol=1e-12)


@pytest.mark.parametrize("kind", ["full", "generated", "newton_euler", "pinocchio"])
def test_every_part_of_every_model(kind: str, arm: Arm):
    if kind == "pinocchio":
        pytest.importorskip("pinocchio")
    plain, spinning = (load_model(kind, arm, gyroscopic=gyroscopic) for gyroscopic in (False, True))
    rotors = GyroscopicModel(arm)
    q = STATES[0]
    for part in ("kinetic_energy_matrix", "coriolis_coefficients", "centrifugal_coefficients", "gravity"):
        np.testing.assert_allclose(
            getattr(spinning, part)(q), getattr(plain, part)(q) + getattr(rotors, part)(q), atol=1e-12
        )
    np.testing.assert_allclose(spinning.torque(*STATES), spinning.terms(*STATES).total, atol=1e-11)


def test_off_unless_asked_for(arm: Arm):
    np.testing.assert_array_equal(
        load_model("full", arm).torque(*STATES), load_model("full", arm.with_(rotors=())).torque(*STATES)
    )


def test_forward_undoes_inverse_dynamics_under_load(arm: Arm):
    q, qd, qdd = STATES
    model = load_model("generated", arm, Payload.of(1.5, (0.0, 0.02, 0.1)), gyroscopic=True)
    assert np.linalg.eigvalsh(model.kinetic_energy_matrix(q)).min() > 0.0
    np.testing.assert_allclose(model.acceleration(q, qd, model.torque(q, qd, qdd)), qdd, atol=1e-10)


def test_a_free_swing_with_rotors_keeps_its_energy_on_another_way(arm: Arm):
    spinning = simulate(load_model("generated", arm, gyroscopic=True), SWUNG, 1.5)
    plain = simulate(load_model("generated", arm), SWUNG, 1.5)
    assert spinning.drift < 1e-11
    assert np.abs(spinning.q[-1] - plain.q[-1]).max() > 1e-3


def test_feed_forward_takes_them_with_the_model(arm: Arm):
    q, qd, qdd = STATES[:, 0]
    commands = [
        FeedForward(load_model("full", arm, gyroscopic=gyroscopic)).compute_torque(q, qd, acceleration=qdd).torque
        for gyroscopic in (False, True)
    ]
    np.testing.assert_allclose(commands[1] - commands[0], GyroscopicModel(arm).torque(q, qd, qdd), atol=1e-12)


def test_an_arm_without_the_section(arm: Arm):
    with pytest.raises(UnsupportedArmError, match="rotors"):
        load_model("full", arm.with_(rotors=()), gyroscopic=True)
