"""Models of every kind with any load, against Pinocchio with the same body."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from helpers.oracle import EXACT, ask

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.errors import UnsupportedArmError
from puma560_dynamics.models.generated.generated_with_payload import GeneratedWithPayload
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.models.payload.payload_counts import payload_counts
from puma560_dynamics.models.payload.with_payload import WithPayload
from puma560_dynamics.models.recursive.pinocchio_model import PinocchioModel

GENERAL = Payload.of(2.3, (0.05, -0.03, 0.12), (0.02, 0.03, 0.025, 0.002, -0.001, 0.003))
SYMMETRIC = Payload.of(2.3, (0.0, 0.0, 0.12), (0.02, 0.02, 0.025, 0.0, 0.0, 0.0))


@pytest.mark.parametrize("payload", [GENERAL, SYMMETRIC], ids=["general", "symmetric"])
@pytest.mark.parametrize("kind", ["full", "generated", "newton_euler"])
def test_against_pinocchio(arm: Arm, kind: str, payload: Payload):
    pytest.importorskip("pinocchio")
    answers = ask(load_model("pinocchio", arm, payload), np.random.default_rng(8), 300)
    model = load_model(kind, arm, payload)
    assert model.kind == kind
    assert all(value < EXACT for value in answers.disagreement(model).values())
    one = model.torque(answers.q[0], answers.qd[0], answers.qdd[0])
    np.testing.assert_allclose(one, answers.torque[0], atol=1e-11)
    torque, gravity = model.torque_and_gravity(answers.q[0], answers.qd[0], answers.qdd[0])
    np.testing.assert_allclose(torque, answers.torque[0], atol=1e-11)
    np.testing.assert_allclose(gravity, answers.gravity[0], atol=1e-11)


def test_arms_with_prismatic_joints_against_pinocchio():
    pytest.importorskip("pinocchio")
    stanford = load_arm("stanford1983")
    answers = ask(load_model("pinocchio", stanford, GENERAL), np.random.default_rng(8), 50)
    for kind in ("generated", "newton_euler"):
        model = load_model(kind, stanford, GENERAL)
        assert max(answers.disagreement(model).values()) < EXACT, kind


def test_each_model_takes_its_payload_directly_or_by_addition(arm: Arm):
    """The paper's tables take a symmetric load as link 6; any other is added. Generated functions have it as input."""
    assert isinstance(load_model("full", arm, GENERAL), WithPayload)
    assert not isinstance(load_model("full", arm, SYMMETRIC), WithPayload)
    assert not isinstance(load_model("newton_euler", arm, GENERAL), WithPayload)
    assert isinstance(load_model("generated", arm, SYMMETRIC), GeneratedWithPayload)
    assert load_model("full", arm, GENERAL).arm.links[5].mass == arm.links[5].mass + 2.3


def test_a_body_that_pinocchio_attaches_itself(arm: Arm):
    """No inertia of ours is moved: Pinocchio hangs the body on the last joint of the bare arm."""
    pytest.importorskip("pinocchio")
    body = Link("load", GENERAL.mass, GENERAL.center_of_mass, GENERAL.inertia)
    answers = ask(PinocchioModel(arm, payload=body), np.random.default_rng(9), 1000)
    for kind in ("full", "generated", "newton_euler"):
        assert max(answers.disagreement(load_model(kind, arm, GENERAL)).values()) < EXACT, kind


def test_random_arms_with_random_bodies(arms: Callable[..., list[Arm]]):
    pytest.importorskip("pinocchio")
    rng = np.random.default_rng(10)
    for arm in arms(6):
        moments = rng.uniform(0.01, 0.1, 3)
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        tensor = turn @ np.diag(moments.sum() - moments) @ turn.T
        load = Payload(rng.uniform(0.5, 5.0), rng.uniform(-0.3, 0.3, 3), (tensor + tensor.T) / 2)
        body = Link("load", load.mass, load.center_of_mass, load.inertia)
        answers = ask(PinocchioModel(arm, payload=body), rng, 50)
        assert max(answers.disagreement(load_model("full", arm, load)).values()) < EXACT


def test_counts_are_the_arms_the_loads_and_a_sum_an_element(arm: Arm):
    base, loaded = (load_model("full", arm, load).operation_counts() for load in (None, GENERAL))
    alone = payload_counts(arm, GENERAL)
    for name, sums in (("torque", 6), ("gravity", 5), ("kinetic_energy_matrix", 21)):  # no load turns joint 1 by weight
        assert loaded[name].multiplications == base[name].multiplications + alone[name].multiplications
        assert loaded[name].additions == base[name].additions + alone[name].additions + sums


def test_a_model_without_counts_is_refused(arm: Arm):
    pytest.importorskip("pinocchio")
    with pytest.raises(UnsupportedArmError, match="newton_euler"):
        WithPayload(load_model("pinocchio", arm), GENERAL).operation_counts()
