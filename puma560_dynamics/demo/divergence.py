"""Whether a motion has diverged: a run stops it there, and reports the divergence."""

from __future__ import annotations

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray

OVERSPEED = 2.0
"""Multiple of its velocity limit above which a joint counts as running away."""

FAR = 1.0
"""Distance from the reference above which a joint counts as lost, rad."""


def divergence(arm: Arm, position: FloatArray, velocity: FloatArray, reference: FloatArray | None) -> str:
    """Which joint has diverged and how, in words; empty if none has.

    Args:
        arm: names and velocity limits.
        position, velocity: (n,) rad and rad/s.
        reference: (n,) rad; `None` if there is none yet.
    """
    if not (np.isfinite(position).all() and np.isfinite(velocity).all()):
        return "position or velocity is not finite"
    share = np.abs(velocity) / arm.velocity
    joint = int(np.argmax(share))
    if share[joint] > OVERSPEED:
        return (
            f"{arm.joint_names[joint]} moves at {abs(velocity[joint]):.1f} rad/s "
            f"(limit {arm.velocity[joint]:.1f} rad/s)"
        )
    if reference is not None:
        off = np.abs(position - reference)
        joint = int(np.argmax(off))
        if off[joint] > FAR:
            return f"{arm.joint_names[joint]} is {off[joint]:.2f} rad off its reference"
    return ""
