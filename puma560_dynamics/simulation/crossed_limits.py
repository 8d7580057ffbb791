"""State which limits of an arm a motion exceeds: positions, velocities and torques. A simulation has none of them."""

from __future__ import annotations

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray

ROUNDING = 1e-9
"""Relative excess that is rounding."""


def crossed_limits(arm: Arm, q: FloatArray, qd: FloatArray, torque: FloatArray) -> tuple[str, ...]:
    """Return one phrase for each joint and quantity whose limit a motion exceeds.

    Args:
        arm: arm with limits. Infinite limits, two position limits of 0, and other limits of 0 are no limits.
        q: (N, n) positions, rad.
        qd: (N, n) velocities, rad/s.
        torque: (N, n) torques, N·m.

    Returns:
        Phrases such as ``joint6 reaches 900° (limits -266° to 266°)``; positions first.
    """
    found: list[str] = []
    for index, joint in enumerate(arm.joints):
        low, high = float(q[:, index].min()), float(q[:, index].max())
        slack = ROUNDING * max(1.0, abs(low), abs(high))
        if not joint.without_limits and (low < joint.lower - slack or high > joint.upper + slack):
            farthest = high if high - joint.upper >= joint.lower - low else low
            unit, factor = (" m", 1.0) if joint.slides else ("°", float(np.degrees(1.0)))
            limits = f"limits {factor * joint.lower:.4g}{unit} to {factor * joint.upper:.4g}{unit}"
            found.append(f"{joint.name} reaches {factor * farthest:.4g}{unit} ({limits})")
    for index, joint in enumerate(arm.joints):
        fastest, most = float(np.abs(qd[:, index]).max()), joint.velocity
        if 0.0 < most * (1.0 + ROUNDING) < fastest:
            unit, factor = ("m/s", 1.0) if joint.slides else ("°/s", float(np.degrees(1.0)))
            found.append(f"{joint.name} moves at {factor * fastest:.4g} {unit} (limit {factor * most:.4g} {unit})")
    for index, joint in enumerate(arm.joints):
        largest, most = float(np.abs(torque[:, index]).max()), float(arm.maximum_torque[index])
        if 0.0 < most * (1.0 + ROUNDING) < largest:
            found.append(f"{joint.name} takes {largest:.4g} {joint.effort_text} (limit {most:.4g} {joint.effort_text})")
    return tuple(found)
