"""Columns of A, B and C out of inverse dynamics that is known in closed form, and terms from a few motions."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.oracle import EXACT, random_states

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.recursive.recursive_model import (
    centrifugal_columns,
    coriolis_columns,
    kinetic_energy_columns,
)
from puma560_dynamics.models.terms import velocity_pairs

NAMES = ("gravity", "inertia", "coriolis", "centrifugal")


@pytest.mark.parametrize("kind", ["newton_euler", "pinocchio"])
def test_terms_are_those_of_the_elements(arm: Arm, kind: str):
    if kind == "pinocchio":
        pytest.importorskip("pinocchio")
    model = load_model(kind, arm)
    q, qd, qdd = random_states(np.random.default_rng(12), 30)
    qd[:, 2] = 0.0  # a joint at rest is passed over
    terms, products = model.terms(q, qd, qdd), model.elements(q).terms(qd, qdd)
    for name in NAMES:
        expected = getattr(products, name)
        assert np.abs(getattr(terms, name) - expected).max() < 10 * EXACT * np.abs(products.total).max(), name
        one = getattr(model.terms(q[7], qd[7], qdd[7]), name)
        np.testing.assert_allclose(one, getattr(terms, name)[7], atol=1e-12)
    assert np.abs(terms.total - model.torque(q, qd, qdd)).max() < EXACT * np.abs(terms.total).max()


RNG = np.random.default_rng(5)
A, B, C = RNG.normal(size=(3, 3)), RNG.normal(size=(3, 3)), RNG.normal(size=(3, 3))
Q = RNG.normal(size=(4, 3))


def torque(q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
    """(1 + q_1) (A qdd + B [qd qd] + C [qd²]) for every state with every motion."""
    pairs = velocity_pairs(3)
    flat = qdd @ A.T + (qd[:, pairs[:, 0]] * qd[:, pairs[:, 1]]) @ B.T + qd**2 @ C.T
    return (1.0 + q[:, None, :1]) * flat[None]


def test_every_column():
    scale = (1.0 + Q[:, 0])[:, None, None]
    np.testing.assert_allclose(kinetic_energy_columns(torque, Q), scale * A, atol=1e-14)
    np.testing.assert_allclose(coriolis_columns(torque, Q), scale * B, atol=1e-14)
    np.testing.assert_allclose(centrifugal_columns(torque, Q), scale * C, atol=1e-14)
