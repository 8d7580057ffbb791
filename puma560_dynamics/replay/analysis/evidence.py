"""What a recording can show about causes, and what it cannot.

A joint that stands is held by its motor and by dry friction together, in unknown shares. So a residual
within dry friction is no evidence there: neither of an offset nor of a load.
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

STANDS = 0.02
"""rad/s (m/s) below which a joint stands, for `AROUND` before and after."""

AROUND = 0.1
"""s."""

STICKS = 0.05
"""Share of the maximum torque that dry friction of a standing joint may hold where no more is known of it."""

LEAST_MOTION = 1.0
"""s of motion of some joint from which on causes can be judged."""


def sticking(arm: Arm, friction: Sequence[JointFriction]) -> FloatArray:
    """(n,) N·m that dry friction may hold of each joint while it stands.

    Args:
        arm: its break-away and maximum torques.
        friction: that the model takes.
    """
    dry = [max(one.dry_by_direction) for one in friction]
    return np.maximum(np.maximum(dry, arm.break_away_torque), STICKS * arm.maximum_torque)


def stands(time: FloatArray, velocity: FloatArray) -> NDArray[np.bool_]:
    """(N, n) whether each joint stands: by its velocity (N, n), at times (N,) s, two or more."""
    reach = max(1, round(AROUND / float(np.median(np.diff(time)))))
    return np.asarray(maximum_filter1d(np.abs(velocity), 2 * reach + 1, axis=0, mode="nearest") < STANDS)


@dataclass(frozen=True, eq=False)
class Evidence:
    """How much of a recording bears on causes.

    Attributes:
        motion: (n,) s in which each joint moves, between reversals, forwards and backwards.
        rarer: (n,) share of that in the rarer direction.
        noise: (n,) share of the acceleration's root mean square that is noise.
    """

    motion: FloatArray
    rarer: FloatArray
    noise: FloatArray

    @property
    def enough(self) -> bool:
        """Whether anything can be blamed."""
        return bool((self.motion >= LEAST_MOTION).any())

    def moves(self, joint: int) -> bool:
        """Whether a joint moves enough for separate numbers."""
        return bool(self.motion[joint] >= LEAST_MOTION)
