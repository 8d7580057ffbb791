"""Limits of a sampled motion: what is named, and that the advice given helps."""

from __future__ import annotations

import re

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.trajectory.joint_path import JointPath
from puma560_dynamics.control.trajectory.path_limits import PathLimits
from puma560_dynamics.errors import StateError, TrajectoryError

TIMES = np.array([0.0, 0.5, 1.0])


@pytest.fixture
def limits(arm: Arm) -> PathLimits:
    """Those of the paper's arm."""
    return PathLimits.of(arm)


@pytest.mark.parametrize("side", ["lower", "upper"])
@pytest.mark.parametrize("joint", range(6))
def test_position(limits: PathLimits, side: str, joint: int):
    limit = getattr(limits, side)[joint]
    outwards = -1.0 if side == "lower" else 1.0
    q = np.tile(0.5 * (limits.lower + limits.upper), (3, 1))
    q[1, joint] = limit
    limits.check_position(TIMES, q)
    q[1, joint] = limit + outwards * 1e-3
    q[2, joint] = limit + outwards * 0.1
    with pytest.raises(TrajectoryError, match=f"joint{joint + 1} comes to {q[2, joint]:.4f} rad at 1.000 s.*{side}"):
        limits.check_position(TIMES, q)


@pytest.mark.parametrize("joint", range(6))
def test_velocity(limits: PathLimits, joint: int):
    qd = np.zeros((3, 6))
    qd[1, joint] = -limits.velocity[joint]
    limits.check_velocity(TIMES, qd)
    qd[1, joint] *= 1.25
    with pytest.raises(TrajectoryError, match=rf"joint{joint + 1} moves with -.* at 0\.500 s.*1\.25 times as long"):
        limits.check_velocity(TIMES, qd)


@pytest.mark.parametrize("joint", range(6))
def test_torque(limits: PathLimits, joint: int):
    torque = np.zeros((3, 6))
    torque[1, joint] = limits.torque[joint]
    limits.check_torque(TIMES, torque, np.zeros((3, 6)))
    torque[1, joint] *= -1.21
    with pytest.raises(TrajectoryError, match=rf"joint{joint + 1} needs -.* at 0\.500 s.*1\.10 times as long"):
        limits.check_torque(TIMES, torque, np.zeros((3, 6)))


def test_a_scale_lowers_the_torque_limits_alone(arm: Arm):
    scaled = PathLimits.of(arm, 0.5)
    np.testing.assert_allclose(scaled.torque, 0.5 * arm.maximum_torque)
    np.testing.assert_array_equal(scaled.velocity, arm.velocity)
    for scale in (0.0, -1.0, 1.01, np.nan):
        with pytest.raises(StateError, match="torque limit scale"):
            PathLimits.of(arm, scale)


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_the_advice_is_what_it_takes(arm: Arm, share: float):
    """Stretched as advised the motion passes; stretched a hundredth less it does not."""
    model, limits = load_model("full", arm), PathLimits.of(arm, share)
    rest = np.zeros((2, 6))
    ends = np.array([[0.2, -1.2, 1.5, 0.4, 0.7, 0.1], [0.9, -0.3, 2.3, -0.5, -0.6, 0.8]])

    def check(duration: float) -> None:
        path = JointPath(np.array([0.0, duration]), ends, rest, rest).sampled(duration / 1000)
        torque = model.torque(path.position, path.velocity, path.acceleration)
        limits.check_torque(path.times, torque, model.gravity(path.position))

    with pytest.raises(TrajectoryError) as caught:
        check(0.4)
    advice = re.search(r"trajectory ([\d.]+) times as long", str(caught.value))
    assert advice is not None
    factor = float(advice[1])
    assert factor > 1.0
    check(0.4 * factor)
    with pytest.raises(TrajectoryError):
        check(0.4 * (factor - 0.02))


def test_a_pose_that_is_too_heavy_is_reported(arm: Arm):
    model, limits = load_model("full", arm), PathLimits.of(arm, 0.05)
    gravity = model.gravity(np.zeros((1, 6)))
    with pytest.raises(TrajectoryError, match="joint2 cannot even hold the arm there at rest"):
        limits.check_torque(TIMES[:1], gravity, gravity)


def test_an_arm_outside_its_range_may_come_back_but_not_go_farther(limits: PathLimits):
    q = 0.5 * (limits.lower + limits.upper)
    q[2] = limits.upper[2] + 0.1
    wide = limits.including(q)
    wide.check_position(TIMES[:1], q[None])
    q[2] += 0.01
    with pytest.raises(TrajectoryError, match="joint3 comes to"):
        wide.check_position(TIMES[:1], q[None])
