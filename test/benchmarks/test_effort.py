"""The table of efforts follows from what was derived."""

from __future__ import annotations

import pytest
from helpers.trials import search

from puma560_dynamics.cli import derivation


def test_goals_follow_from_counts_and_seconds():
    from effort import PUMA, data, table

    from puma560_dynamics.emdeg import model_names

    counts = dict.fromkeys(model_names(), 102)
    rows = {
        PUMA: {"joints": 6, "seconds": 31.0, "calculations": {**counts, "gravity": 103}, "proofs": ["written out"]},
        "Seven": {"joints": 7, "seconds": 14.0, "calculations": counts, "proofs": ["identity test"]},
        "Slow": {"joints": 7, "seconds": 16.0, "calculations": counts, "proofs": ["identity test"]},
    }
    text = table(rows, dict.fromkeys(model_names(), 100))
    assert f"| {PUMA}, torque: calculations / those of the kept search | 1.02 | 1.020 (102 / 100) | yes |" in text
    assert "gravity: calculations / those of the kept search | 1.02 | 1.030 (103 / 100) | **no** |" in text
    assert f"| {PUMA}: processor time, s | 30 | 31.0 | **no** |" in text
    assert "| 7 joints (2 arms), the slowest: processor time, s | 15 | 16.0 (Slow) | **no** |" in text
    assert "Seven,7,102,102,102,102,identity test,14.0" in data(rows).splitlines()


def test_a_chain_is_derived_with_its_proof(monkeypatch: pytest.MonkeyPatch):
    from effort import derived

    from puma560_dynamics.emdeg import Body, DhRow, read_dh

    monkeypatch.setattr(derivation, "DEFAULT_EFFORT", search())
    chain = read_dh([DhRow("a"), DhRow("b", alpha=0, a=1)], [Body(1, (0.5, 0, 0), (0, 1, 1, 0, 0, 0))] * 2).chain
    found = derived(chain)
    assert found["joints"] == 2 and found["seconds"] > 0.0 and found["proofs"] == ["written out"]
    assert found["calculations"]["torque"] > found["calculations"]["kinetic_energy_matrix"] > 0
