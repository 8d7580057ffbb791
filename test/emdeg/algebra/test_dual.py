"""Dual numbers differentiate polynomials exactly."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.dual import Dual, slope
from puma560_dynamics.emdeg.algebra.residue import PrimeField

NUMBERS = st.fractions(-100, 100, max_denominator=100)


@given(NUMBERS, NUMBERS)
def test_polynomials(x: Fraction, k: Fraction):
    at = Dual(x, 1)
    cubic = (k - at * at) * (3 * at + k) - at
    assert cubic.value == (k - x * x) * (3 * x + k) - x
    assert cubic.slope == -2 * x * (3 * x + k) + 3 * (k - x * x) - 1
    assert slope(-at) == -1
    assert slope(k) == slope(Dual(k)) == 0


@given(NUMBERS, NUMBERS)
def test_over_a_field(x: Fraction, y: Fraction):
    field = PrimeField()
    product = Dual(field.of(x), 1) * field.of(y) - Dual(field.of(x), 1) * y
    assert not product
    assert (Dual(field.of(x), field.of(y)) * Dual(field.of(x), field.of(y))).slope == field.of(2 * x * y)
