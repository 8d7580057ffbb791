"""Limits that a simulated motion exceeds are named with their size."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import Arm, load_arm
from puma560_dynamics.simulation.crossed_limits import crossed_limits


@pytest.fixture(scope="module")
def puma() -> Arm:
    return load_arm("akb1986")


def motion(arm: Arm, samples: int = 5) -> list[np.ndarray]:
    """Positions within the limits, velocities and torques of zero."""
    middle = np.clip(np.zeros(arm.n), arm.lower, arm.upper)
    return [np.tile(middle, (samples, 1)), np.zeros((samples, arm.n)), np.zeros((samples, arm.n))]


def test_nothing_is_named_within_the_limits(puma: Arm):
    q, qd, torque = motion(puma)
    q[1], q[2], qd[3], torque[4] = puma.upper, puma.lower, puma.velocity, -puma.maximum_torque
    assert crossed_limits(puma, q, qd, torque) == ()


def test_positions_velocities_and_torques_are_named(puma: Arm):
    q, qd, torque = motion(puma)
    q[3, 5], q[4, 5] = np.radians(900.0), puma.lower[5] - 0.1
    qd[2, 0] = -2.0 * puma.velocity[0]
    torque[1, 2] = 1.5 * puma.maximum_torque[2]
    found = crossed_limits(puma, q, qd, torque)
    assert [phrase.split()[0] for phrase in found] == ["joint6", "joint1", "joint3"]
    assert "joint6 reaches 900° (limits" in found[0]
    assert f"moves at {np.degrees(2.0 * puma.velocity[0]):.4g} °/s" in found[1]
    assert f"takes {1.5 * puma.maximum_torque[2]:.4g} N·m (limit {puma.maximum_torque[2]:.4g} N·m)" in found[2]


def test_an_arm_without_limits_has_none(puma: Arm):
    free = puma.with_(
        joints=[replace(joint, lower=0.0, upper=0.0, velocity=0.0) for joint in puma.joints],
        motors=[replace(motor, maximum_torque=0.0) for motor in puma.motors],
    )
    q, qd, torque = motion(puma)
    assert crossed_limits(free, q + 9.0, qd + 99.0, torque + 999.0) == ()
