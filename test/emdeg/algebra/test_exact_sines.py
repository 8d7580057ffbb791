"""Sines and cosines beyond double precision: on the circle, by the addition theorem, and next to the doubles."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from puma560_dynamics.emdeg.algebra.exact_sines import cosine_and_sine

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
