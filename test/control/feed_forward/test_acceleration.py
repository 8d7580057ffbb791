"""The filtered acceleration is the low-pass filtered derivative it says it is."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.control.feed_forward.acceleration import FilteredAcceleration
from puma560_dynamics.errors import StateError


def test_a_ramp_is_found_with_the_stated_time_constant():
    filtered, cutoff, dt = FilteredAcceleration(10.0), 10.0, 0.001
    slope = np.array([2.0, -3.0])
    values = [filtered.update(slope * dt * step, dt) for step in range(400)]
    expected = 1.0 - np.exp(-2.0 * np.pi * cutoff * dt * np.arange(400))
    np.testing.assert_allclose(values, expected[:, None] * slope, atol=1e-9)


@pytest.mark.parametrize("frequency", [1.0, 5.0, 20.0])
def test_gain_and_lag_over_frequency(frequency: float):
    """First order: 1 / (1 + i f / f_c), at a rate far above."""
    dt, cutoff = 1e-4, 10.0
    time = np.arange(0.0, 3.0, dt)
    filtered = FilteredAcceleration(cutoff)
    out = np.array([filtered.update(np.array([np.sin(2 * np.pi * frequency * t)]), dt)[0] for t in time])
    late = time > 1.0
    basis = np.exp(2j * np.pi * frequency * time[late])
    gain = 2.0 * np.mean(out[late] * basis.conj()) / (2.0 * np.pi * frequency)  # of cos
    expected = 1.0 / (1.0 + 1j * frequency / cutoff)
    assert abs(gain - expected) < 0.01


def test_gaps_and_samples_without_time():
    filtered = FilteredAcceleration()
    filtered.update(np.zeros(1), 0.01)
    value = filtered.update(np.ones(1), 0.01)
    assert value[0] > 10.0
    np.testing.assert_array_equal(filtered.update(np.full(1, 9.0), 0.0), value)
    assert filtered.update(np.full(1, 9.0), 3.0)[0] == 0.0


def test_forget_takes_the_next_velocity_as_the_first():
    """What was measured before a pause or a change of the source must not show afterwards."""
    filtered, anew = FilteredAcceleration(), FilteredAcceleration()
    filtered.update(np.zeros(1), 0.01)
    assert filtered.update(np.ones(1), 0.01)[0] > 10.0
    filtered.forget()
    for velocity in (9.0, 9.5, 9.0):  # the first one is far from the last, and gives zero
        np.testing.assert_array_equal(
            filtered.update(np.full(1, velocity), 0.01), anew.update(np.full(1, velocity), 0.01)
        )
    filtered.forget()
    np.testing.assert_array_equal(filtered.update(np.full(2, 5.0), 0.01), np.zeros(2))  # of any number of joints


@pytest.mark.parametrize("cutoff", [0.0, -1.0, np.inf, np.nan])
def test_nonsense(cutoff: float):
    with pytest.raises(StateError, match="cut-off"):
        FilteredAcceleration(cutoff)
