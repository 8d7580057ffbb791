"""The motion between points: the controller's polynomial, which points in between do not change."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import BPoly

from puma560_dynamics.control.trajectory.joint_path import JointPath
from puma560_dynamics.errors import StateError


@pytest.fixture(scope="module")
def path() -> JointPath:
    """Random points with random velocities and accelerations, far from zero time."""
    rng = np.random.default_rng(7)
    return JointPath(3.0 + np.cumsum(rng.uniform(0.1, 1.5, 9)), *rng.normal(size=(3, 9, 6)))


def test_it_is_the_polynomial_of_fifth_degree_of_each_interval(path: JointPath):
    oracle = BPoly.from_derivatives(
        path.times, np.stack([path.position, path.velocity, path.acceleration], axis=1)
    )  # scipy's own construction, in Bernstein form
    t = np.linspace(path.times[0], path.times[-1], 1001)
    for order, found in enumerate(path.at(t)):
        expected = oracle.derivative(order)(t) if order else oracle(t)
        np.testing.assert_allclose(found, expected, atol=1e-9 * np.abs(expected).max())


def test_on_a_point_it_is_the_point(path: JointPath):
    for found, expected in zip(path.at(path.times), (path.position, path.velocity, path.acceleration), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_outside_it_holds_the_ends(path: JointPath):
    q, _, _ = path.at([path.times[0] - 1.0, path.times[-1] + 1.0])
    np.testing.assert_array_equal(q, path.position[[0, -1]])


@pytest.mark.parametrize("spacing", [0.5, 0.02, 0.0037])
def test_points_in_between_do_not_change_it(path: JointPath, spacing: float):
    dense = path.sampled(spacing)
    assert np.diff(dense.times).max() <= spacing * (1 + 1e-5)
    assert len(dense.times) == path.sample_count(spacing)
    assert set(path.times) <= set(dense.times)
    t = np.linspace(path.times[0], path.times[-1], 3001)
    for one, other in zip(path.at(t), dense.at(t), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-7 * np.abs(one).max())


def test_points_in_between_are_at_whole_nanoseconds(path: JointPath):
    inner = np.setdiff1d(path.sampled(0.013).times, path.times) * 1e9
    assert inner.size
    np.testing.assert_allclose(inner, np.round(inner), rtol=0.0, atol=1e-5)


def test_a_round_spacing_divides_a_round_interval():
    rest = np.zeros((2, 1))
    assert JointPath(np.array([0.3, 0.4]), np.array([[0.0], [1.0]]), rest, rest).sample_count(0.02) == 6


def test_a_single_point_is_held():
    path = JointPath.through([2.0], [[0.5, 0.7]], [[np.nan, np.nan]], [[np.nan, np.nan]])
    for found, expected in zip(path.at([0.0, 2.0, 9.0]), ([0.5, 0.7], [0.0, 0.0], [0.0, 0.0]), strict=True):
        np.testing.assert_array_equal(found, [expected] * 3)
    assert path.sampled(0.01) is path
    assert path.duration == 0.0


def test_rest_to_rest_is_the_textbook_polynomial():
    open_ = np.full((2, 1), np.nan)
    path = JointPath.through([0.0, 2.0], [[1.0], [4.0]], open_, open_)
    s = np.linspace(0, 1, 11)
    np.testing.assert_allclose(path.at(2.0 * s)[0][:, 0], 1.0 + 3.0 * (10 * s**3 - 15 * s**4 + 6 * s**5), atol=1e-14)


def test_what_is_no_path_is_refused():
    rows = np.zeros((2, 6))
    for times in ([], [1.0, 1.0], [1.0, 0.0], [[0.0, 1.0]]):
        with pytest.raises(StateError, match="times of a path"):
            JointPath(np.array(times), rows, rows, rows)
    with pytest.raises(StateError, match="one row a point"):
        JointPath(np.array([0.0, 1.0]), rows, rows, np.zeros((3, 6)))
    with pytest.raises(StateError, match="velocity of a path: expected finite"):
        JointPath(np.array([0.0, 1.0]), rows, np.full((2, 6), np.inf), rows)


def test_it_cannot_be_written_to(path: JointPath):
    with pytest.raises(ValueError, match="read-only"):
        path.position[0, 0] = 1.0
