"""A table of data agrees as printed, and is contradicted as soon as one number differs."""

from __future__ import annotations

import pytest

from puma560_dynamics.papers.akb import printed, tables
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
