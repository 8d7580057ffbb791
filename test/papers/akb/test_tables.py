"""Rounding of printed numbers, and what a table that is no longer contradicted gets."""

from __future__ import annotations

import pytest

from puma560_dynamics.papers.akb import parameters, printed, uses
from puma560_dynamics.papers.akb import tables as akb_tables
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import ClaimVerdict, judge


@pytest.mark.parametrize("text, half", [("0.60", 0.005), ("7.44e-1", 0.0005), (".333", 0.0005), ("-2.50e-3", 5e-6)])
def test_half_a_unit_of_the_last_digit(text: str, half: float):
    assert akb_tables.half_unit(text) == pytest.approx(half)


def test_only_printed_forms_are_judged():
    bench = Bench()
    assert len(akb_tables.kept_terms(bench).rows) == 46
    assert not any(row.name.startswith("a_33") for row in akb_tables.abbreviated_coefficients(bench).rows)
    assert "c_24" not in str(uses.retained(bench).computed)


def test_the_wrist_would_be_right_with_other_numbers(monkeypatch: pytest.MonkeyPatch):
    """The contradictions of tables 4 and 5 are not there by construction."""
    bench = Bench()
    assert judge(parameters.detached_wrist(bench))[0] is ClaimVerdict.CONTRADICTED
    monkeypatch.setitem(printed.TABLE_4, "assemblies.detached_wrist.mass", 1.24)  # type: ignore[arg-type]
    monkeypatch.setitem(printed.TABLE_5, "assemblies.detached_wrist", (0, 0, -0.010))  # type: ignore[arg-type]
    assert judge(parameters.detached_wrist(bench))[0] is ClaimVerdict.REPRODUCED
    assert judge(parameters.wrist_center(bench))[0] is ClaimVerdict.REPRODUCED
