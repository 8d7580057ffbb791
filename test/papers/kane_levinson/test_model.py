"""The paper's equations against Pinocchio on the same arm, the generator, and themselves."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.models.stanford_arms import random_stanford, states
from helpers.oracle import EXACT

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import StateError, UnsupportedArmError
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.papers.kane_levinson.model import KaneLevinsonModel

PARTS = ("kinetic_energy_matrix", "coriolis_coefficients", "centrifugal_coefficients", "gravity")
ARMS = [load_arm("stanford1983"), *(random_stanford(seed) for seed in range(4))]


def apart(ours: np.ndarray, theirs: np.ndarray) -> float:
    return float(np.abs(ours - theirs).max() / np.abs(theirs).max())


@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: f"{arm.name}-{arm.gravity:.3g}")
def test_torque_is_that_of_pinocchio(arm: Arm):
    pytest.importorskip("pinocchio")
    motion = states(1, 1000)
    assert apart(load_model("kane_levinson", arm).torque(*motion), load_model("pinocchio", arm).torque(*motion)) < EXACT


@pytest.mark.parametrize("arm", ARMS[:3], ids=lambda arm: f"{arm.name}-{arm.gravity:.3g}")
def test_elements_are_those_of_pinocchio(arm: Arm):
    pytest.importorskip("pinocchio")
    q, _, _ = states(2, 100)
    ours, theirs = load_model("kane_levinson", arm), load_model("pinocchio", arm)
    for part in PARTS:
        assert apart(getattr(ours, part)(q), getattr(theirs, part)(q)) < EXACT, part


def test_the_generator_derives_the_same():
    motion = states(3, 1000)
    ours, derived = load_model("kane_levinson"), load_model("generated", "stanford1983")
    assert apart(ours.torque(*motion), derived.torque(*motion)) < EXACT
    assert apart(ours.kinetic_energy_matrix(motion[0]), derived.kinetic_energy_matrix(motion[0])) < EXACT


@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: f"{arm.name}-{arm.gravity:.3g}")
def test_forward_dynamics_undoes_the_torque_of_newton_euler(arm: Arm):
    q, qd, qdd = states(4, 1000)
    torque = load_model("newton_euler", arm).torque(q, qd, qdd)
    condition = np.linalg.cond(load_model("newton_euler", arm).kinetic_energy_matrix(q)).max()
    assert apart(load_model("kane_levinson", arm).acceleration(q, qd, torque), qdd) < 1e-15 * condition


@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: f"{arm.name}-{arm.gravity:.3g}")
def test_w31_is_the_momentum_of_the_vertical_axis(arm: Arm):
    """About a vertical axis through A* it is the generalized momentum of joint 1, whatever the formula of W31."""
    q, qd, _ = states(5, 1000)
    momentum = np.einsum("ij,ij->i", load_model("newton_euler", arm).kinetic_energy_matrix(q)[:, 0], qd)
    assert apart(KaneLevinsonModel(arm).angular_momentum(q, qd), momentum) < EXACT


def test_one_state_is_a_row_of_many():
    model = KaneLevinsonModel()
    q, qd, qdd = states(6, 5)
    for row in range(5):
        np.testing.assert_allclose(
            model.torque(q[row], qd[row], qdd[row]), model.torque(q, qd, qdd)[row], rtol=1e-12, atol=1e-12
        )
        single = model.acceleration(q[row], qd[row], qdd[row])
        np.testing.assert_allclose(single, model.acceleration(q, qd, qdd)[row], rtol=1e-9)
        np.testing.assert_allclose(model.angular_momentum(q[row], qd[row]), model.angular_momentum(q, qd)[row])


def test_its_own_arm_is_the_default_and_others_are_refused(arm: Arm):
    assert load_model("kane_levinson").arm.name == "stanford1983"
    with pytest.raises(UnsupportedArmError, match=r"third is prismatic.*stanford1983"):
        load_model("kane_levinson", arm)


def test_a_load_on_the_last_axis_becomes_part_of_f():
    pytest.importorskip("pinocchio")
    payload = Payload(0.7, np.array([0.0, 0.0, 0.1]), np.diag([0.003, 0.002, 0.004]))
    motion = states(7, 100)
    ours = load_model("kane_levinson", payload=payload).torque(*motion)
    assert apart(ours, load_model("pinocchio", "stanford1983", payload).torque(*motion)) < EXACT
    aside = Payload(0.7, np.array([0.1, 0.0, 0.0]), np.diag([0.003, 0.002, 0.004]))
    with pytest.raises(UnsupportedArmError, match="linkF"):
        load_model("kane_levinson", payload=aside)


@pytest.mark.parametrize("shape", [(6,), (2, 6)])
def test_where_generalized_speeds_fail_the_state_is_refused(shape: tuple[int, ...]):
    model = KaneLevinsonModel()
    q = np.full(shape, 0.3)
    model.gravity(q)
    q[..., 1] = 0.0  # of one state and of the last of many
    if len(shape) > 1:
        q[0] = 0.3
    zero = np.zeros(shape)
    for ask in (model.gravity, model.mass_matrix, lambda q: model.torque(q, zero, zero),
                lambda q: model.acceleration(q, zero, zero)):  # fmt: skip
        with pytest.raises(StateError, match="speeds do not exist where the sine of their q2 is 0"):
            ask(q)
