"""The rate of a torque is found in noise, also where it jumps; and what it means for a torque that is held."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.replay.analysis.hold import HoldSums

PERIOD = 0.004
TIME = np.arange(10_000.0) * PERIOD


def held(torque: np.ndarray) -> HoldSums:
    sums = HoldSums(1)
    for rows in np.array_split(np.arange(len(TIME)), 2):
        sums.add(TIME[rows], torque[rows, None])
    return sums


@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_the_rate_of_a_swing_is_found_in_noise(noise: float):
    torque = 10.0 * np.sin(5.0 * TIME) + noise * np.random.default_rng(2).standard_normal(len(TIME))
    assert held(torque).rate() == pytest.approx([50.0 / 2**0.5], rel=0.05)


def test_white_noise_has_a_low_rate():
    torque = np.random.default_rng(3).standard_normal(len(TIME))
    assert held(torque).rate() < 0.3 * 2**0.5 / PERIOD


def test_a_jump_counts_in_full():
    torque = np.where(TIME < 21.0, 0.0, 8.0)
    assert held(torque).rate() == pytest.approx([8.0 / PERIOD / len(TIME) ** 0.5], rel=1e-3)


def test_a_ramp_that_is_held_errs_by_as_much_as_it_moves():
    """A torque that a controller holds is late by anything from 0 to a period."""
    slope, period = 3.0, PERIOD
    late = np.linspace(0.0, period, 2001)
    expected = np.sqrt(np.mean((slope * late) ** 2))
    assert held(slope * TIME).error(period / 2.0, period) == pytest.approx([expected], rel=1e-3)


def test_a_torque_that_is_held_half_of_the_time_errs_then():
    slope, period = 3.0, PERIOD
    late = np.concatenate([np.zeros(2001), np.linspace(0.0, period, 2001)])
    expected = np.sqrt(np.mean((slope * late) ** 2))
    assert held(slope * TIME).error(float(late.mean()), period) == pytest.approx([expected], rel=1e-3)


def test_without_samples_the_error_is_zero():
    sums = HoldSums(2)
    sums.add(TIME[:2], np.zeros((2, 2)))
    sums.add(TIME, np.full((len(TIME), 2), np.nan))
    assert sums.error(0.001, PERIOD) == pytest.approx([0.0, 0.0])
