"""Entries on the derivation count as the paper does."""

from __future__ import annotations

from puma560_dynamics.papers.akb import derivation
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import ClaimVerdict, judge_entry


def test_relations_of_the_elements_count_the_misreadings_they_use():
    bench = Bench()
    for entry, number in ((derivation.equation_8, 4), (derivation.equation_9, 4), (derivation.assumptions, 3)):
        assert f"{number} misreadings of the scan corrected" in entry(bench).note


def test_both_forms_of_the_output_of_emdeg_are_reported():
    """The form decides the numbers by a factor of two, so that neither is evidence."""
    found = derivation.before_simplification(Bench())
    assert judge_entry(found)[0] is ClaimVerdict.NOT_REPRODUCIBLE
    assert found.computed == "7180 + 1649" and found.note.endswith("17053 + 3142")
