"""In a balanced pose no joint is loaded, and the arm is far from its stops."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.balance import balanced_pose
from puma560_dynamics.errors import StateError


@pytest.mark.parametrize("name", ["akb1986", "stanford1983"])
def test_gravity_moves_no_joint(name: str):
    arm = load_arm(name)
    pose = balanced_pose(load_model("generated", arm))
    # By another model than the one that was searched with.
    assert np.abs(load_model("newton_euler", arm).gravity(pose)).max() < 1e-4
    assert (pose > arm.lower + 0.04 * (arm.upper - arm.lower)).all()
    assert (pose < arm.upper - 0.04 * (arm.upper - arm.lower)).all()


def test_an_arm_that_is_always_loaded_is_refused(arm: Arm):
    """Joint 2 may not come near to upright or hanging."""
    joints = list(arm.joints)
    joints[1] = replace(joints[1], lower=-0.3, upper=0.3)
    joints[2] = replace(joints[2], lower=-0.1, upper=0.1)
    with pytest.raises(StateError, match="no pose of"):
        balanced_pose(load_model("newton_euler", replace(arm, joints=tuple(joints))))
