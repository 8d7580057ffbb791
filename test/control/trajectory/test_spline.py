"""Every interval is the polynomial of joint_trajectory_controller for the values that its two points have."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import BPoly, CubicHermiteSpline

from puma560_dynamics.control.trajectory.spline import FRACTIONS, Spline
from puma560_dynamics.control.trajectory.waypoints import Waypoints
from puma560_dynamics.errors import TrajectoryError

RNG = np.random.default_rng(45)
TIMES = 3.0 + np.cumsum(RNG.uniform(0.1, 1.5, 9))
Q, QD, QDD = RNG.normal(size=(3, 9, 6))


def spline(accelerated: list[int]) -> Spline:
    """Through random points, of which these have accelerations."""
    rows = np.full_like(QDD, np.nan)
    rows[accelerated] = QDD[accelerated]
    return Spline(Waypoints(TIMES, Q, QD, rows, np.zeros(6, dtype=bool)))


def oracle(time: float, cubic: bool) -> list[np.ndarray]:
    """SciPy's polynomials of third and of fifth degree, in other bases, with their derivatives."""
    if cubic:
        found = CubicHermiteSpline(TIMES, Q, QD)
        return [found(time, order) for order in range(3)]
    found = BPoly.from_derivatives(TIMES, np.stack([Q, QD, QDD], axis=1))
    return [found.derivative(order)(time) if order else found(time) for order in range(3)]


ACCELERATED = [1, 2, 3, 6, 8]
"""So that every combination of two neighbours occurs."""


@pytest.mark.parametrize("k", range(8))
def test_each_interval_has_the_degree_of_its_points(k: int):
    found = spline(ACCELERATED)
    for s in (0.0, 0.21, 0.5, 0.93):
        time = TIMES[k] + s * (TIMES[k + 1] - TIMES[k])
        expected = oracle(time, cubic=not {k, k + 1} <= set(ACCELERATED))
        for value, wanted in zip(found.at(time), expected, strict=True):
            np.testing.assert_allclose(value, wanted, rtol=0.0, atol=1e-11 * np.abs(wanted).max() + 1e-13)


def test_the_ends_are_held():
    found = spline(ACCELERATED)
    for value, row in zip(found.at(TIMES[-1] + 5.0), (Q, QD, QDD), strict=True):
        np.testing.assert_array_equal(value, row[-1])
    np.testing.assert_array_equal(found.at(0.0)[0], Q[0])
    assert not spline([]).at(TIMES[-1])[2].any()  # not given


@pytest.mark.parametrize("first", [0, 3, 7])
def test_the_rows_to_check_are_those_of_the_motion_from_a_time_on(first: int):
    found = spline(ACCELERATED)
    rows = found.rows(TIMES[first] + 0.05)
    times = [TIMES[k] + s * (TIMES[k + 1] - TIMES[k]) for k in range(first, 8) for s in FRACTIONS[:-1]]
    inner = [row.reshape(-1, 6)[:-1].reshape(-1, len(FRACTIONS), 6)[:, :-1].reshape(-1, 6) for row in rows]
    for time, *values in zip(times, *inner, strict=True):
        for value, wanted in zip(values, found.at(time), strict=True):
            np.testing.assert_allclose(value, wanted, atol=1e-9)
    for row, last in zip(rows, found.last, strict=True):
        np.testing.assert_array_equal(row[-1], last)


def test_a_point_without_velocities_is_refused():
    velocity = QD.copy()
    velocity[4] = np.nan
    with pytest.raises(TrajectoryError, match="point 4 has no velocities"):
        Spline(Waypoints(TIMES, Q, velocity, QDD, np.zeros(6, dtype=bool)))
