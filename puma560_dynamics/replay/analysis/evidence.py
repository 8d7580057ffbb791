"""Evidence of causes: what a recording can show about them.

A joint at rest is held by its motor and by dry friction together, in unknown proportions. So a residual within dry
friction shows neither an offset nor a payload there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import maximum_filter1d

from ...arm import Arm
from ...arm.joint_friction import JointFriction
from ...arrays import FloatArray
from ...control.observer.torque_uncertainty import STICKS

STANDS = 0.02
"""Velocity (`Motion.speed`), rad/s. A joint is at rest if it is slower from `AROUND` before to `AROUND` after."""

AROUND = 0.1
"""Time before and after a sample in which the joint must be slow to count as at rest, s."""

LEAST_MOTION = 1.0
"""Shortest time that at least one joint must move for causes to be judged, s."""


def sticking(arm: Arm, friction: Sequence[JointFriction]) -> FloatArray:
    """Return the torque (n,) N·m that dry friction of each joint may hold at rest.

    Args:
        arm: arm with break-away and maximum torques.
        friction: friction of the model, one entry per joint.
    """
    dry = [max(one.dry_by_direction) for one in friction]
    return np.maximum(np.maximum(dry, arm.break_away_torque), STICKS * arm.maximum_torque)


def stands(time: FloatArray, speed: FloatArray) -> NDArray[np.bool_]:
    """Return (N, n) flags: whether each joint is at rest, from `Motion.speed` (N, n) at two or more times (N,) s."""
    reach = max(1, round(AROUND / float(np.median(np.diff(time)))))
    return np.asarray(maximum_filter1d(speed, 2 * reach + 1, axis=0, mode="nearest") < STANDS)


@dataclass(frozen=True, eq=False)
class Evidence:
    """How much a recording shows about causes.

    Attributes:
        motion: (n,) time in which each joint moves, without times around reversals, s.
        rarer: (n,) fraction of `motion` in the less frequent direction.
        noise: (n,) RMS noise of each joint's acceleration as a fraction of its RMS.
    """

    motion: FloatArray
    rarer: FloatArray
    noise: FloatArray

    @property
    def enough(self) -> bool:
        """Return whether causes can be judged at all."""
        return bool((self.motion >= LEAST_MOTION).any())

    def moves(self, joint: int) -> bool:
        """Return whether a joint moves enough to fit values to it alone."""
        return bool(self.motion[joint] >= LEAST_MOTION)
