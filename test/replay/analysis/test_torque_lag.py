"""Known lags are found between samples, in noise, with losses and with an offset."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.replay.analysis.torque_lag import HoldSums, LagSearch, runs


def wave(time: np.ndarray) -> np.ndarray:
    """(N, 2) signals of a moving arm's bandwidth."""
    return np.stack([np.sin(6 * time) + 0.5 * np.sin(13 * time), np.cos(9 * time) + 0.3 * np.sin(22 * time)], axis=1)


@pytest.mark.parametrize("period", [0.001, 0.004])
@pytest.mark.parametrize("lag", [-0.031, -0.0013, 0.0, 0.0042, 0.0377])
def test_lags_between_samples(period: float, lag: float):
    time = np.arange(0.0, 20.0, period)
    noise = 0.05 * np.random.default_rng(0).standard_normal((len(time), 2))
    search = LagSearch(2)
    for part in np.array_split(np.arange(len(time)), 3):
        search.add(time[part], 5.0 + wave(time[part] - lag) + noise[part], wave(time[part]))
    assert search.result() == pytest.approx([lag, lag], abs=2e-4)


def test_lost_samples_do_not_stretch_the_lag():
    rng = np.random.default_rng(1)
    time = np.arange(0.0, 40.0, 0.004)
    time = time[rng.random(len(time)) > 0.1]
    search = LagSearch(2)
    search.add(time, wave(time - 0.02), wave(time))
    assert search.result() == pytest.approx([0.02, 0.02], abs=3e-4)


def test_what_is_not_there_is_left_out():
    time = np.arange(0.0, 20.0, 0.004)
    signal, expected = wave(time - 0.011), wave(time)
    signal[:700] = np.nan
    expected[3000:3010, 0] = np.nan
    search = LagSearch(2)
    search.add(time, signal, expected)
    assert search.result() == pytest.approx([0.011, 0.011], abs=1e-4)


def test_no_lag_where_there_is_none_to_find():
    time = np.arange(0.0, 5.0, 0.004)
    search = LagSearch(2)
    assert np.isnan(search.result()).all()
    slow = np.sin(2 * time)
    search.add(time, np.stack([np.sin(2 * (time - 0.2)), slow], axis=1), np.stack([slow, 0 * time], axis=1))
    assert np.isnan(search.result()).all()


def test_runs():
    assert list(runs(np.array([True, True, False, True]))) == [slice(0, 2), slice(3, 4)]
    assert list(runs(np.zeros(3, dtype=bool))) == []


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
