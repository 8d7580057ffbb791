"""White noise is found at its size; of a torque it is what the motion's filter does not let through."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.replay.analysis.noise import NoiseSums

PERIOD = 0.004
TIME = np.arange(20_000.0) * PERIOD
ALL = np.ones(len(TIME), dtype=bool)


def test_white_noise_on_smooth_torques():
    rng = np.random.default_rng(0)
    sums = NoiseSums(2, 15.0)
    torque = 10.0 * np.sin(3 * TIME)[:, None] + [0.2, 0.5] * rng.standard_normal((len(TIME), 2))
    torque[:100] = np.nan
    for rows in np.array_split(np.arange(len(TIME)), 3):
        sums.add(TIME[rows], torque[rows], ALL[rows])
    assert sums.result() == pytest.approx([0.2, 0.5], rel=0.03)


def test_a_torque_within_the_filter_is_none_and_one_beyond_it_is_all():
    sums = NoiseSums(2, 15.0)
    sums.add(TIME, np.stack([np.sin(2 * np.pi * 3 * TIME), np.sin(2 * np.pi * 60 * TIME)], axis=1), ALL)
    slow, fast = sums.result()
    assert slow < 1e-4
    assert fast >= 0.5**0.5 * (1 - 1e-3)


def test_only_samples_that_count_are_counted():
    torque = np.where(TIME < 40.0, 0.0, 5.0 * (-1.0) ** np.arange(len(TIME)))[:, None]
    sums = NoiseSums(1, 15.0)
    sums.add(TIME, torque, TIME < 39.0)
    assert sums.result() == pytest.approx([0.0], abs=1e-9)


def test_without_samples_the_noise_is_zero():
    assert NoiseSums(2, 15.0).result() == pytest.approx([0, 0])
    sums = NoiseSums(1, 15.0)
    sums.add(TIME[:50], np.full((50, 1), np.nan), ALL[:50])
    assert sums.result() == pytest.approx([0.0])
