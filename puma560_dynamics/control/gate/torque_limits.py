"""Limits of torque: the clamp, the soft margin before a position limit, and motors that several joints share."""

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
    """Return the torque that a command on the topic produces.

    Args:
        command: (n,) N·m, from any sender.
        most: n largest torques of the drives, N·m, to which the hardware clips a command.

    Returns:
        (n,) N·m; `None` if the command contains NaN: controllers drop it, and the previous command still acts.
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
    """Reduce a torque that drives a joint towards a position limit, within the soft margin of the limit.

    At the limit only the gravity load is left. Both torques must already be within the maximum torque: a larger
    torque would stay at the maximum over most of the margin. The result lies between the two torques.

    Args:
        torque: wanted torque, N·m.
        gravity: torque that holds the arm still, N·m.
        limit: maximum torque, N·m.
        position: joint position, rad.
        lower, upper: position limits, rad.
        margin: width of the soft margin, rad, 0 or more.

    Returns:
        The reduced torque, N·m.
    """
    drive = torque - gravity
    room = upper - position if drive > 0.0 else position - lower
    if room > 0.0 and room >= margin:
        return torque
    share = room / margin if room > 0.0 else 0.0
    # Rounding may push the sum past the maximum by one digit.
    return clamp(gravity + share * drive, limit)


class MotorLimits:
    """Scales joint torques so that no coupled motor exceeds its limit.

    The motor torques are :math:`u = C^{-T} \\tau`. Joints that share a motor are scaled by one common factor of at
    most 1, which keeps the direction of their torque; joints with a separate motor are not changed.

    Args:
        transmission: (n, n) matrix C with unit diagonal (`Arm.transmission`).
        limit: (n,) N·m, largest torque of each motor in units of its joint.
    """

    def __init__(self, transmission: FloatArray, limit: FloatArray) -> None:
        back = np.linalg.inv(transmission).T
        self._groups = [
            (group, [(back[motor, group].tolist(), float(limit[motor])) for motor in group])
            for group in _sharing(transmission)
        ]

    def within(self, torque: Sequence[float]) -> tuple[list[float], list[int]]:
        """Return n torques within the limits, N·m, and the indices of the joints that were scaled."""
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
    """Return the groups of two or more joints that share motors."""
    n = len(transmission)
    tied = (transmission != 0.0) | (transmission.T != 0.0)
    for _ in range(n):
        tied = tied @ tied
    groups = {tuple(np.flatnonzero(row).tolist()) for row in tied}
    return [list(group) for group in sorted(groups) if len(group) > 1]
