"""Interpolation is exact for what it is made of, and bounded for what it is not."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.replay.resampling import from_grid, to_grid


def test_a_parabola_on_uneven_stamps_is_met():
    rng = np.random.default_rng(3)
    time = np.cumsum(rng.uniform(0.5, 3.0, 200)) * 0.004
    time = np.insert(time, 1, time[0] + 1e-6 + 0.001)
    grid = np.linspace(time[2], time[-3], 999)
    values = np.stack((1.0 - 2.0 * time + 3.0 * time**2, time), axis=1)
    expected = np.stack((1.0 - 2.0 * grid + 3.0 * grid**2, grid))
    np.testing.assert_allclose(to_grid(time, values, grid, 0.004), expected, atol=1e-12)


def test_stamps_that_nearly_coincide_do_not_blow_up():
    time = np.arange(50.0) * 0.004
    time[20] = time[19] + 1e-9
    values = np.random.default_rng(0).choice([-1e-5, 1e-5], (50, 6))
    assert np.abs(to_grid(time, values, np.linspace(0.0, time[-1], 4000), 0.004)).max() < 4e-5


@pytest.mark.parametrize("power", range(4))
def test_cubics_are_read_from_the_grid_exactly(power: int):
    grid = np.arange(-3.0, 40.0)
    position = np.random.default_rng(power).uniform(2.0, 40.0, 300)
    np.testing.assert_allclose(from_grid(grid[None] ** power, position)[:, 0], (position - 3.0) ** power, rtol=1e-11)
    assert from_grid(grid[None], np.array([5.0]))[0, 0] == 2.0


def test_one_sample_stays_what_it_is():
    assert to_grid(np.zeros(1), np.array([[1.0, 2.0]]), np.zeros(3), 0.004).tolist() == [[1.0] * 3, [2.0] * 3]
