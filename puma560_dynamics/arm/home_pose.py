"""Poses of the demonstration motion of any arm: the home pose, at which simulated arms start, and those in between."""

from __future__ import annotations

import numpy as np

from ..arrays import FloatArray, read_only
from .arm import Arm
from .kinematics import gravity_load

PEAK_VELOCITY = 15.0 / 8.0
"""Largest velocity of a motion with minimum jerk of unit length and unit duration, at half of its duration."""

HOME = (0.0, -1.9, 2.4, 0.0, 0.6, 0.0)
"""Home pose of the PUMA, rad: upper arm raised, hand in front of the shoulder."""

PICK_AND_PLACE = (
    HOME,
    (-2.0, -0.3, 2.2, 1.0, -0.9, 1.3),  # pick: low, far to the right
    (-0.5, -1.6, 0.8, -0.6, 0.7, -1.0),  # lifted, over the top
    (2.0, -0.4, 0.3, -1.2, 1.3, -2.0),  # place: stretched out to the left
    HOME,
)
"""Poses of the PUMA's demonstration motion, rad."""

SWING, STROKE = 1.0, 0.2
"""Largest amplitude about the middle: rad for a revolute joint, m for a prismatic joint."""

SHARE_OF_RANGE, SHARE_OF_VELOCITY = 0.35, 0.6
"""Largest amplitude as a fraction of the range on one side of the middle, and largest velocity as a fraction of the
velocity limit, for a cycle of `USUAL` seconds."""

USUAL = 5.0
"""Default duration of a cycle, s, for which the velocity limits are kept."""

CANDIDATES, POSE_RANGE_FRACTION = 64, 0.6
"""Number of alternative poses for `home`, and the fraction of the joint ranges within which they lie."""

CARRIED = 0.6
"""Largest fraction of a motor's torque that gravity may need; the rest is for motion and friction."""

PATTERN = (1.0, -0.7, 0.9)
"""Fractions of the amplitude at the three points; neighbouring joints move in opposite directions."""


TWISTS = np.radians([0.0, -90.0, 0.0, 90.0, -90.0, 90.0])
"""Link twists of the PUMA, rad, which distinguish it from other arms with six joints."""


def is_puma(arm: Arm) -> bool:
    """Return whether `arm` has the PUMA's link twists, and limits that contain the PUMA's demonstration motion."""
    if arm.n != len(HOME) or any(joint.slides for joint in arm.joints):
        return False
    if not np.allclose([joint.alpha for joint in arm.joints], TWISTS, atol=0.01):
        return False
    points = np.array(PICK_AND_PLACE)
    return bool((points > arm.lower).all() and (points < arm.upper).all())


def home(arm: Arm) -> FloatArray:
    """Return the pose, (n,) rad (m), at which simulated arms and the demonstration motion start.

    It is the middle of the joint ranges, or another pose if gravity would need too much of a motor's torque there.

    Args:
        arm: arm with position limits and maximum torques; a joint without limits is at zero.
    """
    if is_puma(arm):
        return read_only(HOME)
    middle = 0.5 * np.add(*arm.pose_range)
    candidates = np.array([middle, *(middle + POSE_RANGE_FRACTION * (arm.poses(CANDIDATES) - middle))])
    limit = np.where(arm.maximum_torque > 0.0, arm.maximum_torque, np.inf)
    shares = np.array([np.abs(gravity_load(arm, swing_points(arm, at)) / limit).max() for at in candidates])
    light = np.flatnonzero(shares <= CARRIED)
    return read_only(candidates[light[0] if light.size else shares.argmin()])


def swing_points(arm: Arm, middle: FloatArray) -> FloatArray:
    """Return the poses (P, n) of a demonstration motion that begins and ends at the pose `middle`, one leg each."""
    leg = USUAL / (len(PATTERN) + 1)
    ways = [abs(after - before) for before, after in zip((0.0, *PATTERN), (*PATTERN, 0.0), strict=True)]
    by_range = SHARE_OF_RANGE * np.minimum(middle - arm.lower, arm.upper - middle)
    by_velocity = SHARE_OF_VELOCITY * arm.velocity * leg / (PEAK_VELOCITY * max(ways))
    largest = np.array([STROKE if joint.slides else SWING for joint in arm.joints])
    amplitude = np.minimum(largest, np.minimum(by_range, by_velocity)) * (-1.0) ** np.arange(arm.n)
    return np.array([middle, *(middle + share * amplitude for share in PATTERN), middle])
