"""Omitted terms: all of them, with bounds of their torque that no state exceeds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from helpers.emdeg.random_chains import chains
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.abbreviation.abbreviate import Abbreviated, abbreviate
from puma560_dynamics.emdeg.abbreviation.omitted_terms import omitted_terms, terms_in
from puma560_dynamics.emdeg.abbreviation.ranges import Ranges
from puma560_dynamics.emdeg.abbreviation.significance_rule import PAPER_RULE, SignificanceRule
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.models.sampling import ranges_of


@pytest.fixture(scope="module")
def by_rule(arm: Arm) -> Abbreviated:
    return abbreviate(arm.exact_chain, ranges_of(arm), arm.maximum_torque.tolist(), PAPER_RULE)


def test_kept_and_omitted_terms_are_all_terms(by_rule: Abbreviated):
    omitted = omitted_terms(by_rule)
    assert {each.term for each in omitted} == set(by_rule.exact.terms) - set(by_rule.kept.terms)
    assert not any(each.changed for each in omitted)
    shares = [each.fraction for each in omitted]
    assert shares == sorted(shares, reverse=True)


def test_an_omitted_term_is_below_a_threshold(by_rule: Abbreviated):
    for each in omitted_terms(by_rule):
        assert each.of_equation < 0.01 or (each.of_joint is not None and each.of_joint < 0.001)


def test_a_term_with_another_coefficient_is_listed_with_the_difference(by_rule: Abbreviated):
    first = by_rule.exact.terms[0]
    half = replace(first, coefficient=first.coefficient / 2)
    model = replace(by_rule, kept=replace(by_rule.exact, terms=(half, *by_rule.exact.terms[1:])))
    (only,) = omitted_terms(model)
    assert only.changed
    assert only.term.coefficient == first.coefficient / 2


@trials(20)
@given(chains(most=3), st.fractions(0, 1), st.integers(0, 99))
def test_no_state_exceeds_the_torque_of_a_term(chain: Chain, threshold: Fraction, seed: int):
    n = chain.n
    ranges = Ranges((-1.5,) * n, (1.0,) * n, (2.0,) * n, (5.0,) * n)
    model = abbreviate(chain, ranges, [3.0] * n, SignificanceRule(threshold, Fraction(0)))
    values = model.exact.values(*ranges.sample(50, seed))
    for each in omitted_terms(model):
        for row, bound in zip(each.term.rows, each.torque, strict=True):
            torque = np.abs(float(each.term.coefficient) * each.term.multiplier(row, values))
            assert torque.max() <= bound * (1 + 1e-12)
        assert each.fraction == pytest.approx(max(each.torque) / 3.0)
        assert each.largest_torque == max(each.torque)


@trials(20)
@given(chains(most=3))
def test_terms_are_found_again_in_elements(chain: Chain):
    ranges = Ranges((-1.5,) * chain.n, (1.0,) * chain.n, (2.0,) * chain.n, (5.0,) * chain.n)
    model = abbreviate(chain, ranges, [3.0] * chain.n, SignificanceRule(Fraction(1, 10), Fraction(0)))
    variables = model.exact.variables
    elements = model.element_system().evaluate(variables.elements, variables.ring.constant(1))
    assert terms_in(model.exact, elements) == model.kept.terms
