"""Putting table entries into matrices; that they are right is in test_full.py."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.models.named_elements import element_values

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.terms import velocity_pairs

Q = np.random.default_rng(1).uniform(-2, 2, (7, 6))


@pytest.mark.parametrize("kind", ["full", "abbreviated"])
def test_one_pass_gives_what_the_parts_give(arm: Arm, kind: str):
    model = load_model(kind, arm)
    qd, qdd = np.random.default_rng(2).uniform(-1, 1, (2, 7, 6))
    first, second = velocity_pairs(6).T
    terms = model.terms(Q, qd, qdd)
    np.testing.assert_allclose(terms.gravity, model.gravity(Q), atol=1e-14)
    np.testing.assert_allclose(terms.inertia, np.einsum("nij,nj->ni", model.kinetic_energy_matrix(Q), qdd), atol=1e-13)
    products = qd[:, first] * qd[:, second]
    np.testing.assert_allclose(
        terms.coriolis, np.einsum("nij,nj->ni", model.coriolis_coefficients(Q), products), atol=1e-13
    )
    squares = np.einsum("nij,nj->ni", model.centrifugal_coefficients(Q), qd**2)
    np.testing.assert_allclose(terms.centrifugal, squares, atol=1e-13)


def test_elements_by_their_names(arm: Arm):
    model = load_model("full", arm)
    named = element_values(model, Q)
    assert len(named) == 153
    np.testing.assert_array_equal(named["b_123"], model.coriolis_coefficients(Q)[:, 0, 5])
    np.testing.assert_array_equal(named["c_21"], model.centrifugal_coefficients(Q)[:, 1, 0])
    np.testing.assert_array_equal(named["g_3"], model.gravity(Q)[:, 2])
    np.testing.assert_allclose(named["c_21"], -0.5 * named["b_112"])
