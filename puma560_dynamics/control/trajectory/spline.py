"""The motion between points of any kind, as `joint_trajectory_controller` interpolates it.

With ``interpolation_method: splines``, its default, the controller chooses for every interval separately: a polynomial
of fifth degree if both points have position, velocity and acceleration, a cubic if one of them has no acceleration. A
point without velocity, next to which the controller moves on a straight line, is refused: on a polyline the velocity
jumps at the points, so that no acceleration exists there. `JointPath` is the special case in which every point has
all three.
"""

from __future__ import annotations

from bisect import bisect_right

import numpy as np

from ...arrays import FloatArray, read_only
from ...errors import TrajectoryError
from .joint_path import along
from .least_jerk import HERMITE
from .waypoints import Waypoints

CUBIC = np.array(
    [
        [0.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [-3.0, -2.0, 3.0, -1.0],
        [2.0, 1.0, -2.0, 1.0],
        [0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 0.0],
    ]
)
CUBIC.setflags(write=False)
"""(6, 4): coefficients of 1, s … s⁵ on 0 ≤ s ≤ 1 from displacement and velocity at s = 0, then at s = 1."""

FRACTIONS = np.linspace(0.0, 1.0, 17)
"""Fractions of an interval at which a whole motion is checked before it begins."""


Moment = tuple[FloatArray, FloatArray, FloatArray]
"""Position (n,) rad, velocity (n,) rad/s and acceleration (n,) rad/s² at one time."""


class Spline:
    """A motion through points that have positions and velocities, and may have accelerations.

    Args:
        waypoints: points of all joints.

    Attributes:
        times: (P,) s, times of the points.
        last: position, velocity and acceleration of the last point, (n,) each; an acceleration not given is zero.

    Raises:
        TrajectoryError: a point without velocities.
    """

    def __init__(self, waypoints: Waypoints) -> None:
        without = np.flatnonzero(~np.isfinite(waypoints.velocity).all(axis=1))
        if without.size:
            raise TrajectoryError(
                f"point {without[0]} has no velocities; expected positions and velocities, and accelerations where "
                "they are known; set the planner to publish them"
            )
        self.times = read_only(waypoints.times)
        self._times: list[float] = self.times.tolist()
        self._position = waypoints.position
        self._coefficients = _coefficients(waypoints)
        acceleration = np.where(np.isfinite(waypoints.acceleration[-1]), waypoints.acceleration[-1], 0.0)
        self.last: Moment = waypoints.position[-1], waypoints.velocity[-1], acceleration

    def at(self, time: float) -> Moment:
        """Return position, velocity and acceleration at `time` (s), (n,) each.

        Before the first point they are those at the first point, from the last point on those of the last point.
        """
        if time >= self._times[-1]:
            return self.last
        k = max(bisect_right(self._times, time) - 1, 0)
        length = self._times[k + 1] - self._times[k]
        s = max((time - self._times[k]) / length, 0.0)
        moved, velocity, acceleration = along(self._coefficients[k], s, length)
        return self._position[k] + moved, velocity, acceleration

    def rows(self, begin: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return positions, velocities and accelerations, (N, n) each, at `FRACTIONS` of each interval.

        Args:
            begin: time, s; intervals that end earlier are left out.
        """
        first = max(bisect_right(self._times, begin) - 1, 0)
        c = self._coefficients[first:].transpose(1, 0, 2)[:, :, None, :]
        length = np.diff(self.times[first:])[:, None, None]
        moved, velocity, acceleration = along(c, FRACTIONS[:, None], length)
        found = self._position[first:-1, None] + moved, velocity, acceleration
        position, velocity, acceleration = (
            np.concatenate([rows.reshape(-1, rows.shape[-1]), last[None]])
            for rows, last in zip(found, self.last, strict=True)
        )
        return position, velocity, acceleration


def _coefficients(points: Waypoints) -> FloatArray:
    """Return (P - 1, 6, n) coefficients of the displacement from each point, for `along`."""
    length = np.diff(points.times)[:, None]
    way = np.diff(points.position, axis=0)
    before, after = points.velocity[:-1] * length, points.velocity[1:] * length
    zero = np.zeros_like(way)
    cubic = np.tensordot(CUBIC, np.stack([zero, before, way, after]), axes=1)
    bends = points.acceleration[:-1] * length**2, points.acceleration[1:] * length**2
    quintic = np.tensordot(HERMITE, np.stack([zero, before, bends[0], way, after, bends[1]]), axes=1)
    # With an acceleration that is not given, the coefficients of fifth degree are NaN.
    return np.ascontiguousarray(np.where(np.isfinite(quintic), quintic, cubic).transpose(1, 0, 2))
