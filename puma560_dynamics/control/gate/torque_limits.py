"""Limits of the torque of one joint: the clamp, and the soft margin before a position limit."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ...arrays import FloatArray


def clamp(torque: float, limit: float) -> float:
    """`torque` within ± `limit`, both N·m."""
    if torque > limit:
        return limit
    if torque < -limit:
        return -limit
    return torque


def acting_torque(command: FloatArray, most: Sequence[float]) -> FloatArray | None:
    """The torque that a command on the topic leads to.

    Args:
        command: (n,) N·m, of any sender.
        most: n torques that the drives give, N·m: a larger one acts as this.

    Returns:
        (n,) N·m; `None` if the command holds NaN: controllers drop it, and the one before acts on.
    """
    numbers: list[float] = command.tolist()
    if all(-limit <= value <= limit for value, limit in zip(numbers, most, strict=True)):
        return command
    if any(map(math.isnan, numbers)):
        return None
    return np.array([clamp(value, limit) for value, limit in zip(numbers, most, strict=True)])


def soften(
    torque: float, gravity: float, limit: float, position: float, lower: float, upper: float, margin: float
) -> float:
    """Within the soft margin of a position limit, what drives outward beyond the gravity load fades out.

    Both torques must be within the maximum torque already: a drive far above it would else still be
    at the maximum when most of the margin is used up. What comes out lies between the two.

    Args:
        torque: N·m wanted.
        gravity: N·m that hold the arm still.
        limit: N·m, maximum torque.
        position: rad.
        lower, upper: position limits, rad.
        margin: rad, 0 or more.

    Returns:
        N·m.
    """
    drive = torque - gravity
    room = upper - position if drive > 0.0 else position - lower
    if room > 0.0 and room >= margin:
        return torque
    share = room / margin if room > 0.0 else 0.0
    # Rounding may carry the sum past the maximum by one digit.
    return clamp(gravity + share * drive, limit)
