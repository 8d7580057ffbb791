"""Dropping terms by size, and choices within a pool: errors as stated, ceilings never exceeded."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.abbreviation.ranges import Ranges
from puma560_dynamics.emdeg.abbreviation.selection import Pool, SampledTerms, constant_of, dispensable
from puma560_dynamics.emdeg.abbreviation.terms import equations_of_motion

ERROR = 0.01


@pytest.fixture(scope="module")
def samples(arm: Arm) -> SampledTerms:
    ranges = Ranges(tuple(arm.lower), tuple(arm.upper), tuple(0.3 * arm.velocity), (10.0,) * 6)
    return SampledTerms(equations_of_motion(arm.exact_chain), ranges, arm.maximum_torque.tolist(), 2000, 5)


def error_without(samples: SampledTerms, dropped: list[int]) -> float:
    """Largest share of a maximum torque that the dropped terms make together."""
    terms = samples.equations.terms
    total = np.zeros((6, samples.count))
    for index in dropped:
        for row in terms[index].rows:
            total[row] += samples.contribution(terms[index], row)
    return float(np.abs(total).max())


def test_what_is_dropped_keeps_to_the_error(samples: SampledTerms):
    kept, dropped = dispensable(samples, ERROR)
    assert sorted(kept + dropped) == list(range(len(samples.equations.terms)))
    assert 0 < error_without(samples, dropped) <= ERROR


def test_a_larger_error_keeps_fewer(samples: SampledTerms):
    assert len(dispensable(samples, ERROR)[0]) < len(dispensable(samples, ERROR / 10)[0])


def test_ceilings_are_never_exceeded(samples: SampledTerms):
    for term in samples.equations.terms:
        for row in term.rows:
            assert np.abs(samples.contribution(term, row)).max() <= samples.ceiling(term, row) * (1 + 1e-12)


def test_a_pool_admits_exactly_the_choices_that_keep_to_the_error(samples: SampledTerms):
    wide, dropped = dispensable(samples, ERROR / 2)
    pool = Pool(samples, wide, ERROR)
    rng = np.random.default_rng(0)
    seen = set()
    for _ in range(60):
        kept = tuple(bool(x) for x in rng.random(len(wide)) > rng.choice([0.01, 0.05]))
        out = [index for index, is_kept in zip(wide, kept, strict=True) if not is_kept]
        expected = error_without(samples, dropped + out) <= ERROR
        assert pool.admits(tuple(Fraction(is_kept) for is_kept in kept)) == expected
        seen.add(expected)
    assert seen == {True, False}


def test_a_choice_multiplies_coefficients_and_leaves_out_zeros(samples: SampledTerms):
    pool = Pool(samples, dispensable(samples, ERROR)[0], ERROR)
    factors = tuple(Fraction(i % 3, 2) for i in range(len(pool.terms)))
    chosen = {term.key: term.coefficient for term in pool.chosen(factors)}
    expected = {t.key: t.coefficient * f for t, f in zip(pool.terms, factors, strict=True) if f}
    assert chosen == expected


def test_groups_hold_every_term_once_with_those_of_its_constant(samples: SampledTerms):
    pool = Pool(samples, dispensable(samples, ERROR)[0], ERROR)
    assert sorted(i for group in pool.groups for i in group) == list(range(len(pool.terms)))
    constants = [{constant_of(pool.terms[i]) for i in group} for group in pool.groups]
    assert all(len(found) == 1 for found in constants)
    assert len(set.union(*constants)) == len(pool.groups)


def test_powers_of_two_do_not_make_another_constant(samples: SampledTerms):
    term = samples.equations.terms[0]
    for factor in (2, Fraction(-1, 4)):
        assert constant_of(replace(term, coefficient=term.coefficient * factor)) == constant_of(term)
    assert constant_of(replace(term, coefficient=term.coefficient * 3)) == 3 * constant_of(term)
