"""Find a pose in which gravity loads no joint, so that an arm without torque stays at rest."""

from __future__ import annotations

import numpy as np
from scipy.optimize import least_squares

from ..arrays import FloatArray
from ..errors import StateError
from ..models.interface import DynamicModel

MARGIN = 0.05
"""Fraction of each joint's range that is excluded at both ends."""

BALANCED = 1e-6
"""Largest gravity load of a balanced pose, as a fraction of the maximum torque."""

STARTS = 8
"""Number of poses at which the search starts."""


def balanced_pose(model: DynamicModel) -> FloatArray:
    """Return a pose (n,) rad within the position limits without gravity load.

    Args:
        model: model that gives the gravity load.

    Raises:
        StateError: no such pose was found; gravity may load the arm in every pose.
    """
    arm = model.arm
    lowest, highest = arm.pose_range
    room = MARGIN * (highest - lowest)
    lower, upper = lowest + room, highest - room

    def load(q: FloatArray) -> FloatArray:
        return np.asarray(model.gravity(q) / arm.maximum_torque)

    for start in range(STARTS):  # the middle first, then evenly spread along a line of irrational slope
        share = (0.5 + start * np.sqrt(np.arange(2, arm.n + 2))) % 1.0
        found = least_squares(
            load, lower + share * (upper - lower), bounds=(lower, upper), xtol=1e-15, ftol=1e-15, max_nfev=60
        )
        if np.abs(found.fun).max() < BALANCED:
            return np.asarray(found.x)
    raise StateError(f"no pose of {arm.name} without gravity load was found within its position limits; give one")
