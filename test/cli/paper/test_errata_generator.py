"""`puma560 paper errata` names the elements in which the generator contradicts the uncorrected text."""

from __future__ import annotations

import json

import pytest

from puma560_dynamics.cli.command import main


def test_a_second_witness_for_the_tables(capsys: pytest.CaptureFixture[str]):
    assert main(["paper", "errata", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["errata"]
    proven = [row for row in rows if row["proof"] == "model" and row["table"] != "A3"]
    assert len(proven) > 20
    for row in proven:
        assert row["generator"]
    assert {row["proof"] for row in rows if row["generator"]} == {"model"}
    minus = next(row for row in rows if row["entry"] == "b_316")
    assert minus["generator"] == ["b_316"]
