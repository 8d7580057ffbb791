"""Decimals are meant as decimals, and constant angles lie on the unit circle exactly."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.exact import cosine_and_sine, exact, rational_cos_sin


def test_decimals():
    assert exact(0.1) + exact(0.2) == Fraction(3, 10)
    assert exact(7) == 7
    symbol = object()
    assert exact(symbol) is symbol


@given(st.floats(-10, 10))
@example(8.878782569437629)
def test_the_circle(angle: float):
    c, s = rational_cos_sin(angle)
    assert c * c + s * s == 1
    if c and s:
        assert float(c) == pytest.approx(math.cos(angle), abs=4e-16)
        assert float(s) == pytest.approx(math.sin(angle), abs=4e-16)


@pytest.mark.parametrize("quarter", range(-5, 6))
def test_quarter_turns(quarter: int):
    c, s = rational_cos_sin(quarter * math.pi / 2)
    assert {abs(c), abs(s)} == {0, 1}
    assert rational_cos_sin(quarter * math.pi / 2 + 1e-10) == (c, s)
    assert rational_cos_sin(quarter * math.pi / 2 + 1e-10, snap=0.0) != (c, s)


NEAR = Fraction(1, 2**300)

ANGLES = [Fraction(0), Fraction(1, 3), Fraction(-7, 5), Fraction(22, 7), Fraction(-355, 113), Fraction(10**5 + 1, 3)]


@pytest.mark.parametrize("angle", ANGLES)
def test_they_lie_on_the_circle(angle: Fraction):
    c, s = cosine_and_sine(angle)
    assert abs(c * c + s * s - 1) < NEAR


@pytest.mark.parametrize("a", ANGLES)
@pytest.mark.parametrize("b", ANGLES[1:3])
def test_the_addition_theorem(a: Fraction, b: Fraction):
    (ca, sa), (cb, sb), (c, s) = cosine_and_sine(a), cosine_and_sine(b), cosine_and_sine(a + b)
    assert abs(ca * cb - sa * sb - c) < NEAR
    assert abs(sa * cb + ca * sb - s) < NEAR


@pytest.mark.parametrize("quarter", range(-5, 6))
def test_every_quadrant_has_the_signs_of_the_doubles(quarter: int):
    angle = Fraction(quarter * math.pi / 2 + 0.3)
    c, s = cosine_and_sine(angle)
    assert float(c) == pytest.approx(math.cos(angle), rel=1e-15)
    assert float(s) == pytest.approx(math.sin(angle), rel=1e-15)


def test_a_double_near_pi_has_the_digits_that_it_misses():
    """The sine of the double next to π is what π exceeds it by: known to 32 digits."""
    missing = Fraction(math.pi) + cosine_and_sine(Fraction(math.pi))[1]
    assert abs(missing - Fraction("3.14159265358979323846264338327950")) < Fraction(1, 10**31)
