"""What is not given is chosen for least jerk: against scipy's spline, by optimality, and what is given is kept."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import quad_vec
from scipy.interpolate import make_interp_spline

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.trajectory import least_jerk
from puma560_dynamics.control.trajectory.joint_path import JointPath
from puma560_dynamics.control.trajectory.least_jerk import HERMITE, complete
from puma560_dynamics.errors import StateError

OPEN = np.nan


def points(seed: int, count: int, n: int = 6) -> tuple[FloatArray, FloatArray]:
    """Random times and positions."""
    rng = np.random.default_rng(seed)
    return np.cumsum(rng.uniform(0.05, 2.0, count)), rng.normal(size=(count, n))


def all_open(q: FloatArray) -> FloatArray:
    """Nothing given."""
    return np.full_like(q, OPEN)


def coefficients(k: int, length: float, q: NDArray, v: NDArray, a: NDArray) -> FloatArray:
    """Of the polynomial of interval `k` over 0 ≤ s ≤ 1."""
    starts, ends = ([q[i], v[i] * length, a[i] * length**2] for i in (k, k + 1))
    return HERMITE @ np.array([*starts, *ends])


def jerk_cost(t: FloatArray, q: FloatArray, v: FloatArray, a: FloatArray) -> float:
    """The integral of the squared jerk, from the coefficients of each interval, integrated numerically."""
    total = 0.0
    for k, length in enumerate(np.diff(t)):
        c = coefficients(k, length, q, v, a)

        def squared(s: float, c: FloatArray = c, length: float = length) -> float:
            return float(np.sum(((6 * c[3] + 24 * c[4] * s + 60 * c[5] * s**2) / length**3) ** 2))

        total += quad_vec(squared, 0.0, 1.0)[0] * length
    return total


@pytest.mark.parametrize("count", [2, 3, 12])
def test_with_nothing_given_it_is_the_spline_of_fifth_degree_at_rest_at_the_ends(count: int):
    t, q = points(count, count)
    v, a = complete(t, q, all_open(q), all_open(q))
    rest = [(1, np.zeros(6)), (2, np.zeros(6))]
    spline = make_interp_spline(t, q, k=5, bc_type=(rest, rest))
    np.testing.assert_allclose(v, spline(t, 1), atol=1e-11 * max(1.0, np.abs(v).max()))
    np.testing.assert_allclose(a, spline(t, 2), atol=1e-11 * max(1.0, np.abs(a).max()))


def test_with_velocities_given_the_jerk_is_continuous():
    """The natural condition of least jerk at a free acceleration."""
    t, q = points(1, 8)
    given = np.random.default_rng(2).normal(size=q.shape)
    v, a = complete(t, q, given, all_open(q))
    np.testing.assert_array_equal(v, given)
    np.testing.assert_array_equal(a[[0, -1]], 0.0)
    jerk = []
    for k, length in enumerate(np.diff(t)):
        c = coefficients(k, length, q, v, a)
        jerk.append((6 * c[3] / length**3, (6 * c[3] + 24 * c[4] + 60 * c[5]) / length**3))
    for before, after in pairwise(jerk):
        np.testing.assert_allclose(before[1], after[0], rtol=1e-9, atol=1e-9 * np.abs(jerk).max())


@pytest.mark.parametrize("seed", range(5))
def test_no_other_choice_has_less_jerk(seed: int):
    """Some rows given, some open: any small change of an open row costs more."""
    rng = np.random.default_rng(seed)
    t, q = points(seed, 6, n=2)
    v = np.where(rng.random((6, 1)) < 0.5, rng.normal(size=q.shape), OPEN)
    a = np.where(rng.random((6, 1)) < 0.5, rng.normal(size=q.shape), OPEN)
    v[2], a[3] = OPEN, OPEN
    full_v, full_a = complete(t, q, v, a)
    least = jerk_cost(t, q, full_v, full_a)
    for rows, given in ((full_v, v), (full_a, a)):
        for k in range(1, 5):
            if np.isfinite(given[k]).all():
                np.testing.assert_array_equal(rows[k], given[k])
                continue
            for change in (0.05, -0.05):
                rows[k, 0] += change
                assert jerk_cost(t, q, full_v, full_a) > least
                rows[k, 0] -= change


def test_intervals_from_a_tenth_of_a_millisecond_to_ten_seconds():
    t = np.cumsum(10.0 ** np.random.default_rng(3).uniform(-4, 1, 40))
    q = np.sin(t)[:, None] * np.ones(6)
    v, a = complete(t, q, all_open(q), all_open(q))
    # Continuity of jerk and snap cannot be read off at such scales; the path itself must pass a separate check.
    path = JointPath(t, q, v, a)
    before, after = path.at(np.nextafter(t[1:-1], -np.inf)), path.at(t[1:-1])
    for left, right in zip(before, after, strict=True):
        np.testing.assert_allclose(left, right, atol=1e-6 * np.abs(right).max())


def test_digits_are_kept_where_short_and_long_intervals_alternate():
    """Against the same equations solved in exact fractions."""
    t = np.cumsum(np.tile([1e-4, 400.0, 0.1], 5))
    q = np.random.default_rng(6).normal(size=(15, 1))
    v, a = complete(t, q, all_open(q), all_open(q))
    matrix, right = least_jerk._normal_equations(t, q)
    inner = slice(2, -2)
    rows = np.hstack([matrix.toarray()[inner, inner], right[inner]])
    expected = solved_exactly([[Fraction(float(x)) for x in row] for row in rows])
    np.testing.assert_allclose(np.hstack([v, a])[1:-1].ravel(), expected, rtol=1e-7)


def solved_exactly(rows: list[list[Fraction]]) -> list[float]:
    """Gauss-Jordan elimination of a system with its right side as last column."""
    for k, pivot in enumerate(rows):
        for i, row in enumerate(rows):
            if i != k and row[k]:
                factor = row[k] / pivot[k]
                rows[i] = [x - factor * y for x, y in zip(row, pivot, strict=True)]
    return [float(row[-1] / row[k]) for k, row in enumerate(rows)]


def test_a_joint_that_stands_still_stays_so():
    t, q = points(4, 7)
    q[:, 2] = 0.7
    v, a = complete(t, q, all_open(q), all_open(q))
    np.testing.assert_allclose(v[:, 2], 0.0, atol=1e-12)
    np.testing.assert_allclose(a[:, 2], 0.0, atol=1e-12)


def test_a_shift_in_time_and_in_position_changes_nothing():
    t, q = points(5, 9)
    expected = complete(t, q, all_open(q), all_open(q))
    found = complete(t + 1e4, q + 3.0, all_open(q), all_open(q))
    for one, other in zip(expected, found, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-7 * np.abs(one).max())


@pytest.mark.parametrize("times", [[0.0], [0.0, 0.0], [1.0, 0.5], [[0.0, 1.0]]])
def test_bad_times_are_one_sentence(times: list):
    q = np.zeros((2, 6))
    with pytest.raises(StateError, match="times: expected two or more that rise"):
        complete(times, q, q, q)


def test_bad_shapes_are_one_sentence():
    with pytest.raises(StateError, match="one row a point"):
        complete([0.0, 1.0], np.zeros((3, 6)), np.zeros((3, 6)), np.zeros((3, 6)))
