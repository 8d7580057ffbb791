"""Motor inertia that a description misses, and the inertia with which a joint moves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.motor_inertia import QUICKEST, least_inertia, missing_motor_inertia, with_motor_inertia
from puma560_dynamics.models.interface import DynamicModel


def of(arm: Arm) -> DynamicModel:
    """The recursive model of an arm."""
    return load_model("newton_euler", arm)


@pytest.fixture(scope="module")
def light(arm: Arm) -> Arm:
    """The arm without motor inertia, as a robot description has it."""
    return arm.with_(motors=[replace(motor, inertia=0.0) for motor in arm.motors])


def test_an_arm_with_motor_inertia_misses_none(arm: Arm):
    assert not missing_motor_inertia(of(arm)).any() and with_motor_inertia(of(arm)) is arm


def test_with_the_missing_inertia_no_joint_is_too_quick(light: Arm):
    """The heavy joints miss nothing; the wrist gets the inertia with which it is just as quick as assumed."""
    made, still = with_motor_inertia(of(light)), np.zeros(6)
    inertia = np.diag(load_model("newton_euler", made).kinetic_energy_matrix(still))
    time = inertia * light.velocity / light.maximum_torque
    assert (time > QUICKEST * (1.0 - 1e-12)).all() and time[3:] == pytest.approx(QUICKEST, rel=1e-12)
    assert missing_motor_inertia(of(light))[:2].tolist() == [0.0, 0.0]


def test_a_joint_without_a_velocity_limit_misses_nothing(light: Arm):
    endless = light.with_(joints=[replace(light.joints[0], velocity=0.0), *light.joints[1:]])
    assert missing_motor_inertia(of(endless))[0] == 0.0


@pytest.mark.parametrize("motors", [True, False])
def test_springs_in_the_ratio_of_the_least_inertia_give_no_higher_frequency(arm: Arm, light: Arm, motors: bool):
    """Independent: eigenvalues of A⁻¹ K, and accelerations by the forward dynamics where one torque alone acts."""
    arm = arm if motors else with_motor_inertia(of(light))
    model, poses, least = load_model("newton_euler", arm), arm.poses(64), least_inertia(of(arm if motors else light))
    largest, alone = 0.0, np.full(6, np.inf)
    for q in poses:
        eigenvalues = np.linalg.eigvals(np.linalg.solve(model.kinetic_energy_matrix(q), 400.0 * np.diag(least)))
        largest = max(largest, float(np.sqrt(eigenvalues.real.max())))
        for joint in range(6):
            torque = model.gravity(q) + np.eye(6)[joint]
            alone[joint] = min(alone[joint], 1.0 / model.acceleration(q, np.zeros(6), torque)[joint])
    assert largest == pytest.approx(20.0, rel=1e-6)
    assert least / alone == pytest.approx((least / alone)[0], rel=1e-6) and 0.3 < (least / alone)[0] < 1.0
