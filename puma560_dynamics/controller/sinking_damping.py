"""Compute the damping with which the fallback controller lets an arm sink slowly."""

from __future__ import annotations

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray

TIME = 0.05
"""Time constant with which the damping alone brings a joint to rest, s, for its inertia in the zero pose."""

LEAST, MOST = 0.01, 10.0
"""Bounds of the damping torque at the velocity limit, as fractions of the maximum torque.

The lower bound is for joints with a hardly known inertia, because a robot description has no motor inertia. For wrist 3
of a UR5e it is 0.09 N·m·s/rad; a loop at 500 Hz with only the inertia of that link is stable up to 0.13 N·m·s/rad.
At the upper bound, a tenth of the velocity limit needs the maximum torque.
"""


def sinking_damping(arm: Arm, inertia: FloatArray) -> FloatArray:
    """Return the damping gain of each joint.

    Args:
        arm: arm with maximum torques and velocity limits.
        inertia: (n,) kg·m², diagonal of the kinetic energy matrix in the zero pose.

    Returns:
        (n,) N·m·s/rad, or N·s/m for a prismatic joint.
    """
    gain = inertia / TIME
    velocity = np.where(arm.velocity > 0.0, arm.velocity, np.inf)
    whole = arm.maximum_torque / velocity
    return np.where(whole > 0.0, np.clip(gain, LEAST * whole, MOST * whole), gain)
