"""The motion between points of any kind, as `joint_trajectory_controller` interpolates it.

With ``interpolation_method: splines``, its default, the controller chooses for every interval separately: a polynomial
of fifth degree if both points have position, velocity and acceleration, a cubic if one of them has no acceleration. A
point without velocity, next to which the controller moves on a straight line, is refused: on a polyline the velocity
jumps at the points, so that no acceleration exists there. `JointPath` is the special case in which every point has
all three.

On a cubic, the acceleration is the mean over `MEAN_S` before and after. Streams of points a few milliseconds apart,
such as those of MoveIt Servo, have velocities from differences: the second derivative of their cubics is mostly noise.
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

MEAN_S = 0.02
"""Time before and after over which the acceleration on a cubic is averaged, s; less at the ends of the motion."""

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
        self._begin, self._end = self._times[0], self._times[-1]
        self._lengths, self._position = np.diff(self.times)[:, None], waypoints.position
        self._coefficients = _coefficients(waypoints)
        given = ~np.isnan(waypoints.acceleration.sum(axis=1))
        self._cubic: list[bool] = (~(given[:-1] & given[1:])).tolist()
        acceleration = np.where(given[-1], waypoints.acceleration[-1], 0.0)
        self.last: Moment = waypoints.position[-1], waypoints.velocity[-1], acceleration

    def at(self, time: float) -> Moment:
        """Return position, velocity and acceleration at `time` (s), (n,) each.

        Before the first point they are those at the first point, from the last point on those of the last point.
        """
        if time >= self._end or len(self._times) == 1:
            return self.last
        time = max(time, self._begin)
        early, late = max(time - MEAN_S, self._begin), min(time + MEAN_S, self._end)
        position, velocity, acceleration = self._on_intervals(np.array([time, early, late]))
        cubic = self._cubic[bisect_right(self._times, time) - 1]
        mean = (velocity[2] - velocity[1]) / (late - early)
        return position[0], velocity[0], mean if cubic else acceleration[0]

    def rows(self, begin: float) -> Moment:
        """Return positions, velocities and accelerations, (N, n) each, at `FRACTIONS` of each interval.

        Accelerations are the second derivatives, also on a cubic: their mean could hide a quick change of velocity.

        Args:
            begin: time, s; intervals that end earlier are left out.
        """
        first = max(int(np.searchsorted(self.times, begin, side="right")) - 1, 0)
        starts = self.times[first:-1, None]
        times = starts + FRACTIONS[:-1] * self._lengths[first:]
        found = self._on_intervals(times.ravel())
        position, velocity, acceleration = (
            np.concatenate([rows, last[None]]) for rows, last in zip(found, self.last, strict=True)
        )
        return position, velocity, acceleration

    def _on_intervals(self, times: FloatArray) -> Moment:
        """Return positions, velocities and second derivatives (N, n) at `times` (N,) s."""
        k = np.clip(np.searchsorted(self.times, times, side="right") - 1, 0, len(self.times) - 2)
        length = self._lengths[k]
        s = np.clip((times - self.times[k])[:, None] / length, 0.0, 1.0)
        moved, velocity, acceleration = along(self._coefficients[:, k], s, length)
        return self._position[k] + moved, velocity, acceleration


def _coefficients(points: Waypoints) -> FloatArray:
    """Return (6, P - 1, n) coefficients of the displacement from each point, for `along`."""
    length = np.diff(points.times)[:, None]
    way = np.diff(points.position, axis=0)
    before, after = points.velocity[:-1] * length, points.velocity[1:] * length
    zero = np.zeros_like(way)
    cubic = np.tensordot(CUBIC, np.stack([zero, before, way, after]), axes=1)
    bends = points.acceleration[:-1] * length**2, points.acceleration[1:] * length**2
    quintic = np.tensordot(HERMITE, np.stack([zero, before, bends[0], way, after, bends[1]]), axes=1)
    # With an acceleration that is not given, the coefficients of fifth degree are NaN.
    return np.where(np.isfinite(quintic), quintic, cubic)
