"""What dry friction leaves open while a joint stands: it holds any torque up to its own, in either direction.

The friction law has the dry friction c s with the smooth sign s of the velocity (`arm.joint_friction`), which is
between its ends where the joint hardly moves. What really acts there is anywhere from -c to c, so that c (1 - |s|) is
open: all of it at rest, nothing in motion.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arm.arm import read_only
from ...arm.joint_friction import MEASURED_SMOOTHING, JointFriction, smooth_sign
from ...arrays import FloatArray
from .evaluation import Evaluated


class StictionSums:
    """Adds up squares of what is open.

    Args:
        friction: that the model takes, one a joint.
        transmission: (n, n) C of `Arm.transmission`, since friction is that of the motors.
    """

    def __init__(self, friction: Sequence[JointFriction], transmission: FloatArray) -> None:
        self._dry = np.array([max(one.coulomb_positive, one.coulomb_negative) for one in friction])
        self._load = np.array([one.load for one in friction])
        self._transmission = np.asarray(transmission)
        self._squares = np.zeros(len(self._dry))
        self._count = 0

    def add(self, piece: Evaluated) -> None:
        """Take a piece."""
        used = piece.motion.used
        carried = (piece.rigid - piece.terms["motor_inertia"])[used] @ np.linalg.inv(self._transmission)
        sign = smooth_sign(piece.motion.qd[used] @ self._transmission.T, MEASURED_SMOOTHING)
        at_motors = (self._dry + self._load * np.abs(carried)) * (1.0 - np.abs(sign))
        self._squares += np.sum((at_motors @ np.abs(self._transmission)) ** 2, axis=0)
        self._count += int(used.sum())

    def result(self) -> FloatArray:
        """(n,) N·m RMS; 0 without samples."""
        return read_only(np.sqrt(self._squares / max(self._count, 1)))
