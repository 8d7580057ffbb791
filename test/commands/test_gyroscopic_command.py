"""`puma560 gyroscopic` as a person and a machine meet it."""

from __future__ import annotations

import json

import pytest

from puma560_dynamics import cli


def test_numbers_and_proofs(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["gyroscopic", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ok"]
    assert max(data["disagreement"].values()) < 1e-12
    assert [row["carried_by"] for row in data["joints"]] == ["base", "link2", "link2", "link3", "link3", "link3"]
    for row in data["joints"]:
        assert 0.0 < row["torque_Nm"] < row["share_of_maximum_torque"] * 200.0


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["gyroscopic"]) == 0
    text = capsys.readouterr().out
    for words in ("joint1", "link3", "assumption", "Lagrange"):
        assert words in text
