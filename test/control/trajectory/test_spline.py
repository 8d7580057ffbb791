"""Every interval is the polynomial of joint_trajectory_controller for the values that its two points have."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import BPoly, CubicHermiteSpline

from puma560_dynamics.control.trajectory.spline import FRACTIONS, MEAN_S, Spline
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


ACCELERATED = [1, 2, 3, 6, 8]
"""So that every combination of two neighbours occurs."""

CUBIC = CubicHermiteSpline(TIMES, Q, QD)
QUINTIC = BPoly.from_derivatives(TIMES, np.stack([Q, QD, QDD], axis=1))
"""SciPy's polynomials in other bases."""


def cubic_at(time: float) -> bool:
    """Whether the interval at a time is to be a cubic."""
    k = int(np.clip(np.searchsorted(TIMES, time, side="right") - 1, 0, 7))
    return not {k, k + 1} <= set(ACCELERATED)


def velocity_at(time: float) -> np.ndarray:
    """Of the interval at a time."""
    return CUBIC(time, 1) if cubic_at(time) else QUINTIC.derivative(1)(time)


def oracle(time: float) -> list[np.ndarray]:
    """Position, velocity, and acceleration, which is a mean on a cubic."""
    if not cubic_at(time):
        return [QUINTIC(time), QUINTIC.derivative(1)(time), QUINTIC.derivative(2)(time)]
    early, late = max(time - MEAN_S, TIMES[0]), min(time + MEAN_S, TIMES[-1])
    return [CUBIC(time), CUBIC(time, 1), (velocity_at(late) - velocity_at(early)) / (late - early)]


@pytest.mark.parametrize("k", range(8))
def test_each_interval_has_the_degree_of_its_points(k: int):
    found = spline(ACCELERATED)
    for s in (0.0, 0.21, 0.5, 0.93):
        time = TIMES[k] + s * (TIMES[k + 1] - TIMES[k])
        for value, wanted in zip(found.at(time), oracle(time), strict=True):
            np.testing.assert_allclose(value, wanted, rtol=0.0, atol=1e-10 * np.abs(wanted).max() + 1e-13)


def test_the_ends_are_held():
    found = spline(ACCELERATED)
    for value, row in zip(found.at(TIMES[-1] + 5.0), (Q, QD, QDD), strict=True):
        np.testing.assert_array_equal(value, row[-1])
    for time in (TIMES[0] - MEAN_S, 0.0):
        assert [value.tolist() for value in found.at(time)] == [value.tolist() for value in found.at(TIMES[0])]
    np.testing.assert_array_equal(found.at(0.0)[0], Q[0])
    assert not spline([]).at(TIMES[-1])[2].any()  # not given


def test_a_single_point_is_held():
    found = Spline(Waypoints(TIMES[:1], Q[:1], QD[:1], QDD[:1], np.zeros(6, dtype=bool)))
    for time in (0.0, TIMES[0], 100.0):
        np.testing.assert_array_equal(found.at(time), (Q[0], QD[0], QDD[0]))
    assert [row.shape for row in found.rows(0.0)] == [(1, 6)] * 3


@pytest.mark.parametrize("first", [0, 3, 7])
def test_the_rows_to_check_are_those_of_the_motion_from_a_time_on(first: int):
    found = spline(ACCELERATED)
    rows = found.rows(TIMES[first] + 0.05)
    times = [TIMES[k] + s * (TIMES[k + 1] - TIMES[k]) for k in range(first, 8) for s in FRACTIONS[:-1]]
    for time, q, qd, qdd in zip(times, *(row[:-1] for row in rows), strict=True):
        wanted = [CUBIC(time, 2) if cubic_at(time) else QUINTIC.derivative(2)(time)]
        for value, expected in zip((q, qd, qdd), [*found.at(time)[:2], *wanted], strict=True):
            np.testing.assert_allclose(value, expected, atol=1e-8)
    for row, last in zip(rows, found.last, strict=True):
        np.testing.assert_array_equal(row[-1], last)


def test_accelerations_of_a_stream_with_velocities_of_differences_are_no_noise():
    """Points 0.01 s apart whose velocities lag by half a period: the second derivative of the cubics is useless."""
    times = np.linspace(0.0, 1.99, 200)
    position = 0.3 * np.sin(2.0 * times)[:, None]
    velocity = np.append(position[:1], np.diff(position, axis=0), axis=0) / 0.01
    nothing = np.full_like(position, np.nan)
    found = Spline(Waypoints(times, position, velocity, nothing, np.zeros(1, dtype=bool)))
    cubic = CubicHermiteSpline(times, position, velocity)
    at = np.linspace(0.1, 1.9, 500)
    wanted = -1.2 * np.sin(2.0 * at)
    error = np.array([found.at(time)[2][0] for time in at]) - wanted
    assert np.sqrt(np.mean(error**2)) < 0.03
    assert np.sqrt(np.mean((cubic(at, 2)[:, 0] - wanted) ** 2)) > 0.5


def test_a_point_without_velocities_is_refused():
    velocity = QD.copy()
    velocity[4] = np.nan
    with pytest.raises(TrajectoryError, match="point 4 has no velocities"):
        Spline(Waypoints(TIMES, Q, velocity, QDD, np.zeros(6, dtype=bool)))
