"""The motion that the simulated arm is shown with: pick and place of the PUMA, a swing of any other."""

from __future__ import annotations

import numpy as np

from ...arm.arm import Arm, read_only
from ...arrays import FloatArray
from .trajectory import HOME, PEAK_VELOCITY, Trajectory, pick_and_place

SWING, STROKE = 1.0, 0.2
"""Largest amplitude about the middle: rad of a joint that turns, m of one that slides."""

SHARE_OF_RANGE, SHARE_OF_VELOCITY = 0.35, 0.6
"""Of the joint's range on either side of its middle, and of its velocity limit at `USUAL`."""

USUAL = 5.0
"""Seconds of a cycle for which the velocity limits are kept."""

PATTERN = (1.0, -0.7, 0.9)
"""Shares of the amplitude at the three points; every second joint moves against the one before."""


TWISTS = np.radians([0.0, -90.0, 0.0, 90.0, -90.0, 90.0])
"""Of the PUMA's joint axes, which tell it from other arms with six joints."""


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

    Args:
        arm: gives the limits of position; a joint without them stands at zero.
    """
    if is_puma(arm):
        return read_only(HOME)
    return read_only(0.5 * np.add(*arm.pose_range))


def demonstration(arm: Arm, duration: float = USUAL) -> Trajectory:
    """A cycle from `home` over three points and back.

    Args:
        arm: gives the limits of position and velocity.
        duration: s of the whole cycle.
    """
    if is_puma(arm):
        return pick_and_place(duration)
    middle = home(arm)
    leg = USUAL / (len(PATTERN) + 1)
    ways = [abs(after - before) for before, after in zip((0.0, *PATTERN), (*PATTERN, 0.0), strict=True)]
    by_range = SHARE_OF_RANGE * 0.5 * (arm.upper - arm.lower)
    by_velocity = SHARE_OF_VELOCITY * arm.velocity * leg / (PEAK_VELOCITY * max(ways))
    largest = np.array([STROKE if joint.slides else SWING for joint in arm.joints])
    amplitude = np.minimum(largest, np.minimum(by_range, by_velocity)) * (-1.0) ** np.arange(arm.n)
    points = np.array([middle, *(middle + share * amplitude for share in PATTERN), middle])
    return Trajectory(points, np.ones(len(points) - 1)).scaled(duration)
