"""Coefficients are exact numbers: their table computes as fractions do."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.coefficients import ONE, Coefficients

NUMBERS = st.one_of(st.sampled_from((Fraction(0), Fraction(1), Fraction(-1))), st.fractions(max_denominator=100))


@given(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=6))
def test_arithmetic_is_that_of_fractions(pairs: list[tuple[Fraction, Fraction]]):
    """Asked twice, so that what is remembered is right as well."""
    numbers = Coefficients()
    for x, y in (*pairs, *pairs):
        a, b = numbers.of(x), numbers.of(y)
        assert numbers.value(numbers.times(a, b)) == x * y
        assert numbers.value(numbers.plus(a, b)) == x + y
        if y:
            assert numbers.value(numbers.over(a, b)) == x / y


@given(NUMBERS, NUMBERS)
def test_one_number_has_one_coefficient_and_the_sign_is_its_sign(x: Fraction, y: Fraction):
    numbers = Coefficients()
    assert (numbers.of(x) == numbers.of(y)) == (x == y)
    assert numbers.of(-x) == -numbers.of(x)
    assert (numbers.of(x) > 0) == (x > 0)
    assert numbers.value(numbers.of(x)) == x


def test_one_and_zero_are_known_beforehand():
    numbers = Coefficients()
    assert (numbers.of(0), numbers.of(1), numbers.of(-1)) == (0, ONE, -ONE)
