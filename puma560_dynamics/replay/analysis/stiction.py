"""What dry friction leaves open while a joint stands: it holds any torque up to its own, in either direction.

The friction law has the dry friction c s with the smooth sign s of the velocity (`arm.joint_friction`), which is
between its ends where the joint hardly moves. What really acts there is anywhere from -c to c, so that c (1 - |s|) is
open: all of it at rest, nothing in motion.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arm.joint_friction import MEASURED_SMOOTHING, JointFriction, smooth_sign
from ...arrays import FloatArray


def stiction(
    friction: Sequence[JointFriction], qd: FloatArray, load: FloatArray, transmission: FloatArray | None = None
) -> FloatArray:
    """The torque that dry friction may hold in addition to that of the friction law.

    Args:
        friction: one a joint, or one a motor where motors are coupled.
        qd: (N, n) rad/s.
        load: (N, n) N·m that the joints transmit.
        transmission: (n, n) C of `Arm.transmission` of coupled motors.

    Returns:
        (N, n) N·m, 0 or more.
    """
    if transmission is not None:
        at_motors = stiction(friction, qd @ transmission.T, load @ np.linalg.inv(transmission))
        return np.asarray(at_motors @ np.abs(transmission))
    dry = np.array([max(one.dry_by_direction) for one in friction])
    grows = np.array([one.load for one in friction])
    return np.asarray((dry + grows * np.abs(load)) * (1.0 - np.abs(smooth_sign(qd, MEASURED_SMOOTHING))))
