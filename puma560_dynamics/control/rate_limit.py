"""How fast a torque may change: growth is slow, removal towards the safe torque may be faster."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def limit_rate(last: Numbers, aim: Numbers, safe: Numbers, growth: Numbers, removal: Numbers, dt: float) -> Numbers:
    """The torque after `dt` seconds on the way from `last` to `aim`.

    A change counts as removal while it leads towards zero and towards the safe torque; every other change
    is growth. From 150 N·m to a gravity load of -46 N·m, the way to zero is removal, the rest is growth.

    Args:
        last: (n,) N·m that act.
        aim: (n,) N·m wanted.
        safe: (n,) N·m: the gravity load, or zero where the torque is to end.
        growth: (n,) N·m/s.
        removal: (n,) N·m/s, at least `growth`.
        dt: s, 0 or more.

    Returns:
        (n,) N·m; exactly `aim` where it is reached.
    """
    # Removal ends at the knee: the safe torque if it lies between zero and `last`, else the nearer end.
    knee = np.clip(safe, np.minimum(last, 0.0), np.maximum(last, 0.0))
    goal = np.clip(aim, np.minimum(last, knee), np.maximum(last, knee))
    way = goal - last
    reached = np.abs(way) <= removal * dt
    after = np.where(reached, goal, last + np.sign(way) * removal * dt)
    left = np.where(reached, np.maximum(dt - np.abs(way) / removal, 0.0), 0.0)
    step = growth * left
    return np.asarray(np.clip(aim, after - step, after + step))
