"""The arm's values; what the paper's arm holds is in test_arm_file.py."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.parts import DAC_STEPS


def test_with_leaves_the_original_alone(arm: Arm):
    moon = arm.with_(gravity=1.62)
    assert (moon.gravity, arm.gravity) == (1.62, 9.81)
    assert moon.links is arm.links


def test_arrays_by_joint(arm: Arm):
    assert arm.n == 6
    assert arm.joint_names == tuple(f"joint{i}" for i in range(1, 7))
    assert arm.lower.shape == arm.upper.shape == arm.velocity.shape == (6,)
    assert (arm.lower < arm.upper).all()
    np.testing.assert_allclose(arm.torque_resolution * DAC_STEPS, arm.maximum_torque)
