"""The points of a trajectory message, checked and in the arm's joint order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arrays import FloatArray
from ...errors import TrajectoryError
from ..gate.plausibility import TURN
from .joint_path import Present

SHORTEST_INTERVAL = 1e-4
"""Shortest time between two points, s; less would be shorter than any control period."""

AT_REST = 1.2e-7
"""Velocity of the last point that the controller still treats as zero, rad/s (single-precision epsilon)."""


@dataclass(frozen=True)
class Waypoint:
    """A point of a trajectory message. An empty sequence means that the values are not given.

    Attributes:
        time: time from the start of the trajectory, s.
        positions: rad, one per joint name.
        velocities: rad/s.
        accelerations: rad/s².
        effort: N·m.
    """

    time: float
    positions: Sequence[float] | FloatArray
    velocities: Sequence[float] | FloatArray = ()
    accelerations: Sequence[float] | FloatArray = ()
    effort: Sequence[float] | FloatArray = ()


@dataclass(frozen=True, eq=False)
class Waypoints:
    """Points in the arm's joint order.

    Attributes:
        times: (P,) s, rising.
        position: (P, n) rad.
        velocity: (P, n) rad/s, with rows of NaN for values that the message does not give.
        acceleration: (P, n) rad/s², with rows of NaN in the same way.
        missing: (n,) whether the message omits the joint, whose position is then NaN.
    """

    times: FloatArray
    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    missing: NDArray[np.bool_]

    def held(self, position: FloatArray) -> Waypoints:
        """Return the points with the missing joints at rest at `position` (n,) rad."""
        q, v, a = self.position.copy(), self.velocity.copy(), self.acceleration.copy()
        q[:, self.missing] = position[self.missing]
        for rows in (v, a):
            given = np.isfinite(rows[:, ~self.missing]).all(axis=1)
            rows[np.ix_(given, self.missing)] = 0.0
        return Waypoints(self.times, q, v, a, np.zeros_like(self.missing))


def sort_waypoints(
    names: Sequence[str], points: Sequence[Waypoint], joints: Sequence[str], allow_partial: bool = False
) -> Waypoints:
    """Check the points of a motion that ends at rest, and put them into the order of `joints`.

    Args:
        names: joint names of the message.
        points: points of the message, one or more.
        joints: names of the arm's joints, in the arm's order.
        allow_partial: whether joints may be missing.

    Raises:
        TrajectoryError: a reason of `sorted_points`, or a last point in motion.
    """
    found = sorted_points(names, points, joints, allow_partial)
    last = np.nan_to_num(found.velocity[-1])
    if (np.abs(last) > AT_REST).any():
        joint = int(np.abs(last).argmax())
        raise TrajectoryError(
            f"{joints[joint]} still moves with {last[joint]:.4g} rad/s at the last point, where the controller "
            "stays; expected rest there, add a point that stops"
        )
    # The controller holds the last point's effort indefinitely: it must be that of the arm at rest.
    found.velocity[-1], found.acceleration[-1] = 0.0, 0.0
    return found


def sorted_points(
    names: Sequence[str], points: Sequence[Waypoint], joints: Sequence[str], allow_partial: bool = False
) -> Waypoints:
    """Check the points of a message and put them into the order of `joints`; the arguments are as above.

    Raises:
        TrajectoryError: no points; joints missing, unknown or named twice; a field of a wrong length or not finite;
            no positions; given effort; or times that do not rise.
    """
    _check_names(names, joints, allow_partial)
    if not points:
        raise TrajectoryError("the trajectory has no points; expected one or more, publish an empty one only to stop")
    _check_times([point.time for point in points])
    order = [names.index(joint) if joint in names else -1 for joint in joints]
    missing = np.array([index < 0 for index in order])
    fields = {
        name: np.array(
            [_field(name, number, getattr(point, name), names, order) for number, point in enumerate(points)]
        )
        for name in ("positions", "velocities", "accelerations", "effort")
    }
    if np.nan_to_num(fields["effort"]).any():
        raise TrajectoryError(
            "the trajectory already carries effort, which this node computes; leave effort empty, "
            "or send the trajectory to the controller itself"
        )
    times = np.array([point.time for point in points], dtype=np.float64)
    return Waypoints(times, fields["positions"], fields["velocities"], fields["accelerations"], missing)


def _check_names(names: Sequence[str], joints: Sequence[str], allow_partial: bool) -> None:
    known = list(joints)
    twice = sorted({name for name in names if list(names).count(name) > 1})
    if twice:
        raise TrajectoryError(
            f"joints {', '.join(twice)} are named twice; expected each once, correct joint_names", "joints"
        )
    unknown = [name for name in names if name not in known]
    if unknown:
        raise TrajectoryError(
            f"joints {', '.join(unknown)} are not of this arm, which has {', '.join(known)}; send them to their "
            "own controller",
            "joints",
        )
    missing = [joint for joint in known if joint not in names]
    if not names or (missing and not allow_partial):
        raise TrajectoryError(
            f"joints {', '.join(missing)} are missing; expected all of {', '.join(known)}, or set "
            "allow_partial_joints_goal to hold those where they are",
            "joints",
        )


def _check_times(times: Sequence[float]) -> None:
    if not np.isfinite(times).all() or times[0] < 0.0:
        raise TrajectoryError(f"the first point is at {times[0]:g} s; expected 0 or later, correct time_from_start")
    for number, (before, after) in enumerate(pairwise(times)):
        if after <= before:
            raise TrajectoryError(
                f"point {number + 1} is at {after:g} s, not after point {number} at {before:g} s; "
                "expected rising times, correct time_from_start"
            )
        if after - before < SHORTEST_INTERVAL:
            raise TrajectoryError(
                f"points {number} and {number + 1} are only {after - before:.3g} s apart; "
                f"expected {SHORTEST_INTERVAL:g} s or more, drop one of them"
            )


def _field(
    name: str, number: int, values: Sequence[float] | FloatArray, names: Sequence[str], order: Sequence[int]
) -> list[float]:
    """Return one field of a point in the arm's order, with NaN for missing joints and for a missing field."""
    if len(values) == 0 and name != "positions":
        return [math.nan] * len(order)
    if len(values) != len(names):
        raise TrajectoryError(
            f"{name} of point {number} have {len(values)} entries for {len(names)} joint names; expected one each"
            + (", this node does not integrate velocities" if name == "positions" and len(values) == 0 else "")
        )
    # Lists are several times faster than arrays of a few joints.
    row = [*map(float, values)]
    for joint, value in zip(names, row, strict=True):
        if not math.isfinite(value):
            raise TrajectoryError(
                f"{name} of {joint} at point {number} are not finite; expected numbers, check the planner"
            )
    row.append(math.nan)  # of joints that are missing, whose index is -1
    return [row[index] for index in order]


