"""Terms from a few motions are those of the elements, for one state and for many."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.oracle import EXACT, random_states

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm

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
