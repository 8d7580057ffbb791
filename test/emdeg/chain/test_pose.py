"""Rotations are orthogonal without rounding, and their products obey the laws of a group."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from helpers.emdeg.poses import ANGLES, POSES, ROTATIONS, VECTORS
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from puma560_dynamics.emdeg.algebra.vectors import IDENTITY, cross, dot, product, transposed, turned
from puma560_dynamics.emdeg.chain.chain import Placement
from puma560_dynamics.emdeg.chain.pose import compose, frame, inverse_placement, roll_pitch_yaw, tidy, unit


@given(st.tuples(ANGLES, ANGLES, ANGLES))
def test_roll_pitch_yaw(angles: tuple[float, float, float]):
    rotation = roll_pitch_yaw(angles)
    assert product(transposed(rotation), rotation) == IDENTITY
    expected = Rotation.from_euler("xyz", angles).as_matrix()
    np.testing.assert_allclose(np.array(rotation, dtype=float), expected, rtol=0, atol=2e-9)  # quarter turns snap


@given(POSES, POSES, VECTORS)
def test_a_group(a: Placement, b: Placement, v: tuple[Fraction, Fraction, Fraction]):
    assert compose(a, inverse_placement(a)) == Placement()
    assert compose(inverse_placement(a), compose(a, b)) == b
    moved = compose(a, b)
    at_once = tuple(x + y for x, y in zip(moved.origin, turned(moved.rotation, v), strict=True))
    first = tuple(x + y for x, y in zip(b.origin, turned(b.rotation, v), strict=True))
    in_steps = tuple(x + y for x, y in zip(a.origin, turned(a.rotation, first), strict=True))
    assert at_once == in_steps


@given(VECTORS.filter(any))
def test_unit_vectors(v: tuple[Fraction, Fraction, Fraction]):
    u = unit(v)
    assert abs(dot(u, u) - 1) < 1e-15
    assert max(abs(x) for x in cross(u, v)) < 1e-15
    assert dot(u, v) > 0


def test_unit_vectors_are_exact_where_the_length_is():
    assert unit((0, 0, Fraction(-1, 3))) == (0, 0, -1)
    assert unit((2, 3, 6)) == (Fraction(2, 7), Fraction(3, 7), Fraction(6, 7))


@trials(100)
@given(ROTATIONS, st.integers(0, 3))
def test_frames_of_rounded_columns(rotation: tuple, quarter: int):
    spin = np.array(roll_pitch_yaw((0, 0, quarter * math.pi / 2)), dtype=float)
    rounded = np.array(rotation, dtype=float) @ spin
    x, z = ((Fraction(a), Fraction(b), Fraction(c)) for a, b, c in rounded[:, (0, 2)].T)
    exact = frame(x, z)
    assert product(transposed(exact), exact) == IDENTITY
    np.testing.assert_allclose(np.array(exact, dtype=float), rounded, rtol=0, atol=1e-15)


def test_frames_of_exact_columns_stay():
    x, z = (Fraction(3, 5), Fraction(4, 5), Fraction(0)), (Fraction(0), Fraction(0), Fraction(1))
    assert transposed(frame(x, z)) == (x, cross(z, x), z)


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (Fraction(1, 3), Fraction(1, 3)),
        (Fraction(1, 10**15), 0),
        (Fraction(1, 3) + Fraction(1, 10**30), Fraction(repr(1 / 3))),
        (5, 5),
    ],
)
def test_tidy(value: Fraction, kept: Fraction):
    assert tidy(value) == kept
