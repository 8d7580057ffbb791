"""Entries on applications judge what the paper prints."""

from __future__ import annotations

import pytest

from puma560_dynamics.papers.akb import abbreviated_tables, applications
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import ClaimVerdict, judge_entry
from puma560_dynamics.papers.decomposition import table_2


def test_only_printed_forms_are_judged():
    bench = Bench()
    assert len(abbreviated_tables.kept_terms(bench).rows) == 46
    assert not any(row.name.startswith("a_33") for row in abbreviated_tables.abbreviated_coefficients(bench).rows)
    assert "c_24" not in str(applications.retained(bench).computed)


def test_elements_are_put_to_zero_by_the_constant_of_the_joint():
    found = applications.retained(Bench())
    assert judge_entry(found)[0] is ClaimVerdict.CONTRADICTED
    assert "no element becomes 0" in found.contradiction
    assert "12 of the 13 are 0" in found.contradiction and "b_445 by neither" in found.contradiction


def test_the_explicit_solution_is_compared_with_all_four_parts(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    found = applications.element_by_element(bench)
    assert found.holds and [row.name for row in found.rows] == ["A", "B", "C", "g"]
    monkeypatch.setattr(type(bench.recursive), "gravity", lambda model, q: 1.001 * bench.full.gravity(q))
    assert [row.name for row in applications.element_by_element(bench).rows if not row.agrees] == ["g"]


def test_counts_below_the_recursion_do_not_support_several_processors():
    found = applications.multiprocessing(Bench())
    assert judge_entry(found)[0] is ClaimVerdict.NOT_REPRODUCIBLE
    assert "7.2 if" in found.obstacle and "2 of the 3 are below that" in found.obstacle


def test_2_percent_means_weeks_of_40_to_67_hours():
    """5 of 5 · 40 hours are 2.5 %, which is the limit of what is nearest to 2 %; 5 of 5 · 66.7 hours are 1.5 %."""
    found = applications.five_hours(Bench())
    assert "40 to 67 hours" in str(found.computed)
    assert judge_entry(found)[0] is ClaimVerdict.NOT_REPRODUCIBLE


def test_fits_of_table_2_are_no_evidence(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    for entry in (applications.table_2_whole, applications.table_2_split):
        found = entry(bench)
        assert judge_entry(found)[0] is ClaimVerdict.NOT_REPRODUCIBLE
        assert len(found.rows) == 4 and "49.21 and 196.84" in found.note and "no evidence" in found.note
        assert "49.50 and 198.01" in found.note and "it is 49.49 Hz, that is 49." in found.note
    assert [row.computed for row in found.rows][2] == "49.21 and 196.84"
    monkeypatch.setattr(table_2, "PAPER_WHOLE", 1280)
    assert judge_entry(applications.table_2_split(bench))[0] is ClaimVerdict.FAILED
