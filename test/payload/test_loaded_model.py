"""The explicit models with any load, against Pinocchio with the same body."""

from __future__ import annotations

import numpy as np
import pytest
from oracle import EXACT, ask

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import UnsupportedArmError
from puma560_dynamics.payload.loaded_model import LoadedModel
from puma560_dynamics.payload.payload import Payload

GENERAL = Payload.of(2.3, (0.05, -0.03, 0.12), (0.02, 0.03, 0.025, 0.002, -0.001, 0.003))
SYMMETRIC = Payload.of(2.3, (0.0, 0.0, 0.12), (0.02, 0.02, 0.025, 0.0, 0.0, 0.0))


@pytest.mark.parametrize("payload", [GENERAL, SYMMETRIC], ids=["general", "symmetric"])
@pytest.mark.parametrize("kind", ["full", "newton_euler"])
def test_against_pinocchio(arm: Arm, kind: str, payload: Payload):
    pytest.importorskip("pinocchio")
    answers = ask(load_model("pinocchio", arm, payload), np.random.default_rng(8), 300)
    model = load_model(kind, arm, payload)
    assert model.kind == kind
    assert all(value < EXACT for value in answers.disagreement(model).values())
    one = model.torque(answers.q[0], answers.qd[0], answers.qdd[0])
    np.testing.assert_allclose(one, answers.torque[0], atol=1e-11)


def test_who_carries_what(arm: Arm):
    """The paper's tables take a symmetric load as link 6; any other is added."""
    assert isinstance(load_model("full", arm, GENERAL), LoadedModel)
    assert not isinstance(load_model("full", arm, SYMMETRIC), LoadedModel)
    assert not isinstance(load_model("newton_euler", arm, GENERAL), LoadedModel)
    assert load_model("full", arm, GENERAL).arm.links[5].mass == arm.links[5].mass + 2.3
    with pytest.raises(UnsupportedArmError):
        load_model("full", arm, GENERAL).operation_counts()
