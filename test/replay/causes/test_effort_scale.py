"""An effort in another unit is found where friction was fitted to the same effort: friction has that unit already."""

from __future__ import annotations

import numpy as np
from helpers.replay.driven import driven

from puma560_dynamics import ReplaySettings, compare_recording
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.joint_friction import JointFriction

FRICTION = (JointFriction(9.0, 9.0, 5.0), *(JointFriction(6.0, 6.0, 4.0),) * 2, *(JointFriction(2.0, 2.0, 1.0),) * 3)
"""As large as gears have it: most of what a motor gives."""

SCALE = np.array([1.0, 1.15, 1.3, 1.0, 1.0, 1.0])


def test_an_effort_in_another_unit_next_to_friction_that_was_fitted_to_it(arm: Arm):
    motion = driven(arm, 30.0, friction=FRICTION, noise=0.002)
    settings = ReplaySettings(friction="fit", model="newton_euler", models=())
    found = compare_recording({"t": motion.time, "q": motion.q, "tau": motion.effort * SCALE}, settings)
    first = found.causes[0]
    assert first.kind == "effort_scale", first.message
    scales = {name.partition(".")[0]: value for name, value in first.values.items() if "error" not in name}
    assert abs(scales["joint2"] - SCALE[1]) < 0.01
    assert abs(scales["joint3"] - SCALE[2]) < 0.01
