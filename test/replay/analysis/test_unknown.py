"""What is uncertain adds as squares; an identified arm's own prediction error takes the place of friction's doubt."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.arm.parts import Quantity
from puma560_dynamics.control.observer.torque_uncertainty import prediction_error
from puma560_dynamics.replay.analysis.unknown import unknown_torque

NONE = np.zeros(6)
ONE = np.ones(6)


def test_all_adds_as_squares(arm: Arm):
    resolution = arm.torque_resolution
    found = unknown_torque(arm, "arm", 8.0 * ONE, 5.0 * ONE, 3.0 * ONE, 1.0 * ONE, 2.0 * ONE)
    np.testing.assert_allclose(found.total, np.sqrt(9 + 16 + 25 + 1 + 4 + resolution**2))
    np.testing.assert_allclose(found.friction, 4.0)
    np.testing.assert_allclose(found.stiction, 5.0)
    np.testing.assert_allclose(found.allowance, np.sqrt(16 + 1 + 4 + resolution**2))
    np.testing.assert_allclose(found.without_friction, np.sqrt(9 + 1 + 4 + resolution**2))


def test_friction_of_the_arm_is_known_better_than_a_table(arm: Arm):
    known = arm.with_(friction=(JointFriction(1.0, 1.0),) * 6)
    left = unknown_torque(known, "arm", 8.0 * ONE, NONE, NONE, NONE, NONE).total
    np.testing.assert_allclose(left, np.hypot(2.0, arm.torque_resolution))
    none = unknown_torque(arm, "none", NONE, NONE, NONE, NONE, NONE).total
    np.testing.assert_allclose(none, np.hypot(arm.break_away_torque, arm.torque_resolution))


def test_a_prediction_error_covers_friction_and_parameters(arm: Arm):
    errors = {f"prediction_error.{name}": Quantity(0.1 * k, "N m") for k, name in enumerate(arm.joint_names, start=1)}
    own = arm.with_(quantities=errors)
    stated = prediction_error(own)
    assert stated is not None
    np.testing.assert_allclose(stated, 0.1 * np.arange(1, 7))
    for friction in ("arm", "fit"):
        found = unknown_torque(own, friction, 8.0 * ONE, NONE, NONE, NONE, NONE)
        np.testing.assert_allclose(found.total, np.hypot(0.1 * np.arange(1, 7), arm.torque_resolution))
        np.testing.assert_allclose(found.without_friction, found.total)
    assert unknown_torque(own, "none", NONE, NONE, NONE, NONE, NONE).friction[0] == arm.break_away_torque[0]


def test_a_prediction_error_of_some_joints_is_none(arm: Arm):
    assert prediction_error(arm) is None
    assert (
        prediction_error(arm.with_(quantities={f"prediction_error.{arm.joint_names[0]}": Quantity(1.0, "N m")})) is None
    )
