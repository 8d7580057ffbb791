"""The regressor: Kane's on random arms, and Pinocchio's for the PUMA."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.emdeg.random_chains import chains
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.proof import check_identity
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.models.recursive.pinocchio_model import PinocchioModel


@trials(30)
@given(chains(most=6, least=3))
def test_the_regressor_is_kanes(chain: Chain):
    """The bodies of the arm do not matter, not even those that are symmetric about the last axis."""
    for name in ("regressor", "base_regressor"):
        task = task_of(name)
        check_identity(chain, name, *task.system(chain, task.forms(chain)[0]))


def test_the_regressor_is_pinocchios():
    """Pinocchio's parameters have the same order; its frames are those of the arm file."""
    pin = pytest.importorskip("pinocchio")
    arm = load_arm("akb1986")
    peer, model = PinocchioModel(arm), load_model("generated")
    states = np.random.default_rng(5).uniform(-2, 2, (3, 4, 6))
    found = model.regressor(*states)
    assert found.shape == (4, 6, 60)
    for row, state in zip(found, states.transpose(1, 0, 2), strict=True):
        expected = pin.computeJointTorqueRegressor(peer._model, peer._data, *state)
        np.testing.assert_allclose(row, expected, rtol=0, atol=1e-12 * np.abs(expected).max())
