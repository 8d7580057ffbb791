"""The arm's values; what the paper's arm holds is in test_arm_file.py."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.arm.arm import DAC_STEPS, read_only


def test_read_only_copies():
    values = np.zeros(3)
    copy = read_only(values)
    values[0] = 1.0
    assert copy.tolist() == [0.0, 0.0, 0.0]
    with pytest.raises(ValueError, match="read-only"):
        copy[0] = 1.0


def test_a_link_keeps_its_own_numbers():
    center = np.array([1.0, 2.0, 3.0])
    link = Link("l", 1.0, center, np.eye(3))
    center[0] = 9.0
    assert link.center_of_gravity.tolist() == [1.0, 2.0, 3.0]


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
