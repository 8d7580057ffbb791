"""What a table that is no longer contradicted gets."""

from __future__ import annotations

import pytest

from puma560_dynamics.papers.akb import parameters, printed
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import ClaimVerdict, judge_entry


def test_the_wrist_would_be_right_with_other_numbers(monkeypatch: pytest.MonkeyPatch):
    """The contradictions of tables 4 and 5 are not there by construction."""
    bench = Bench()
    assert judge_entry(parameters.detached_wrist(bench))[0] is ClaimVerdict.CONTRADICTED
    monkeypatch.setitem(printed.TABLE_4, "assemblies.detached_wrist.mass", 1.24)
    monkeypatch.setitem(printed.TABLE_5, "assemblies.detached_wrist", (0, 0, -0.010))
    assert judge_entry(parameters.detached_wrist(bench))[0] is ClaimVerdict.REPRODUCED
    assert judge_entry(parameters.wrist_center(bench))[0] is ClaimVerdict.REPRODUCED
