"""Loading models by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import MODEL_KINDS, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import ArmFileError, UnknownModelError, UnsupportedArmError
from puma560_dynamics.models.kinds import DEFAULT_MODEL, MODELS


@pytest.mark.parametrize("kind", MODEL_KINDS)
def test_every_kind_loads_and_knows_its_name(kind: str):
    if kind == "pinocchio":
        pytest.importorskip("pinocchio")
    model = load_model(kind)
    assert model.kind == kind
    assert model.arm.name == "akb1986"


def test_the_default_takes_any_arm(arm: Arm, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog):
    """A tilted base: `full` refuses it. What is derived is announced once, and then kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert load_model().kind == DEFAULT_MODEL
    assert not caplog.messages
    down = np.array([0.6, 0.0, -0.8])
    tilted = Arm("elbow", "test", arm.gravity, arm.joints[1:3], arm.links[1:3], arm.motors[1:3], gravity_direction=down)
    with pytest.raises(UnsupportedArmError):
        load_model("full", tilted)
    q, qd, qdd = np.random.default_rng(2).normal(size=(3, 5, 2))
    expected = load_model("newton_euler", tilted).torque(q, qd, qdd)
    for times in (1, 1):
        np.testing.assert_allclose(load_model(arm=tilted).torque(q, qd, qdd), expected, rtol=1e-12, atol=1e-12)
        assert sum("deriving the equations of elbow, once" in message for message in caplog.messages) == times


def test_an_unknown_kind_lists_the_known():
    with pytest.raises(UnknownModelError, match="newton_euler"):
        load_model("exact")


def test_an_unknown_arm():
    with pytest.raises(ArmFileError, match="akb1986"):
        load_model("full", "puma761")


@pytest.mark.parametrize("given", ["akb1986", "an arm"])
def test_an_arm_in_the_place_of_a_kind_is_refused_with_a_hint(given: str, arm: Arm):
    with pytest.raises(UnknownModelError, match=r"; an arm is given as load_model\(arm=\.\.\.\)$"):
        load_model(arm if given == "an arm" else given)  # type: ignore[arg-type]


def test_an_unknown_kind_lists_those_of_the_papers_too():
    with pytest.raises(UnknownModelError) as error:
        load_model("none")
    assert str(error.value).rsplit("use one of ", 1)[1].split(", ") == list(MODELS)
    assert set(MODEL_KINDS) < set(MODELS)
