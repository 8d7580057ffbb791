"""Checks whether a table can be a recording of this arm: units, joint limits, length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray, IntegerArray
from ...bags.columns.joint_table import JointTable
from ...errors import BagError
from ...report.formatting import some
from ..zero_phase import zero_phase

FAR = 2.0
"""Largest possible distance of a position from the middle of the joint's range, in half ranges."""

DEGREES = 180.0 / np.pi
"""Factor between a position in degrees and the same position in radians."""

ALIKE = 0.1
"""Relative difference up to which the ratio of two signals counts as `DEGREES`."""

SEEN = 0.5
"""Smallest correlation of velocity with the derivative of position for which the two are compared."""

FEWEST = 10
"""Smallest number of samples of a recording."""


def check_table(part: JointTable, arm: Arm, order: Sequence[int], cut_off: float) -> None:
    """Raise if the samples of a table cannot be a recording of this arm.

    Args:
        part: samples of the table.
        arm: the arm.
        order: column of each joint of the arm.
        cut_off: cut-off of the replay's filter, Hz.

    Raises:
        BagError: the table is too short for the filter, positions are in degrees or far beyond the joint limits, or
            velocities have another angle unit than positions.
    """
    _check_length(part, cut_off)
    position = part.values["position"][:, list(order)]
    _check_limits(part, arm, order, position)
    if "velocity" in part.values:
        _check_velocity(part, arm, position, part.values["velocity"][:, list(order)])


def _check_length(part: JointTable, cut_off: float) -> None:
    count = len(part.stamp)
    if count < FEWEST:
        raise BagError(
            f"{part.table.name} has {some(count, 'sample')}; expected {FEWEST} at least: record a longer motion"
        )
    step = np.diff(part.stamp)
    period = 1e-9 * float(np.median(step[step > 0]))
    span, edge = 1e-9 * float(part.stamp[-1] - part.stamp[0]), zero_phase(cut_off, period).edge
    if span <= 2.0 * edge:
        raise BagError(
            f"{part.table.name} lasts {span:.3g} s, and the {cut_off:g} Hz filter needs {edge:.3g} s at each end; "
            "record a longer motion, or take a higher --cut-off"
        )


def _check_limits(part: JointTable, arm: Arm, order: Sequence[int], position: FloatArray) -> None:
    lower, upper = (np.array([getattr(joint, end) for joint in arm.joints]) for end in ("lower", "upper"))
    limited = np.isfinite(lower) & np.isfinite(upper) & (upper > lower)
    if not limited.any():
        return
    middle = np.where(limited, 0.5 * (np.where(limited, lower, 0.0) + np.where(limited, upper, 0.0)), 0.0)
    half = np.where(limited, 0.5 * (np.where(limited, upper, 0.0) - np.where(limited, lower, 0.0)), np.inf)
    excess = np.abs(position - middle) / half
    row, joint = (int(k) for k in np.unravel_index(np.nanargmax(excess), excess.shape))
    if excess[row, joint] <= FAR:
        return
    one = arm.joints[joint]
    columns = f"{part.column_texts['position']}, {one.name}"
    turned = position / DEGREES
    fits = bool((np.abs(turned - middle) <= FAR * half)[:, limited].all()) and not one.slides
    why = (
        "in degrees they fit: set position.unit=deg, or motor.ratio if they are measured at the motor"
        if fits
        else "it belongs to another robot, is measured at the motor (set motor.ratio), or has another zero (set offset)"
    )
    raise BagError(
        f"{part.table.place(int(part.row[row]))} ({columns}): a position of {position[row, joint]:.4g} {one.unit}, and "
        f"{arm.name} has limits of {one.lower:.4g} to {one.upper:.4g} {one.unit}; {why}"
    )


def _check_velocity(part: JointTable, arm: Arm, position: FloatArray, velocity: FloatArray) -> None:
    """Raise if positions and velocities use different angle units."""
    ratio = _ratio(part.stamp, position, velocity)
    turning = np.array([not joint.slides for joint in arm.joints]) & np.isfinite(ratio)
    if not turning.any():
        return
    typical = float(np.median(ratio[turning]))
    for factor, words in (
        (DEGREES, "positions were in degrees and velocities in radians per second"),
        (1.0 / DEGREES, "positions were in radians and velocities in degrees per second"),
    ):
        if abs(typical / factor - 1.0) < ALIKE:
            raise BagError(
                f"{part.table.name}: units are mixed: the derivative of the positions is {typical:.3g} times the "
                f"velocities, as if {words}; correct position.unit or velocity.unit"
            )


def _ratio(stamp: IntegerArray, position: FloatArray, velocity: FloatArray) -> FloatArray:
    """Return the ratio (n,) of the position's derivative to the velocity, by least squares; NaN if unknown."""
    step = 1e-9 * np.diff(stamp)
    known = (step > 0.0) & np.isfinite(velocity[1:] + velocity[:-1]).all(axis=1)
    if not known.any():
        return np.full(position.shape[1], np.nan)
    slope = np.diff(position, axis=0)[known] / step[known, None]
    middle = 0.5 * (velocity[1:] + velocity[:-1])[known]
    square, product = np.mean(middle**2, axis=0), np.mean(slope * middle, axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        seen = product > SEEN * np.sqrt(square * np.mean(slope**2, axis=0))
        return np.where(seen, product / square, np.nan)
