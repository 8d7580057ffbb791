"""`puma560 paper gyroscopic` as a person and a machine meet it."""

from __future__ import annotations

import json

import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.cli import command
from puma560_dynamics.errors import MissingDependencyError


def test_numbers_and_proofs(capsys: pytest.CaptureFixture[str]):
    assert command.main(["paper", "gyroscopic", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ok"]
    assert max(data["disagreement"].values()) < 1e-12
    assert [row["carried_by"] for row in data["joints"]] == ["base", "link2", "link2", "link3", "link3", "link3"]
    for row in data["joints"]:
        assert 0.0 < row["torque_Nm"] < row["share_of_maximum_torque"] * 200.0


def test_the_default_output_is_a_table(capsys: pytest.CaptureFixture[str]):
    assert command.main(["paper", "gyroscopic"]) == 0
    text = capsys.readouterr().out
    for words in ("joint1", "link3", "assumption", "Lagrange"):
        assert words in text


def test_a_proof_that_cannot_be_made_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    def without_pinocchio(arm: Arm) -> float:
        raise MissingDependencyError("Pinocchio is not installed")

    monkeypatch.setattr("puma560_dynamics.papers.rotors.bodies_disagreement", without_pinocchio)
    assert command.main(["paper", "gyroscopic", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["not_held_against"] == "Pinocchio is not installed" and len(data["disagreement"]) == 1
    assert command.main(["paper", "gyroscopic"]) == 0
    assert "not compared with rotors as geared bodies" in " ".join(capsys.readouterr().out.split())
