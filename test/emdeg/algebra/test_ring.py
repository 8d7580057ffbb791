"""The ring is one: equal expressions have equal dictionaries, and derivatives obey Leibniz."""

from __future__ import annotations

import gc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.ring import Poly, Ring, collection_paused

RING = Ring()
C1, S1 = RING.angle("1", [(0, 1)])
C12, S12 = RING.angle("12", [(0, 1), (1, 1)])
X = RING.variable("x")


@st.composite
def elements(draw: st.DrawFn) -> Poly:
    """Small random elements."""
    total = RING.constant(0)
    for _ in range(draw(st.integers(0, 4))):
        term = RING.constant(draw(st.fractions(-3, 3, max_denominator=7)))
        for factor in draw(st.lists(st.sampled_from([C1, S1, C12, S12, X]), max_size=4)):
            term = term * factor
        total = total + term
    return total


def values(q: tuple[float, float], x: float) -> dict[str, float]:
    """Numbers for the variables."""
    return {"c1": np.cos(q[0]), "s1": np.sin(q[0]), "c12": np.cos(sum(q)), "s12": np.sin(sum(q)), "x": x}


def test_a_sine_squared_is_one_less_a_cosine_squared():
    assert S1 * S1 + C1 * C1 == 1
    assert (C1 * S12 - S1 * C12) * (C1 * S12 - S1 * C12) + (C1 * C12 + S1 * S12) * (C1 * C12 + S1 * S12) == 1


@given(elements(), elements(), elements())
def test_laws_of_a_commutative_ring(a: Poly, b: Poly, c: Poly):
    assert a + b == b + a
    assert a * b == b * a
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a - a == 0
    assert a * 1 == a
    assert not a * 0
    assert 2 - a == -(a - 2)
    assert a**3 == a * a * a
    assert a**0 == 1


@given(elements(), elements())
def test_evaluation_is_a_homomorphism(a: Poly, b: Poly):
    at = values((0.3, -1.1), 0.7)
    assert (a * b).evaluate(at) == pytest.approx(a.evaluate(at) * b.evaluate(at), abs=1e-9)
    assert (a + b).evaluate(at) == pytest.approx(a.evaluate(at) + b.evaluate(at), abs=1e-9)


@given(elements(), elements(), st.integers(0, 1))
def test_the_derivative_obeys_leibniz_and_the_limit(a: Poly, b: Poly, joint: int):
    assert (a * b).derivative(joint) == a.derivative(joint) * b + a * b.derivative(joint)
    h, q = 1e-5, np.array([0.4, 0.9])
    step = np.eye(2)[joint] * h
    numeric = (a.evaluate(values(tuple(q + step), 0.5)) - a.evaluate(values(tuple(q - step), 0.5))) / (2 * h)
    assert a.derivative(joint).evaluate(values(tuple(q), 0.5)) == pytest.approx(numeric, abs=1e-6)


def test_coefficients_are_exact():
    third = RING.constant(Fraction(1, 3))
    assert third * 3 == 1
    assert dict((third * X).items()) == {RING.monomial({"x": 1}): Fraction(1, 3)}
    assert RING.factors(RING.monomial({"x": 2, "c12": 1})) == (("c12", 1), ("x", 2))


def test_the_position_of_a_sliding_joint():
    ring = Ring()
    q3, (c1, s1) = ring.position(2), ring.angle("1", [(0, 1)])
    assert ring.position(2) == ring.variable("q3") == q3
    assert (q3 * q3 * c1).derivative(2) == 2 * q3 * c1
    assert (q3 * c1).derivative(0) == -q3 * s1
    assert not c1.derivative(2)


def test_collection_is_paused_inside_and_resumes_after_an_error():
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), collection_paused():
        assert not gc.isenabled()
        with collection_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
        raise ZeroDivisionError
    assert gc.isenabled()


def test_collection_stays_off_if_it_was_off_before():
    gc.disable()
    try:
        with collection_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
