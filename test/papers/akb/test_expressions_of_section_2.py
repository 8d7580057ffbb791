"""Expressions as section 2 writes them: products of cosines and what multiplies them, and calculations as written."""

from __future__ import annotations

import pytest

from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.papers.akb.expressions_of_section_2 import calculations, expanded, grouped_terms


def test_groups_by_cosines():
    ring = Ring()
    m, a = ring.variable("m"), ring.variable("a")
    found = grouped_terms("m*CC2 + 2*m*a*C2*C23 + a*CC2 + a", ring)
    assert found == {(("c2", 2),): m + a, (("c2", 1), ("c23", 1)): m * a * 2, (): a}


def test_squares_of_sines_are_written_by_cosines():
    ring = Ring()
    m = ring.variable("m")
    assert grouped_terms("m*SS2 + m*CC2", ring) == {(): m}
    assert grouped_terms("m*SS23", ring) == {(): m, (("c23", 2),): -m}


def test_multiplied_out_it_has_the_same_value():
    ring = Ring()
    values = {"m": 2.0, "a": 0.5, "c2": 0.6, "s2": 0.8, "c23": 0.28, "s23": 0.96}
    element = expanded("2*m*a*C2*C23 + a*a*SS2 + m*S2*S23", ring)
    expected = 2 * 2.0 * 0.5 * 0.6 * 0.28 + 0.25 * 0.64 + 2.0 * 0.8 * 0.96
    assert element.evaluate(values) == pytest.approx(expected)


@pytest.mark.parametrize(
    "text, count", [("m*CC2", (1, 0)), ("2*m*a*C2*C23 + a", (4, 1)), ("m + m + a*a", (1, 2)), ("m", (0, 0))]
)
def test_calculations_are_counted_as_written(text: str, count: tuple[int, int]):
    assert calculations(text) == count
