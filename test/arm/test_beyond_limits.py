"""Limits that a pose or a motion exceeds are named with the farthest value."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import Arm, load_arm
from puma560_dynamics.arm.beyond_limits import beyond_limits


@pytest.fixture(scope="module")
def puma() -> Arm:
    return load_arm("akb1986")


def motion(arm: Arm, samples: int = 5) -> list[np.ndarray]:
    """Positions within the limits, velocities and torques of zero."""
    middle = np.clip(np.zeros(arm.n), arm.lower, arm.upper)
    return [np.tile(middle, (samples, 1)), np.zeros((samples, arm.n)), np.zeros((samples, arm.n))]


def test_a_pose(puma: Arm):
    none = np.zeros(6)
    assert list(beyond_limits(puma, none, none)) == []
    q, qd = np.radians([0.0, 46.0, 0.0, 0.0, 0.0, 0.0]), np.array([0.0, 0.0, 0.0, 0.0, -100.0, 0.0])
    found = list(beyond_limits(puma, q, qd))
    assert found[0] == "joint2 at 46° is beyond its limits of -225° to 45°"
    assert found[1].startswith("joint5 at -5729.58°/s is beyond its velocity limit of ")


def test_a_joint_that_slides():
    sliding = load_arm("stanford1983")
    far = beyond_limits(sliding, np.array([0.0, 1.0, 0.6, 0.0, 0.0, 0.0]), np.zeros(6))
    assert any(words.startswith("joint6 at 0.6 m is beyond") for words in far)


def test_nothing_is_named_within_the_limits(puma: Arm):
    q, qd, torque = motion(puma)
    q[1], q[2], qd[3], torque[4] = puma.upper, puma.lower, puma.velocity, -puma.maximum_torque
    assert not list(beyond_limits(puma, q, qd, torque))


def test_the_farthest_value_of_a_motion_is_named(puma: Arm):
    q, qd, torque = motion(puma)
    q[3, 5], q[4, 5] = np.radians(900.0), puma.lower[5] - 0.1
    qd[2, 0] = -2.0 * puma.velocity[0]
    torque[1, 2] = -1.5 * puma.maximum_torque[2]
    found = list(beyond_limits(puma, q, qd, torque))
    assert [phrase.split()[0] for phrase in found] == ["joint1", "joint6", "joint3"]
    assert "joint6 at 900° is beyond its limits" in found[1]
    most = puma.maximum_torque[2]
    assert found[2] == f"joint3 at {-1.5 * most:.4g} N·m is beyond its maximum torque of {most:.4g} N·m"


def test_an_arm_without_limits_has_none(puma: Arm):
    free = puma.with_(
        joints=[replace(joint, lower=0.0, upper=0.0, velocity=0.0) for joint in puma.joints],
        motors=[replace(motor, maximum_torque=0.0) for motor in puma.motors],
    )
    q, qd, torque = motion(puma)
    assert not list(beyond_limits(free, q + 9.0, qd + 99.0, torque + 999.0))
