"""The paper's rule on derived elements: what it says of every term, kept or not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from helpers.emdeg.significance_rule import by_significance

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.abbreviation.terms import ElementTerm, equations_of_motion


@pytest.fixture(scope="module")
def terms(arm: Arm) -> tuple[ElementTerm, ...]:
    return equations_of_motion(arm.exact_chain).terms


def test_a_term_is_kept_if_and_only_if_both_shares_are_reached(terms: tuple[ElementTerm, ...]):
    kept = set(by_significance(terms))
    assert 0 < len(kept) < len(terms)
    for term in terms:
        equation = [abs(t.coefficient) for t in terms if (t.kind, t.element) == (term.kind, term.element)]
        i = term.element[0]
        if term.kind == "g":
            joint = max(abs(t.coefficient) for t in terms if t.kind == "g" and t.element == (i,))
        else:
            constant = [t.coefficient for t in terms if t.kind == "a" and t.element == (i, i) and not t.factors]
            joint = sum(constant, start=Fraction(0))
        size = abs(term.coefficient)
        assert (term in kept) == (size >= max(equation) / 100 and size >= joint / 1000)


def test_no_share_keeps_everything_and_the_whole_keeps_the_greatest(terms: tuple[ElementTerm, ...]):
    assert by_significance(terms, Fraction(0), Fraction(0)) == terms
    greatest = by_significance(terms, Fraction(1), Fraction(0))
    elements = {(term.kind, term.element) for term in terms}
    assert {(term.kind, term.element) for term in greatest} == elements


def test_of_the_diagonal_the_constant_stays(terms: tuple[ElementTerm, ...]):
    kept = {term.key for term in by_significance(terms)}
    for i in range(6):
        assert ("a", (i, i), ()) in kept
