"""Check whether positions can be those of an arm's joints: their unit, and the zero and the side of the gears."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray

FAR = 2.0
"""Distance from the middle of a joint's range, in half ranges, above which a position cannot be of this joint."""

DEGREES = 180.0 / np.pi
"""Factor between a position in degrees and the same position in radians."""


MILLIMETRES = 1000.0
"""Factor between a position in millimetres and the same position in metres."""

_OUTSIDE = (
    "; if they are radians, the motion leaves the limits of the arm, as a simulated swing without limits does, or the "
    "limits of the arm file are wrong"
)
"""What else may be the case if all angles are less than a turn."""


@dataclass(frozen=True, eq=False)
class FarPosition:
    """The position that is farthest from the limits of its joint.

    Attributes:
        row: its row.
        joint: its joint, 0 first.
        share: (n,) fraction of the positions of each joint that cannot be of that joint.
        message: position, limits, and what to do.
    """

    row: int
    joint: int
    share: FloatArray
    message: str


def far_position(position: FloatArray, arm: Arm) -> FarPosition | None:
    """Return the position that is farthest from its limits; `None` if all positions can be of this arm.

    Args:
        position: (N, n) rad (m), in the arm's order; NaN where there is none.
        arm: whose limits are used; a joint without limits is not checked.
    """
    lower, upper = (np.array([getattr(joint, end) for joint in arm.joints]) for end in ("lower", "upper"))
    limited = np.isfinite(lower) & np.isfinite(upper) & (upper > lower)
    if not limited.any() or not np.isfinite(position[:, limited]).any():
        return None
    middle = np.where(limited, 0.5 * (np.where(limited, lower, 0.0) + np.where(limited, upper, 0.0)), 0.0)
    half = np.where(limited, 0.5 * (np.where(limited, upper, 0.0) - np.where(limited, lower, 0.0)), np.inf)
    excess = np.nan_to_num(np.abs(position - middle) / half, nan=0.0)
    row, joint = (int(k) for k in np.unravel_index(np.argmax(excess), excess.shape))
    if excess[row, joint] <= FAR:
        return None
    one = arm.joints[joint]
    other_unit = _unit_that_fits(position, arm, FAR * half, middle)
    if other_unit and np.nanmax(np.where(arm.slides, 0.0, np.abs(position))) <= 2.0 * np.pi:
        other_unit += _OUTSIDE
    why = (
        other_unit
        or "it belongs to another robot, is measured at the motor (set motor.ratio), or has another zero (set offset)"
    )
    return FarPosition(
        row,
        joint,
        np.asarray((excess > FAR).mean(axis=0)),
        f"a position of {position[row, joint]:.4g} {one.unit}, and {arm.name} has limits of {one.lower:.4g} to "
        f"{one.upper:.4g} {one.unit}; {why}",
    )


def _unit_that_fits(position: FloatArray, arm: Arm, far: FloatArray, middle: FloatArray) -> str:
    """Return advice on the unit in which all positions are possible; empty if there is none."""
    for degrees, millimetres in ((True, False), (False, True), (True, True)):
        factors = np.where(arm.slides, MILLIMETRES if millimetres else 1.0, DEGREES if degrees else 1.0)
        if (degrees and arm.slides.all()) or (millimetres and not arm.slides.any()):
            continue
        if (np.nan_to_num(np.abs(position / factors - middle), nan=0.0) <= far).all():
            units = [("mm" if factor == MILLIMETRES else "deg") if factor > 1.0 else joint.unit
                     for joint, factor in zip(arm.joints, factors, strict=True)]  # fmt: skip
            words = " and ".join(["degrees"] * degrees + ["millimetres"] * millimetres)
            unit = units[0] if len(set(units)) == 1 else ",".join(units)
            return f"in {words} they fit: set position.unit={unit}, or motor.ratio if they are measured at the motor"
    return ""
