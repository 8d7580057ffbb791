"""Motor inertia that a description misses, and the inertia with which a joint moves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.motor_inertia import QUICKEST, free_inertia, missing_motor_inertia, with_motor_inertia


@pytest.fixture(scope="module")
def light(arm: Arm) -> Arm:
    """The arm without motor inertia, as a robot description has it."""
    return arm.with_(motors=[replace(motor, inertia=0.0) for motor in arm.motors])


def test_an_arm_with_motor_inertia_misses_none(arm: Arm):
    assert not missing_motor_inertia(arm).any() and with_motor_inertia(arm) is arm


def test_with_the_missing_inertia_no_joint_is_too_quick(light: Arm):
    """The heavy joints miss nothing; the wrist gets the inertia with which it is just as quick as assumed."""
    made, still = with_motor_inertia(light), np.zeros(6)
    inertia = np.diag(load_model("newton_euler", made).kinetic_energy_matrix(still))
    time = inertia * light.velocity / light.maximum_torque
    assert (time > QUICKEST * (1.0 - 1e-12)).all() and time[3:] == pytest.approx(QUICKEST, rel=1e-12)
    assert missing_motor_inertia(light)[:2].tolist() == [0.0, 0.0]


def test_a_joint_without_a_velocity_limit_misses_nothing(light: Arm):
    endless = light.with_(joints=[replace(light.joints[0], velocity=0.0), *light.joints[1:]])
    assert missing_motor_inertia(endless)[0] == 0.0


def test_the_free_inertia_is_that_of_a_joint_whose_torque_alone_acts(arm: Arm):
    """Independent: accelerations by the forward dynamics of the model at each pose."""
    model, poses = load_model("newton_euler", arm), arm.poses(64)
    smallest = np.full(6, np.inf)
    for q in poses:
        still = np.zeros(6)
        for joint in range(6):
            torque = model.gravity(q) + np.eye(6)[joint]
            smallest[joint] = min(smallest[joint], 1.0 / model.acceleration(q, still, torque)[joint])
    np.testing.assert_allclose(free_inertia(arm), smallest, rtol=1e-6)
    assert (free_inertia(arm) < np.diag(model.kinetic_energy_matrix(np.zeros(6)))).any()
