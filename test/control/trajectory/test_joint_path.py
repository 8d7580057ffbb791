"""The motion between points: the controller's polynomial, which points in between do not change."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import BPoly

from puma560_dynamics.control.trajectory.joint_path import Acting, JointPath, Present, stop_path
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


def test_an_unknown_acceleration_is_zero_in_the_right_shape():
    present = Present(np.ones(3), np.ones(3))
    np.testing.assert_array_equal(present.acceleration, np.zeros(3))
    np.testing.assert_array_equal(Present(np.ones(3), np.ones(3), np.full(3, 2.0)).acceleration, np.full(3, 2.0))


def test_a_state_is_made_of_lists_as_of_arrays():
    lists = [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]
    present = Present(*lists)
    for found, expected in zip((present.position, present.velocity, present.acceleration), lists, strict=True):
        np.testing.assert_array_equal(found, expected)
        assert found.dtype == np.float64


def test_later_changes_of_the_given_arrays_do_not_matter():
    given = np.ones(3)
    present, acting = Present(given, given), Acting(given)
    given[0] = 7.0
    assert (present.position[0], present.velocity[0], acting.effort[0]) == (1.0, 1.0, 1.0)
    for array in (present.position, present.velocity, present.acceleration, acting.effort):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0.0


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_effort_must_be_finite(wrong: float):
    with pytest.raises(StateError, match="effort that acts: expected finite numbers"):
        Acting(np.array([0.0, wrong]))


@pytest.mark.parametrize("wrong", [-1e-9, np.inf, np.nan])
def test_a_handover_is_a_finite_time(wrong: float):
    with pytest.raises(StateError, match="handover: expected a finite time of 0 s or more"):
        Acting(np.zeros(2), handover=wrong)
    assert Acting(np.zeros(2)).handover == 0.0


LOWER, UPPER = np.full(1, -3.0), np.full(1, 3.0)


def present(position: float, velocity: float, acceleration: float = 0.0) -> Present:
    """Of one joint, rad, rad/s and rad/s²."""
    return Present(np.array([position]), np.array([velocity]), np.array([acceleration]))


@given(st.floats(-2.0, 2.0), st.floats(-50.0, 50.0), st.floats(0.05, 0.5))
def test_velocity_falls_to_zero_and_never_turns(v: float, a: float, duration: float):
    path = stop_path(present(0.1, v, a), duration, LOWER, UPPER)
    q, speed, acceleration = path.at(np.linspace(0.0, duration, 200))
    assert q[0, 0] == 0.1
    assert speed[0, 0] == v
    assert speed[-1, 0] == acceleration[-1, 0] == 0.0
    assert (speed * np.sign(v) >= -1e-9).all()
    assert (np.diff(np.abs(speed[:, 0])) <= 1e-9).all()
    assert abs(q[-1, 0] - 0.1) <= 0.5 * abs(v) * duration + 1e-12


def test_a_present_deceleration_is_kept_and_shortens_the_way():
    path = stop_path(present(0.0, 1.0, -4.0), 0.4, LOWER, UPPER)
    assert path.acceleration[0, 0] == -4.0
    np.testing.assert_allclose(path.position[-1], 0.4 * 0.5 - 0.4**2 * 4.0 / 12.0)
    # The cubic of the docstring, at the middle: v/2 + aT/8.
    np.testing.assert_allclose(path.at(0.2)[1][0], 0.5 - 4.0 * 0.4 / 8.0)


def test_a_present_acceleration_is_not_kept():
    assert stop_path(present(0.0, 1.0, 4.0), 0.4, LOWER, UPPER).acceleration[0, 0] == 0.0
    assert stop_path(present(0.0, 0.0, 4.0), 0.4, LOWER, UPPER).position[-1, 0] == 0.0


def test_it_ends_within_the_position_limits_and_holds_what_is_outside():
    assert stop_path(present(2.99, 1.0), 0.4, LOWER, UPPER).position[-1, 0] == 3.0
    held = stop_path(present(3.1, 1.0), 0.4, LOWER, UPPER)
    np.testing.assert_array_equal(held.position[:, 0], 3.1)
