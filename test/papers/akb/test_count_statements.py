"""Statements on counts say which convention they use."""

from __future__ import annotations

import pytest

from puma560_dynamics.models.tables.abbreviation import trees
from puma560_dynamics.models.tables.table import parse
from puma560_dynamics.papers.akb import count_statements
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import ClaimVerdict, judge_entry


def test_a_count_of_doublings_as_additions_does_not_decide(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    found = count_statements.split_of_1165(bench)
    assert judge_entry(found)[0] is ClaimVerdict.NOT_REPRODUCIBLE and "additions by -15 %" in found.note
    monkeypatch.setattr(count_statements, "doublings", lambda expressions: 0)
    assert judge_entry(count_statements.split_of_1165(bench))[0] is ClaimVerdict.NOT_REPRODUCIBLE
    monkeypatch.setattr(count_statements, "counted", lambda ours, printed: False)
    assert judge_entry(count_statements.split_of_1165(bench))[0] is ClaimVerdict.FAILED


def test_doublings_of_constants_are_no_calculations():
    assert count_statements.doublings([parse("2*(S2+C2)*I5 + I18*2*S23 + 2*I5*C2 + 3*S4")]) == 1


def test_the_factor_of_four_depends_on_lost_forms(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    found = count_statements.factor_of_four(bench)
    assert judge_entry(found)[0] is ClaimVerdict.NOT_REPRODUCIBLE and "the ratio is 2.40" in found.obstacle
    monkeypatch.setattr(count_statements, "lost_in_full", lambda *chosen: trees("abbreviated", chosen))
    assert judge_entry(count_statements.factor_of_four(bench))[0] is ClaimVerdict.REPRODUCED
