"""White noise is found at its size; of a torque it is what the motion's filter does not let through."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.replay.analysis.noise import InertiaSums, NoiseSums

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


@pytest.mark.parametrize("joint", [1, 4])
def test_it_is_the_scatter_of_the_torque(arm: Arm, joint: int):
    model = load_model("newton_euler", arm)
    rng = np.random.default_rng(2)
    q = rng.uniform(-1.0, 1.0, (16, arm.n))
    noise = rng.uniform(0.1, 0.3, arm.n)
    sums = InertiaSums(model)
    sums.add(q)
    still = np.zeros_like(q)
    torque = [
        model.torque(q, still, noise * rng.standard_normal(q.shape))[:, joint] - model.gravity(q)[:, joint]
        for _ in range(400)
    ]
    # 6400 draws: the deviation is known to 1 %.
    assert sums.torque(noise)[joint] == pytest.approx(float(np.sqrt(np.mean(np.square(torque)))), rel=0.05)


def test_exact_accelerations_make_none(arm: Arm):
    sums = InertiaSums(load_model("newton_euler", arm))
    assert not sums.torque(np.ones(arm.n)).any()
    sums.add(np.zeros((1, arm.n)))
    assert not sums.torque(np.zeros(arm.n)).any()
