"""Counts of tables name the forms that the scan lost."""

from __future__ import annotations

from puma560_dynamics.papers.akb import counts


def test_lost_forms_are_counted_in_the_tables():
    assert counts.derived_forms("a4").startswith("6 of the 19 ")
    assert counts.derived_forms("a4", "a5", "a6", "a7").startswith("12 of the 58 ")
    assert counts.derived_forms("a7").startswith("0 of the ")
