"""Eliminated symbols and derivatives are counted in the same way."""

from __future__ import annotations

from puma560_dynamics.papers.akb import eliminations
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import ClaimVerdict, judge_entry


def test_derivatives_are_counted_as_symbols_are():
    found = eliminations.derivatives_needed(Bench())
    assert judge_entry(found)[0] is ClaimVerdict.NOT_REPRODUCIBLE
    assert found.computed == "126 → 48" and found.note.startswith("46 without the 2 ")
