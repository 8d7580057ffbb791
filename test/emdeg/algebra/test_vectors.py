"""Vectors and matrices of exact numbers obey the laws of space."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.emdeg.algebra.vectors import (
    ZERO,
    Z,
    about_x,
    about_z,
    cross,
    dot,
    plus,
    product,
    scaled,
    times,
    transposed,
    turned,
)

NUMBERS = st.fractions(-5, 5, max_denominator=9)
VECTORS = st.tuples(NUMBERS, NUMBERS, NUMBERS)
MATRICES = st.tuples(VECTORS, VECTORS, VECTORS)


@given(VECTORS, VECTORS, VECTORS)
def test_products_of_vectors(a, b, c):
    assert cross(a, b) == scaled(-1, cross(b, a))
    assert dot(a, cross(b, c)) == dot(b, cross(c, a)) == dot(c, cross(a, b))
    assert cross(a, cross(b, c)) == plus(scaled(dot(a, c), b), scaled(-dot(a, b), c))
    assert dot(a, plus(b, c)) == dot(a, b) + dot(a, c)
    assert cross(a, a) == ZERO


@given(MATRICES, MATRICES, VECTORS)
def test_matrices_act_one_after_the_other(m, n, a):
    assert turned(product(m, n), a) == turned(m, turned(n, a))
    assert transposed(product(m, n)) == product(transposed(n), transposed(m))
    assert dot(turned(m, a), a) == dot(a, turned(transposed(m), a))


@given(st.fractions(-3, 3, max_denominator=9), VECTORS, VECTORS)
def test_rotations_keep_products(t, a, b):
    c, s = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
    for rotation, axis in ((about_z(c, s), Z), (about_x(c, s), (1, 0, 0))):
        assert turned(rotation, axis) == axis
        assert dot(turned(rotation, a), turned(rotation, b)) == dot(a, b)
        assert cross(turned(rotation, a), turned(rotation, b)) == turned(rotation, cross(a, b))


def test_nothing_is_multiplied_by_zero_or_one():
    x = Ring().variable("x")
    assert times(1, x) is x
    assert times(x, 1) is x
    assert times(0, x) == times(x, 0) == 0
    assert times(x, x) == x * x
