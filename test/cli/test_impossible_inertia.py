"""An inertia that no body has, and that no rod can correct, stops no command: the numbers of the file are used."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import triangle_deficit
from puma560_dynamics.cli.command import main
from puma560_dynamics.identification.prior import prior
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.simulation.plant import Plant

BAD = '<inertia ixx="0.9" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>'


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    """An arm file on a description whose fore link has a moment larger than the sum of the others."""
    text = light_arm()
    place = text.index('<link name="fore">')
    begin = text.index("<inertia ", place)
    (tmp_path / "robot.urdf").write_text(text[:begin] + BAD + text[text.index("/>", begin) + 2 :])
    assert main(["arm", "import", str(tmp_path / "robot.urdf"), "-o", str(tmp_path / "arm.yaml")]) == 0
    assert max(triangle_deficit(link) for link in load_arm(tmp_path / "arm.yaml").links) > 0.5
    return tmp_path / "arm.yaml"


def test_check_states_what_engines_get(arm: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["arm", "check", str(arm)]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "links.fore: engines get an inertia that differs by up to" in out
    assert "models of this package use the file's numbers" in out


@pytest.mark.parametrize(
    "command",
    [["arm", "urdf", "--arm", "{}"], ["arm", "urdf", "--arm", "{}", "--format", "mjcf"],
     ["excite", "--arm", "{}", "--rounds", "1", "--json"], ["simulate", "--arm", "{}", "--json"]],
    ids=["urdf", "mjcf", "excite", "simulate"],
)  # fmt: skip
def test_commands_go_on(
    arm: Path, command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(arm.parent)  # excite writes files there
    assert main([part.format(arm) for part in command]) == 0
    out = capsys.readouterr().out
    if "--json" in command:
        assert json.loads(out)["ok"] is True


def test_identification_begins_from_a_possible_body(arm: Path):
    before = prior(Unknowns(load_arm(arm)))
    assert np.isfinite(before.mean).all() and (before.deviation > 0.0).any()


def test_the_simulated_arm_and_the_model_differ_by_what_is_stated(arm: Path):
    """The plant moves; in poses where the changed moment does not act, as the model."""
    given = load_arm(arm)
    plant, model = Plant(given, friction=False), load_model("newton_euler", given)
    q, still = np.full(given.n, 0.2), np.zeros(given.n)
    hold = model.gravity(q)  # gravity does not depend on inertia
    np.testing.assert_allclose(plant.acceleration(q, still, hold), 0.0, atol=1e-6)
