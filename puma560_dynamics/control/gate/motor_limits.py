"""Limits of the torque of motors that turn with more joints than their own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arrays import FloatArray


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
        """The n torques, N·m, within the limits; and the indices of the joints that were scaled."""
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
