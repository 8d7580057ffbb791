"""The motion that brings the arm from a commanded state to rest.

The velocity of each joint is the cubic from its present value to zero that ends without acceleration,

.. math:: \\dot q(t) = v (1 - 3 s^2 + 2 s^3) + a T s (1 - s)^2, \\quad s = t / T,

the path of least jerk that stops in :math:`T` where the place is free. Its way is
:math:`v T / 2 + a T^2 / 12`. Of the present acceleration :math:`a` only that part is kept which brakes,
:math:`-3 |v| / T` at most: then no joint gets faster, and none turns back.
"""

from __future__ import annotations

import numpy as np

from ...arrays import FloatArray
from .acting import Present
from .joint_path import JointPath


def stop_path(state: Present, duration: float, lower: FloatArray, upper: FloatArray) -> JointPath:
    """From `state` to rest in `duration` seconds.

    It ends within `lower` and `upper` (n,) rad. A joint that is outside already is held where it is.
    """
    inside = (lower <= state.position) & (state.position <= upper)
    velocity = np.where(inside, state.velocity, 0.0)
    along = np.clip(state.acceleration * np.sign(velocity), -3.0 * np.abs(velocity) / duration, 0.0)
    acceleration = along * np.sign(velocity)
    rest = state.position + duration * (velocity / 2.0 + duration * acceleration / 12.0)
    rest = np.where(inside, np.clip(rest, lower, upper), state.position)
    zero = np.zeros_like(rest)
    return JointPath.through([0.0, duration], [state.position, rest], [velocity, zero], [acceleration, zero])