def led_in(waypoints: Waypoints, now: float, start: Present) -> Waypoints:
    """Return the waypoints with the state `start` at the time `now` (s) as an additional first point."""

    def with_first(row: ArrayLike, rows: FloatArray) -> FloatArray:
        return np.concatenate([np.asarray(row, dtype=np.float64)[None], rows])

    return Waypoints(
        np.concatenate([[now], waypoints.times]),
        with_first(start.position, waypoints.position),
        with_first(start.velocity, waypoints.velocity),
        with_first(start.acceleration, waypoints.acceleration),
        waypoints.missing,
    )


def turned_to(waypoints: Waypoints, now: float, start: FloatArray, continuous: NDArray[np.bool_]) -> Waypoints:
    """Return the points shifted by whole turns of continuous joints, so that they are nearest to `start` at `now`.

    Args:
        waypoints: points of all joints.
        now: time on the clock of the points, s.
        start: (n,) rad, pose in which the motion begins.
        continuous: (n,) whether a joint has no position limits.
    """
    if not continuous.any():
        return waypoints
    here = np.array([np.interp(now, waypoints.times, column) for column in waypoints.position.T])
    turns = np.where(continuous, np.round((start - here) / TURN), 0.0)
    return replace(waypoints, position=waypoints.position + TURN * turns)
