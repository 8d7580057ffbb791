"""What a recording can show about causes, and what it cannot.

A joint that stands is held by its motor and by dry friction together, in unknown shares. So a residual
within dry friction is no evidence there: neither of an offset nor of a load.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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

LEAST_SHARE = 0.05
"""Share of a joint's motion in its rarer direction from which on an offset can be distinguished from dry friction."""

LARGEST_NOISE = 0.2
"""Share of a joint's acceleration (root mean square) that may be noise where its motor's inertia is judged."""


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

    def offset(self, joint: int) -> bool:
        """Whether an offset of a joint can be distinguished from its dry friction."""
        return bool(self.motion[joint] >= LEAST_MOTION and self.rarer[joint] >= LEAST_SHARE)

    def moves(self, joint: int) -> bool:
        """Whether a joint moves enough for separate numbers."""
        return bool(self.motion[joint] >= LEAST_MOTION)

    def motor(self, joint: int) -> bool:
        """Whether a motor's inertia can be judged."""
        return bool(self.moves(joint) and self.noise[joint] <= LARGEST_NOISE)

    def sentences(self, names: Sequence[str]) -> Iterator[str]:
        """What the recording is too poor for, a sentence each."""
        if not self.enough:
            yield (
                "the recording is too poor to blame anything: no joint moves for as long as "
                f"{LEAST_MOTION:g} s, and what a standing joint leaves may be dry friction, a load or an offset alike; "
                "record a motion of all joints"
            )
            return
        still = [name for joint, name in enumerate(names) if not self.moves(joint)]
        if still:
            yield f"{_and(still)} hardly moves: friction, offset and motor inertia were not looked for there"
        one_way = [name for joint, name in enumerate(names) if self.moves(joint) and not self.offset(joint)]
        if one_way:
            yield f"{_and(one_way)} moves in one direction only: an offset and dry friction look alike there"
        noisy = [name for joint, name in enumerate(names) if self.moves(joint) and not self.motor(joint)]
        if noisy:
            yield (
                f"accelerations of {_and(noisy)} are too noisy to judge motor inertia "
                f"(more than {100.0 * LARGEST_NOISE:g} % noise); a lower --cut-off or faster motion helps"
            )


def _and(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
