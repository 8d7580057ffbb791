"""Noise of the acceleration is torque by the inertia."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.replay.analysis.inertia_sums import InertiaSums


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
