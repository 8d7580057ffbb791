"""Torques of known loads: products of readings, and the weight of arms whose motors are coupled or not."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.measurement.known_load import GravityTorque, KnownLoad
from puma560_dynamics.measurement.measured import link_readings

VALUES = {"mass": 2.0, "gravity": 9.81, "lever": -0.5, "force": 10.0, "load": 3.0}
POSE = np.radians([10, -20, 30, 40, 50, 60])


def test_products_of_readings_are_added(arm: Arm):
    load = KnownLoad((("load",), ("mass", "gravity", "lever"), ("force", "lever")))
    assert load.torque(VALUES, GravityTorque(arm, 1, VALUES)) == pytest.approx(3.0 - 2.0 * 9.81 * 0.5 - 10.0 * 0.5)
    assert KnownLoad().torque({}, GravityTorque(arm, 1, {})) == 0.0


@pytest.mark.parametrize("name", ["akb1986", "puma560_coupled_wrist"])
def test_the_motors_of_all_joints_do_the_work_of_gravity(name: str):
    """For any velocity, the power of the motors is that of the gravity torques at the joints."""
    arm = load_arm(name)
    torque = [KnownLoad(pose=POSE).torque({}, GravityTorque(arm, joint, {})) for joint in range(arm.n)]
    speed = np.array([0.3, -0.2, 0.5, 1.0, -0.7, 0.4])
    gravity = load_model("newton_euler", arm).gravity(POSE)
    assert np.dot(torque, arm.transmission @ speed) == pytest.approx(np.dot(gravity, speed), rel=1e-12)


def test_readings_of_the_links_change_the_weight(arm: Arm):
    values = {path: reading.value for path, reading in link_readings(arm).items() if path.startswith("links.")}
    doubled = {path: 2.0 * value if path.endswith(".mass") else value for path, value in values.items()}
    weights = [KnownLoad(pose=POSE).torque(each, GravityTorque(arm, 1, each)) for each in (values, doubled)]
    assert weights[1] == pytest.approx(2.0 * weights[0], rel=1e-12)
