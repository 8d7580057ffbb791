"""The paper's rule on derived elements: what it says of every term, kept or not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from helpers.emdeg.random_chains import chains
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.abbreviation.ranges import Ranges
from puma560_dynamics.emdeg.abbreviation.significance_rule import (
    PAPER_RULE,
    RelativeSize,
    SignificanceRule,
    relative_sizes,
)
from puma560_dynamics.emdeg.abbreviation.terms import ChainEquations, equations_of_motion
from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint
from puma560_dynamics.errors import AbbreviationError
from puma560_dynamics.models.sampling import ranges_of


@pytest.fixture(scope="module")
def equations(arm: Arm) -> ChainEquations:
    return equations_of_motion(arm.exact_chain)


def test_a_term_is_kept_if_and_only_if_both_shares_are_reached(arm: Arm, equations: ChainEquations):
    terms, kept = equations.terms, set(PAPER_RULE.kept(equations, ranges_of(arm)))
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


def test_no_share_keeps_everything_and_the_whole_keeps_the_greatest(arm: Arm, equations: ChainEquations):
    ranges = ranges_of(arm)
    assert SignificanceRule(Fraction(0), Fraction(0)).kept(equations, ranges) == equations.terms
    greatest = SignificanceRule(Fraction(1), Fraction(0)).kept(equations, ranges)
    assert {(t.kind, t.element) for t in greatest} == {(t.kind, t.element) for t in equations.terms}


def test_of_the_diagonal_the_constant_stays(arm: Arm, equations: ChainEquations):
    kept = {term.key for term in PAPER_RULE.kept(equations, ranges_of(arm))}
    for i in range(6):
        assert ("a", (i, i), ()) in kept


@trials(25)
@given(chains(most=3), st.fractions(0, 1), st.fractions(0, 1), st.fractions(0, 1))
def test_larger_thresholds_keep_a_part_of_what_smaller_ones_keep(
    chain: Chain, low: Fraction, high: Fraction, other: Fraction
):
    equations = equations_of_motion(chain)
    ranges = Ranges((-1.5,) * chain.n, (1.0,) * chain.n, (2.0,) * chain.n, (5.0,) * chain.n)
    low, high = sorted((low, high))
    for small, large in (
        (SignificanceRule(low, other), SignificanceRule(high, other)),
        (SignificanceRule(other, low), SignificanceRule(other, high)),
    ):
        assert set(large.kept(equations, ranges)) <= set(small.kept(equations, ranges))


def test_a_position_counts_with_its_largest_magnitude():
    """Of a slide on a turning joint, a_11 has m·d²; the range of d decides over it."""
    chain = Chain(
        "slide",
        (ChainJoint("turn", armature=1), ChainJoint("slide", "prismatic", cos_alpha=0, sin_alpha=1)),
        (Body(1, (0, 0, 0)), Body(2, (0, 0, 0))),
        (0, 0, 0),
    )
    equations = equations_of_motion(chain)
    for reach in (0.5, 0.01):
        ranges = Ranges((-1.0, -reach), (1.0, 0.0), (1.0, 1.0), (1.0, 1.0))
        sizes = dict(zip((t.key for t in equations.terms), relative_sizes(equations, ranges), strict=True))
        assert float(sizes["a", (0, 0), (("q2", 2),)].of_joint or 0) == pytest.approx(2 * reach**2)
        kept = {term.key for term in PAPER_RULE.kept(equations, ranges)}
        assert (("a", (0, 0), (("q2", 2),)) in kept) == (reach == 0.5)


def test_without_a_constant_only_the_equation_decides():
    assert PAPER_RULE.keeps(RelativeSize(0.01, None))
    assert not PAPER_RULE.keeps(RelativeSize(0.0099, None))
    assert not PAPER_RULE.keeps(RelativeSize(1.0, 0.0009))


@pytest.mark.parametrize("thresholds", [(-0.1, 0.1), (0.1, 1.1)])
def test_thresholds_out_of_range_are_refused(thresholds: tuple[float, float]):
    with pytest.raises(AbbreviationError, match="fractions from 0 to 1"):
        SignificanceRule(*map(Fraction, thresholds))
