"""The damping of the fallback brakes every joint, also one whose inertia is hardly known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.controller.package_of_arm import LEAST, MOST, TIME, sinking_damping


def inertia_of(arm: Arm) -> np.ndarray:
    return np.diag(load_model("newton_euler", arm).kinetic_energy_matrix(np.zeros(arm.n)))


def test_it_brings_each_joint_to_rest_in_the_same_time(arm: Arm):
    np.testing.assert_allclose(sinking_damping(arm, inertia_of(arm)), inertia_of(arm) / TIME, rtol=1e-12)


def test_a_joint_of_hardly_any_inertia_gets_a_torque_and_one_of_much_no_more_than_its_motor(arm: Arm):
    whole = arm.maximum_torque / arm.velocity
    bare = inertia_of(arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors)))
    assert bare[5] / TIME < LEAST * whole[5]
    assert sinking_damping(arm, bare)[5] == LEAST * whole[5]
    weak = arm.with_(motors=tuple(replace(motor, maximum_torque=0.1 * motor.maximum_torque) for motor in arm.motors))
    np.testing.assert_allclose(sinking_damping(weak, inertia_of(arm))[0], 0.1 * MOST * whole[0])
