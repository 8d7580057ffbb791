"""Decimals are meant as decimals, and constant angles lie on the unit circle exactly."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.exact import exact, rational_cos_sin


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
