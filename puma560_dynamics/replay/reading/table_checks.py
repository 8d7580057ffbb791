"""Checks whether a table can be a recording of this arm: units, joint limits, length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray, IntegerArray
from ...bags.columns.joint_table import JointRows, JointTable
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


class TableChecks:
    """Checks, block by block, whether the samples of a table can be a recording of an arm.

    Args:
        table: the table.
        arm: the arm.
        order: column of each joint of the arm.
        cut_off: cut-off of the replay's filter, Hz.
    """

    def __init__(self, table: JointTable, arm: Arm, order: Sequence[int], cut_off: float) -> None:
        self._table, self._arm, self._order, self._cut_off = table, arm, list(order), cut_off
        self._extremes = np.array([np.full(arm.n, np.inf), np.full(arm.n, -np.inf)])
        self._places = [[""] * arm.n, [""] * arm.n]
        self._speeds = _SpeedSums(arm.n)

    def add(self, rows: JointRows) -> None:
        """Add the samples of a block."""
        position = rows.values["position"][:, self._order]
        if not len(position):
            return
        self._add_extremes(rows, position)
        if "velocity" in rows.values:
            self._speeds.add(rows.stamp, position, rows.values["velocity"][:, self._order])

    def finish(self) -> None:
        """Judge all samples.

        Raises:
            BagError: the table is too short for the filter, positions are in degrees or far beyond the joint limits, or
                velocities have another angle unit than positions.
        """
        self._check_length()
        far = far_position(np.where(np.isfinite(self._extremes), self._extremes, np.nan), self._arm)
        if far is not None:
            columns = f"{self._table.column_texts['position']}, {self._arm.joint_names[far.joint]}"
            raise BagError(f"{self._places[far.row][far.joint]} ({columns}): {far.message}")
        self._check_velocity()

    def _add_extremes(self, rows: JointRows, position: FloatArray) -> None:
        """Keep the smallest and the largest position of each joint, and their places."""
        for k, (sign, extremes) in enumerate(zip((1.0, -1.0), self._extremes, strict=True)):
            at = np.argmin(np.where(np.isnan(position), np.inf, sign * position), axis=0)
            for joint, row in enumerate(at.tolist()):
                value = position[row, joint]
                if sign * value < sign * extremes[joint]:
                    extremes[joint], self._places[k][joint] = value, rows.place(row)

    def _check_length(self) -> None:
        name, count, (begin, end) = self._table.head.name, self._table.count, self._table.times
        if count < FEWEST:
            raise BagError(f"{name} has {some(count, 'sample')}; expected {FEWEST} at least: record a longer motion")
        span, edge = 1e-9 * float(end - begin), zero_phase(self._cut_off, 1e-9 * self._table.period).edge
        if span <= 2.0 * edge:
            raise BagError(
                f"{name} lasts {span:.3g} s, and the {self._cut_off:g} Hz filter needs {edge:.3g} s at each end; "
                "record a longer motion, or take a higher --cut-off"
            )

    def _check_velocity(self) -> None:
        """Raise if positions and velocities use different angle units."""
        ratio = self._speeds.ratio()
        turning = np.array([not joint.slides for joint in self._arm.joints]) & np.isfinite(ratio)
        if not turning.any():
            return
        typical = float(np.median(ratio[turning]))
        for factor, words in (
            (DEGREES, "positions were in degrees and velocities in radians per second"),
            (1.0 / DEGREES, "positions were in radians and velocities in degrees per second"),
        ):
            if abs(typical / factor - 1.0) < ALIKE:
                raise BagError(
                    f"{self._table.head.name}: units are mixed: the derivative of the positions is {typical:.3g} times "
                    f"the velocities, as if {words}; correct position.unit or velocity.unit"
                )


class _SpeedSums:
    """Sums for the ratio of the position's derivative to the velocity."""

    def __init__(self, n: int) -> None:
        self._slopes, self._products, self._squares = np.zeros((3, n))
        self._count = 0
        self._before: tuple[IntegerArray, FloatArray, FloatArray] | None = None

    def add(self, stamp: IntegerArray, position: FloatArray, velocity: FloatArray) -> None:
        last = stamp[-1:], position[-1:], velocity[-1:]
        if self._before is not None:
            pairs = zip(self._before, (stamp, position, velocity), strict=True)
            stamp, position, velocity = (np.concatenate(pair) for pair in pairs)
        self._before = last
        step = 1e-9 * np.diff(stamp)
        known = (step > 0.0) & np.isfinite(velocity[1:] + velocity[:-1]).all(axis=1)
        slope = np.diff(position, axis=0)[known] / step[known, None]
        middle = 0.5 * (velocity[1:] + velocity[:-1])[known]
        self._slopes += np.sum(slope**2, axis=0)
        self._products += np.sum(slope * middle, axis=0)
        self._squares += np.sum(middle**2, axis=0)
        self._count += int(np.count_nonzero(known))

    def ratio(self) -> FloatArray:
        """Return the ratio (n,), by least squares; NaN if unknown."""
        with np.errstate(invalid="ignore", divide="ignore"):
            seen = self._products > SEEN * np.sqrt(self._squares * self._slopes)
            return np.where(seen, self._products / self._squares, np.nan)
