r"""Waypoints that a person teaches, and the trajectory through them for `joint_trajectory_controller`.

The trajectory stops at each waypoint. Between two points with zero velocity and acceleration, the controller runs the
polynomial of fifth degree :math:`q_0 + \Delta\,(10 s^3 - 15 s^4 + 6 s^5)`, which has minimum jerk. Its largest velocity
is 15/8 of the mean velocity, and its largest acceleration :math:`10 / \sqrt 3` times :math:`\Delta / T^2`. The time T
of each part is the shortest with which all joints stay within `SHARE` of their limits. The controller begins where the
arm is, so the first waypoint gets the time that a motion over the whole range needs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray, read_only
from ...errors import StateError
from ..gate.plausibility import TURN, differences

SHARE = 0.3
"""Fraction of the limits of velocity and acceleration that the trajectory uses."""

PEAK_VELOCITY = 15.0 / 8.0
PEAK_ACCELERATION = 10.0 / math.sqrt(3.0)
"""Largest velocity and acceleration of the polynomial over distance and time of 1."""

SMALLEST_MOVE_RAD = 1e-3
"""Smallest distance of two successive waypoints in any joint, rad (m)."""

LARGEST_COUNT = 1000
"""Largest number of waypoints."""


class TaughtWaypoints:
    """Waypoints of one arm in the order in which they were taught.

    Args:
        arm: arm with limits of position and velocity.
        acceleration: (n,) rad/s², limits of acceleration.
        joint_names: names of the joints in messages; the arm's by default.
    """

    def __init__(self, arm: Arm, acceleration: ArrayLike, joint_names: Sequence[str] | None = None) -> None:
        self._lower, self._upper = arm.lower, arm.upper
        self._velocity, self._acceleration = SHARE * arm.velocity, SHARE * np.asarray(acceleration, dtype=np.float64)
        self._continuous = arm.continuous.tolist()
        self._names = arm.joint_names if joint_names is None else tuple(joint_names)
        self._points: list[FloatArray] = []

    def __len__(self) -> int:
        return len(self._points)

    def clear(self) -> None:
        """Forget all waypoints."""
        self._points = []

    def add(self, q: ArrayLike) -> int:
        """Add the pose `q` (n,) rad; return the number of waypoints.

        Raises:
            StateError: a pose beyond the position limits or almost the same as the last one, or too many waypoints.
        """
        pose = read_only(q)
        outside = [
            name for name, at, low, high in zip(self._names, pose, self._lower, self._upper, strict=True)
            if not low <= at <= high
        ]  # fmt: skip
        if outside:
            raise StateError(f"waypoint: {', '.join(outside)} beyond the position limits; move it back within them")
        if self._points and np.abs(self._way(self._points[-1], pose)).max() < SMALLEST_MOVE_RAD:
            raise StateError(f"waypoint: the arm has not moved since waypoint {len(self)}; move it first")
        if len(self) >= LARGEST_COUNT:
            raise StateError(f"waypoint: expected at most {LARGEST_COUNT}; save them, which begins a new list")
        self._points.append(pose)
        return len(self)

    def points(self) -> list[tuple[float, FloatArray]]:
        """Return time, s, and position, (n,) rad, of each waypoint; a continuous joint takes the shorter way.

        Raises:
            StateError: no waypoints.
        """
        if not self._points:
            raise StateError("waypoints: none were taught; call ~/teach_waypoint in the poses of the trajectory first")
        span = np.where(self._continuous, TURN, self._upper - self._lower)
        time, position = self._time(span), self._points[0]
        found = [(time, position)]
        for before, after in zip(self._points[:-1], self._points[1:], strict=True):
            way = self._way(before, after)
            time, position = time + self._time(way), position + way
            found.append((time, position))
        return found

    def text(self) -> str:
        """Return the trajectory as YAML of a ``trajectory_msgs/JointTrajectory``.

        Raises:
            StateError: no waypoints.
        """
        still = ", ".join(["0.0"] * len(self._names))
        lines = [
            "# Taught waypoints: a trajectory_msgs/JointTrajectory that stops at each of them. To run it:",
            "# ros2 topic pub --once /joint_trajectory_controller/joint_trajectory trajectory_msgs/msg/JointTrajectory "
            '"$(cat FILE)"',
            f"joint_names: [{', '.join(self._names)}]",
            "points:",
        ]
        for time, position in self.points():
            whole = round(1e9 * time)
            lines += [
                f"- positions: [{', '.join(f'{at:.6f}' for at in position)}]",
                f"  velocities: [{still}]",
                f"  accelerations: [{still}]",
                f"  time_from_start: {{sec: {whole // 10**9}, nanosec: {whole % 10**9}}}",
            ]
        return "\n".join(lines) + "\n"

    def _way(self, before: FloatArray, after: FloatArray) -> FloatArray:
        return np.array(differences(after.tolist(), before.tolist(), self._continuous))

    def _time(self, way: FloatArray) -> float:
        size = np.abs(way)
        by_velocity = PEAK_VELOCITY * size / self._velocity
        by_acceleration = np.sqrt(PEAK_ACCELERATION * size / self._acceleration)
        return math.ceil(1e3 * float(np.maximum(by_velocity, by_acceleration).max())) / 1e3
