"""What counts as a motion that has diverged."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.demo.divergence import FAR, OVERSPEED, divergence


@pytest.mark.parametrize("sign", [-1.0, 1.0])
@pytest.mark.parametrize("joint", range(6))
def test_a_joint_that_is_too_fast(arm: Arm, joint: int, sign: float):
    velocity = np.zeros(6)
    velocity[joint] = sign * 0.99 * OVERSPEED * arm.velocity[joint]
    assert divergence(arm, np.zeros(6), velocity, np.zeros(6)) == ""
    velocity[joint] *= 1.02
    assert divergence(arm, np.zeros(6), velocity, np.zeros(6)).startswith(arm.joint_names[joint])


def test_a_joint_that_is_lost(arm: Arm):
    goal = np.linspace(-1.0, 1.0, 6)
    position = goal.copy()
    position[4] += 0.99 * FAR
    assert divergence(arm, position, np.zeros(6), goal) == ""
    position[4] += 0.02 * FAR
    assert "joint5 is 1.01 rad off its reference" in divergence(arm, position, np.zeros(6), goal)
    assert divergence(arm, position, np.zeros(6), None) == ""


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_no_number(arm: Arm, value: float):
    broken = np.array([0.0, 0.0, value, 0.0, 0.0, 0.0])
    assert "not finite" in divergence(arm, broken, np.zeros(6), None)
    assert "not finite" in divergence(arm, np.zeros(6), broken, None)
