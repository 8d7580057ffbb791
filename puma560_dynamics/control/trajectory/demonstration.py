"""The motion that the simulated arm is shown with: pick and place of the PUMA, a swing of any other."""

from __future__ import annotations

import numpy as np

from ...arm.arm import Arm
from ...arm.kinematics import gravity_load
from ...arrays import FloatArray, read_only
from .trajectory import HOME, PEAK_VELOCITY, Trajectory, pick_and_place

SWING, STROKE = 1.0, 0.2
"""Largest amplitude about the middle: rad of a joint that turns, m of one that slides."""

SHARE_OF_RANGE, SHARE_OF_VELOCITY = 0.35, 0.6
"""Of the joint's range on either side of its middle, and of its velocity limit at `USUAL`."""

USUAL = 5.0
"""Seconds of a cycle for which the velocity limits are kept."""

CANDIDATES, SHRUNK = 64, 0.6
"""Other poses to start from, within this share of the joint ranges."""

CARRIED = 0.6
"""Share of a motor's torque that gravity may take on the way: the rest is for motion and friction."""

PATTERN = (1.0, -0.7, 0.9)
"""Shares of the amplitude at the three points; every second joint moves against the one before."""


TWISTS = np.radians([0.0, -90.0, 0.0, 90.0, -90.0, 90.0])
"""Of the PUMA's joint axes, which distinguish it from other arms with six joints."""


def is_puma(arm: Arm) -> bool:
    """Whether `arm` has the PUMA's axes, and limits within which its motion lies."""
    if arm.n != len(HOME) or any(joint.slides for joint in arm.joints):
        return False
    if not np.allclose([joint.alpha for joint in arm.joints], TWISTS, atol=0.01):
        return False
    points = pick_and_place().points
    return bool((points > arm.lower).all() and (points < arm.upper).all())


def home(arm: Arm) -> FloatArray:
    """(n,) rad (m): where the demonstration starts and ends.

    The middle of the ranges; where gravity takes too much of a motor's torque on the way, another pose.

    Args:
        arm: gives the limits of position, and what its motors carry; a joint without limits stands at zero.
    """
    if is_puma(arm):
        return read_only(HOME)
    middle = 0.5 * np.add(*arm.pose_range)
    candidates = np.array([middle, *(middle + SHRUNK * (arm.poses(CANDIDATES) - middle))])
    limit = np.where(arm.maximum_torque > 0.0, arm.maximum_torque, np.inf)
    shares = np.array([np.abs(gravity_load(arm, _points(arm, at)) / limit).max() for at in candidates])
    light = np.flatnonzero(shares <= CARRIED)
    return read_only(candidates[light[0] if light.size else shares.argmin()])


def demonstration(arm: Arm, duration: float = USUAL) -> Trajectory:
    """A cycle from `home` over three points and back.

    Args:
        arm: gives the limits of position and velocity.
        duration: s of the whole cycle.
    """
    if is_puma(arm):
        return pick_and_place(duration)
    return Trajectory(_points(arm, home(arm)), np.ones(len(PATTERN) + 1)).scaled(duration)


def _points(arm: Arm, middle: FloatArray) -> FloatArray:
    """The swing about a pose: it begins and ends there."""
    leg = USUAL / (len(PATTERN) + 1)
    ways = [abs(after - before) for before, after in zip((0.0, *PATTERN), (*PATTERN, 0.0), strict=True)]
    by_range = SHARE_OF_RANGE * np.minimum(middle - arm.lower, arm.upper - middle)
    by_velocity = SHARE_OF_VELOCITY * arm.velocity * leg / (PEAK_VELOCITY * max(ways))
    largest = np.array([STROKE if joint.slides else SWING for joint in arm.joints])
    amplitude = np.minimum(largest, np.minimum(by_range, by_velocity)) * (-1.0) ** np.arange(arm.n)
    return np.array([middle, *(middle + share * amplitude for share in PATTERN), middle])
