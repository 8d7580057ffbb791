"""Whole turns of joints that turn without end: a driver that wraps the angle and a planner may count them differently.

A pose is the same a turn further. So a trajectory is moved by whole turns until it is next to where the arm is, as its
driver counts, and all of it by the same turns: the motion between its points stays what it is.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray
from ..gate.plausibility import TURN
from .waypoints import Waypoints


def turned_to(waypoints: Waypoints, now: float, start: FloatArray, endless: NDArray[np.bool_]) -> Waypoints:
    """The same points, by whole turns next to `start` at the time `now`.

    Args:
        waypoints: of all joints.
        now: s, on the clock of the points.
        start: (n,) rad, where the motion begins.
        endless: (n,) whether a joint has no position limits.
    """
    if not endless.any():
        return waypoints
    here = np.array([np.interp(now, waypoints.times, column) for column in waypoints.position.T])
    turns = np.where(endless, np.round((start - here) / TURN), 0.0)
    return replace(waypoints, position=waypoints.position + TURN * turns)
