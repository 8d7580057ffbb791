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
from .position_check import DEGREES, far_position

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
    _check_limits(part, arm, position)
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


def _check_limits(part: JointTable, arm: Arm, position: FloatArray) -> None:
    far = far_position(position, arm)
    if far is not None:
        columns = f"{part.column_texts['position']}, {arm.joint_names[far.joint]}"
        raise BagError(f"{part.table.place(int(part.row[far.row]))} ({columns}): {far.message}")


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
