"""Walker and Orin's model against Pinocchio and the other models, on the paper's arm and on others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from helpers.oracle import EXACT, Oracle, random_states

from puma560_dynamics import MODEL_KINDS, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.payload.payload import Payload


@pytest.mark.parametrize("composite", [False, True])
def test_against_pinocchio(arm: Arm, oracle: Oracle, composite: bool):
    model = load_model("walker_orin", arm, composite=composite)
    assert max(oracle.disagreement(model).values()) < EXACT
    solved = model.acceleration(oracle.q, oracle.qd, oracle.torque)
    assert np.abs(solved - oracle.qdd).max() < 100 * EXACT * np.abs(oracle.qdd).max()


@pytest.mark.parametrize("composite", [False, True])
def test_arms_at_random_tilted_and_loaded(arms: Callable[..., list[Arm]], composite: bool):
    pytest.importorskip("pinocchio")
    rng = np.random.default_rng(82)
    load = Payload.of(1.2, (0.05, -0.02, 0.1), (0.01, 0.012, 0.009, 0.001, -0.002, 0.0005))
    for arm in arms(8, False):
        down = rng.normal(size=3)
        tilted = arm.with_(gravity_direction=down / np.linalg.norm(down))
        q, qd, qdd = random_states(rng, 20)
        expected = load_model("pinocchio", tilted, load)
        model = load_model("walker_orin", tilted, load, composite=composite)
        a = expected.kinetic_energy_matrix(q)
        assert np.abs(model.kinetic_energy_matrix(q) - a).max() < EXACT * np.abs(a).max()
        solved = model.acceleration(q, qd, expected.torque(q, qd, qdd))
        assert np.abs(solved - qdd).max() < EXACT * np.linalg.cond(a).max() * np.abs(qdd).max()


@pytest.mark.parametrize("composite", [False, True])
def test_skew_twists_of_any_angle(arm: Arm, composite: bool):
    """The paper's twists are quarter turns: others take every path of the formulas."""
    rng = np.random.default_rng(5)
    skew = arm.with_(
        joints=tuple(replace(joint, alpha=rng.uniform(-3, 3), a=rng.normal(), d=rng.normal()) for joint in arm.joints)
    )
    q = random_states(rng, 50)[0]
    expected = load_model("newton_euler", skew).kinetic_energy_matrix(q)
    found = load_model("walker_orin", skew, composite=composite).kinetic_energy_matrix(q)
    assert np.abs(found - expected).max() < EXACT * np.abs(expected).max()


@pytest.mark.parametrize("composite", [False, True])
def test_one_state_is_the_row_of_many(arm: Arm, composite: bool):
    model = load_model("walker_orin", arm, composite=composite)
    q, qd, tau = random_states(np.random.default_rng(3), 5)
    np.testing.assert_allclose(model.kinetic_energy_matrix(q[2]), model.kinetic_energy_matrix(q)[2], atol=1e-14)
    np.testing.assert_allclose(model.acceleration(q[2], qd[2], tau[2]), model.acceleration(q, qd, tau)[2], rtol=1e-12)


def test_symmetric_to_the_last_bit(arm: Arm):
    a = load_model("walker_orin", arm).kinetic_energy_matrix(random_states(np.random.default_rng(4), 50)[0])
    assert np.array_equal(a, np.swapaxes(a, -1, -2))


def test_it_is_for_comparison_not_for_the_arm():
    assert "walker_orin" not in MODEL_KINDS
