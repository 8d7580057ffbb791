"""Limits of torque: the clamp, the soft margin before a position limit, and motors that turn with several joints."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ...arrays import FloatArray


def clamp(torque: float, limit: float) -> float:
    """Return `torque` limited to ± `limit`, both N·m."""
    if torque > limit:
        return limit
    if torque < -limit:
        return -limit
    return torque


def acting_torque(command: FloatArray, most: Sequence[float]) -> FloatArray | None:
    """Return the torque that a command on the topic leads to.

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
    """Fade out the outward torque beyond the gravity load within the soft margin of a position limit.

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


class MotorLimits:
    """Scales joint torques so that no coupled motor gives more than it may.

    Torque of the motors is :math:`u = C^{-T} \\tau`. Joints that share a motor are scaled together, by one factor of at
    most 1, so that no torque becomes larger and the direction stays; joints with a separate motor are left alone.

    Args:
        transmission: (n, n) matrix C, unit diagonal (`Arm.transmission`).
        limit: (n,) N·m, most torque of each motor in units of its joint.
    """

    def __init__(self, transmission: FloatArray, limit: FloatArray) -> None:
        back = np.linalg.inv(transmission).T
        self._groups = [
            (group, [(back[motor, group].tolist(), float(limit[motor])) for motor in group])
            for group in _sharing(transmission)
        ]

    def within(self, torque: Sequence[float]) -> tuple[list[float], list[int]]:
        """Return the n torques, N·m, within the limits; and the indices of the joints that were scaled."""
        result = list(torque)
        scaled: list[int] = []
        for group, motors in self._groups:
            own = [result[joint] for joint in group]
            factor = 1.0
            for row, limit in motors:
                size = abs(sum(share * value for share, value in zip(row, own, strict=True)))
                if size > limit:
                    factor = min(factor, limit / size)
            if factor < 1.0:
                scaled += group
                for joint in group:
                    result[joint] *= factor
        return result, scaled


def _sharing(transmission: FloatArray) -> list[list[int]]:
    """Groups of two and more joints that share motors."""
    n = len(transmission)
    tied = (transmission != 0.0) | (transmission.T != 0.0)
    for _ in range(n):
        tied = tied @ tied
    groups = {tuple(np.flatnonzero(row).tolist()) for row in tied}
    return [list(group) for group in sorted(groups) if len(group) > 1]
