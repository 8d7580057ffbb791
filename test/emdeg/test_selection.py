"""Dropping terms by size, and choices within a pool: errors as stated, constants tied, ceilings never exceeded."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from puma_chain import chain_of

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.ranges import Ranges
from puma560_dynamics.emdeg.selection import Choice, Pool, Samples, constant_of, dispensable
from puma560_dynamics.emdeg.terms import equations_of_motion

ERROR = 0.01


@pytest.fixture(scope="module")
def samples(arm: Arm) -> Samples:
    ranges = Ranges(tuple(arm.lower), tuple(arm.upper), tuple(0.3 * arm.velocity), (10.0,) * 6)
    return Samples(equations_of_motion(chain_of(arm)), ranges, arm.maximum_torque.tolist(), 2000, 5)


def error_without(samples: Samples, dropped: list[int]) -> float:
    """Largest share of a maximum torque that the dropped terms make together."""
    terms = samples.equations.terms
    total = np.zeros((6, samples.count))
    for index in dropped:
        for row in terms[index].rows:
            total[row] += samples.contribution(terms[index], row)
    return float(np.abs(total).max())


def test_what_is_dropped_keeps_to_the_error(samples: Samples):
    kept, dropped = dispensable(samples, ERROR)
    assert sorted(kept + dropped) == list(range(len(samples.equations.terms)))
    assert 0 < error_without(samples, dropped) <= ERROR


def test_a_larger_error_keeps_fewer(samples: Samples):
    assert len(dispensable(samples, ERROR)[0]) < len(dispensable(samples, ERROR / 10)[0])


def test_ceilings_are_never_exceeded(samples: Samples):
    for term in samples.equations.terms:
        for row in term.rows:
            assert np.abs(samples.contribution(term, row)).max() <= samples.ceiling(term, row) * (1 + 1e-12)


def test_a_pool_admits_exactly_the_choices_that_keep_to_the_error(samples: Samples):
    wide, dropped = dispensable(samples, ERROR / 2)
    pool = Pool(samples, wide, ERROR)
    rng = np.random.default_rng(0)
    seen = set()
    for _ in range(60):
        kept = tuple(bool(x) for x in rng.random(len(wide)) > rng.choice([0.01, 0.05]))
        out = [index for index, is_kept in zip(wide, kept, strict=True) if not is_kept]
        expected = error_without(samples, dropped + out) <= ERROR
        assert pool.admits(Choice(kept, (Fraction(1),) * len(pool.groups))) == expected
        seen.add(expected)
    assert seen == {True, False}


def test_a_replaced_constant_changes_all_its_terms_and_no_others(samples: Samples):
    pool = Pool(samples, dispensable(samples, ERROR)[0], ERROR)
    number = next(i for i, scales in enumerate(pool.scales) if scales)
    scale = pool.scales[number][0]
    scales = tuple(scale if i == number else Fraction(1) for i in range(len(pool.groups)))
    chosen = pool.chosen(Choice((True,) * len(pool.terms), scales))
    for i, (before, after) in enumerate(zip(pool.terms, chosen, strict=True)):
        assert after.coefficient == before.coefficient * (scale if i in pool.groups[number] else 1)
    constants = {constant_of(term) for i, term in enumerate(pool.terms) if i not in pool.groups[number]} | {1}
    assert {constant_of(chosen[i]) for i in pool.groups[number]} <= constants


def test_powers_of_two_do_not_make_another_constant(samples: Samples):
    term = samples.equations.terms[0]
    for factor in (2, Fraction(-1, 4)):
        assert constant_of(replace(term, coefficient=term.coefficient * factor)) == constant_of(term)
    assert constant_of(replace(term, coefficient=term.coefficient * 3)) == 3 * constant_of(term)
