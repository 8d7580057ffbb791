"""Entries on the tables of data notice a number that differs, and name the misreadings that they use."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puma560_dynamics.papers.akb import printed, tables
from puma560_dynamics.papers.akb.rederived import package_tables
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import judge_entry


def test_another_mass_does_not_agree(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    assert tables.table_4(bench).holds
    monkeypatch.setitem(printed.TABLE_4, "links.link2.mass", 17.41)
    other = tables.table_4(bench)
    assert not other.holds
    assert [row.name for row in other.rows if not row.agrees] == ["link2.mass"]
    assert judge_entry(other)[0] is not judge_entry(tables.table_5(bench))[0]


def test_a_misread_number_is_held_against_its_erratum():
    """0.30e-5 of link 5 is what the scan has; the arm file has 0.30e-3."""
    found = tables.table_6(Bench())
    assert found.holds
    assert [row.name for row in found.rows if not row.agrees] == ["link5 Ixx"]


def test_a_misread_parameter_of_table_a2_is_noticed_without_tables_a5_and_a6():
    bench = Bench()
    found = tables.table_a2(bench)
    assert found.holds and found.computed == "28 derived again"
    changed = package_tables()
    changed["I7"] = replace(changed["I7"], text=changed["I7"].text.replace("Ixx3", "Ixx5"))
    assert not tables.table_a2(Bench(tables=changed)).holds
    entry = next(entry for entry in tables.CHAPTER.entries if entry.compute.__name__ == "table_a2")
    assert [words.partition(":")[0] for words in entry.compute(bench).corrected] == ["I8", "I10", "g_2"]


def test_entries_name_the_tables_that_they_use_as_corrected():
    bench = Bench()
    assert "elements of table A5" in tables.table_a6(bench).note
    assert "elements of table A5" not in tables.table_a4(bench).note + tables.table_a5(bench).note
    assert tables.table_a5(bench).printed == "90 elements, 2 of them without an entry in the scan"
    assert tables.table_a4(bench).printed == "21 elements"


@pytest.mark.parametrize("path", ["links.link2.center_of_gravity.1", "links.link4.inertia.2"])
def test_every_number_with_a_tolerance_is_compared(monkeypatch: pytest.MonkeyPatch, path: str):
    bench = Bench()
    assert tables.tolerances(bench).holds
    with monkeypatch.context() as other:
        other.setitem(printed.TOLERANCES, path, "±1%")
        assert not tables.tolerances(bench).holds
    monkeypatch.delitem(printed.TOLERANCES, path)
    assert not tables.tolerances(bench).holds
