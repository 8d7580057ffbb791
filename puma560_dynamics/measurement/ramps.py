"""Divide the record of a motor command into its ramps, and find the break-away in each of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray
from ..errors import MeasurementError
from .break_away import BreakAway, find_break_away
from .record import FEWEST, checked_record

RAMP = 0.2
"""Smallest change of the command that is a ramp, as a fraction of the range of the command."""


def break_aways(
    time: ArrayLike, position: ArrayLike, command: ArrayLike, *, travel: float
) -> tuple[list[BreakAway], list[str]]:
    """Find the start of motion in every ramp of a record.

    Args:
        time: (N,) increasing times, s.
        position: (N,) positions of the joint, rad (m).
        command: (N,) commands of its motor, with one or more ramps in either direction.
        travel: displacement that counts as motion, rad (m); see `find_break_away`.

    Returns:
        Break-aways in the order of time, and a sentence for each ramp without one.

    Raises:
        MeasurementError: the record is not valid, the command does not change, or no ramp starts a motion.
    """
    t, x, u = checked_record(time, position, command)
    found, left_out = [], []
    for ramp in _ramps(u):
        place = f"ramp from {t[ramp.start]:.4g} s to {t[ramp.stop - 1]:.4g} s"
        try:
            one = find_break_away(t[ramp], x[ramp], u[ramp], travel)
        except MeasurementError as error:
            left_out.append(f"{place}: {error}")
            continue
        if one is not None:
            found.append(one)
        elif abs(u[ramp][-1] - u[0]) > abs(u[ramp][0] - u[0]):  # not the return of the command after a ramp
            left_out.append(f"{place}: the joint does not move by {travel:.3g} rad up to the command {u[ramp][-1]:.4g}")
    if not found:
        raise MeasurementError(
            f"no ramp of the record starts a motion; {'; '.join(left_out) or 'the command does not change'}; record "
            "ramps that begin at rest and end after the joint has moved"
        )
    return found, left_out


def _ramps(command: FloatArray) -> Iterator[slice]:
    """Yield stretches between turning points of the command that are long enough for a ramp."""
    threshold = RAMP * float(np.ptp(command))
    if threshold == 0.0:
        return
    turns, extreme, way = [0], 0, 0
    for k, value in enumerate(command.tolist()):
        change = value - command[extreme]
        if way == 0:
            if abs(change) > threshold:
                extreme, way = k, 1 if change > 0.0 else -1
        elif change * way >= 0.0:
            extreme = k
        elif abs(change) > threshold:
            turns.append(extreme)
            extreme, way = k, -way
    turns.append(extreme)
    for start, end in pairwise(turns):
        if end + 1 - start >= FEWEST:
            yield slice(start, end + 1)
