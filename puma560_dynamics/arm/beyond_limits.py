"""State which limits of an arm a pose or a motion exceeds: of position, velocity and torque."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..arrays import FloatArray
from .arm import Arm

_ROUNDING = 1e-9
"""Relative excess that is rounding."""

_DEGREE = float(np.radians(1.0))


def beyond_limits(arm: Arm, q: FloatArray, qd: FloatArray, torque: FloatArray | None = None) -> Iterator[str]:
    """Yield a sentence for each joint and quantity whose limit is exceeded, with the farthest value of a motion.

    Args:
        arm: the arm; limits of 0, and infinite limits, are unknown.
        q: (n,) or (N, n) positions, rad (m).
        qd: (n,) or (N, n) velocities, rad/s (m/s).
        torque: (n,) or (N, n) torques, N·m (N); `None` if only the motion matters.
    """
    q = q.reshape(-1, arm.n)
    lowest, highest = q.min(axis=0), q.max(axis=0)
    outside = np.where(arm.lower - lowest > highest - arm.upper, lowest, highest)
    fastest = _largest(qd.reshape(-1, arm.n))
    for joint, position, speed in zip(arm.joints, outside.tolist(), fastest.tolist(), strict=True):
        factor, unit = (1.0, " m") if joint.slides else (1.0 / _DEGREE, "°")
        slack = _ROUNDING * max(1.0, abs(position))
        inside = joint.lower - slack <= position <= joint.upper + slack
        if not (joint.continuous or joint.without_limits or inside):
            yield (
                f"{joint.name} at {factor * position:.6g}{unit} is beyond its limits of "
                f"{factor * joint.lower:.6g}{unit} to {factor * joint.upper:.6g}{unit}"
            )
        if abs(speed) > (1.0 + _ROUNDING) * joint.velocity > 0.0:
            yield (
                f"{joint.name} at {factor * speed:.6g}{unit}/s is beyond its velocity limit of "
                f"{factor * joint.velocity:.6g}{unit}/s"
            )
    if torque is not None:
        for joint, value, most in zip(
            arm.joints, _largest(torque.reshape(-1, arm.n)).tolist(), arm.maximum_torque.tolist(), strict=True
        ):
            if abs(value) > (1.0 + _ROUNDING) * most > 0.0:
                yield (
                    f"{joint.name} at {value:.4g} {joint.effort_text} is beyond its maximum torque of "
                    f"{most:.4g} {joint.effort_text}"
                )


def _largest(values: FloatArray) -> FloatArray:
    """Return the value of largest size in each column."""
    return np.asarray(values[np.abs(values).argmax(axis=0), np.arange(values.shape[1])])
