"""Smooth motions through poses at rest, with known accelerations, and a demonstration motion for any arm.

Each leg between two poses has minimum jerk: with s from 0 to 1 over the leg,

.. math:: q = q_0 + (q_1 - q_0)(10 s^3 - 15 s^4 + 6 s^5),

so position, velocity and acceleration are continuous everywhere and known exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...arm.arm import Arm
from ...arm.home_pose import HOME, PATTERN, PEAK_VELOCITY, PICK_AND_PLACE, USUAL, home, is_puma, swing_points
from ...arrays import FloatArray, read_only
from ...errors import StateError
from ..feed_forward.references import Reference

PEAK_ACCELERATION = 10.0 / 3.0**0.5
"""Largest acceleration of a leg of unit length and unit duration, at s = (3 - √3)/6."""


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A closed or open chain of legs.

    Attributes:
        points: (P, n) rad, poses that are visited at rest.
        durations: (P - 1,) s, duration of each leg.
    """

    points: FloatArray
    durations: FloatArray

    def __post_init__(self) -> None:
        points, durations = read_only(self.points), read_only(self.durations)
        if points.ndim != 2 or durations.shape != (len(points) - 1,):
            raise StateError(f"expected P points and P - 1 durations, got {points.shape} and {durations.shape}")
        if not (np.isfinite(points).all() and (durations > 0.0).all()):
            raise StateError("expected finite points and positive durations")
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "durations", durations)
        object.__setattr__(self, "_starts", np.concatenate([[0.0], np.cumsum(durations)]))

    @property
    def duration(self) -> float:
        """Seconds from the first point to the last."""
        return float(self.durations.sum())

    def at(self, time: float) -> Reference:
        """Return the reference `time` seconds after the start; before and after the motion, its end poses at rest."""
        starts: FloatArray = self._starts  # type: ignore[attr-defined]
        # Python's min and max: np.clip takes longer for one number.
        leg = min(max(int(np.searchsorted(starts, time, side="right")) - 1, 0), len(self.durations) - 1)
        length = self.durations[leg]
        s = min(max(float((time - starts[leg]) / length), 0.0), 1.0)
        way = self.points[leg + 1] - self.points[leg]
        return Reference(
            position=self.points[leg] + way * (s**3 * (10.0 + s * (6.0 * s - 15.0))),
            velocity=way * (30.0 * s**2 * (1.0 - s) ** 2 / length),
            acceleration=way * (60.0 * s * (1.0 - s) * (1.0 - 2.0 * s) / length**2),
        )

    def scaled(self, duration: float) -> Trajectory:
        """Return the same path in `duration` seconds."""
        return Trajectory(self.points, self.durations * (duration / self.duration))

    def least_duration(self, velocity: ArrayLike, acceleration: ArrayLike) -> float:
        """Return the shortest duration, s, with which `scaled` stays within the limits.

        Args:
            velocity: (n,) rad/s.
            acceleration: (n,) rad/s².
        """
        ways, lengths = np.abs(np.diff(self.points, axis=0)), self.durations[:, None]
        by_velocity = PEAK_VELOCITY * ways / lengths / np.asarray(velocity)
        by_acceleration = np.sqrt(PEAK_ACCELERATION * ways / lengths**2 / np.asarray(acceleration))
        return self.duration * float(max(by_velocity.max(), by_acceleration.max()))


APPROACH_SHARE, LEAST_APPROACH_S = 0.2, 1.0
"""Largest velocity of an approach as a fraction of the velocity limits, and its shortest duration, s."""


def approach(arm: Arm, pose: ArrayLike, goal: ArrayLike) -> Trajectory:
    """Return a slow leg from `pose` to `goal`, (n,) rad (m) each; a joint without velocity limit counts as 1 rad/s."""
    leg = Trajectory(np.array([pose, goal]), np.ones(1))
    limit = np.where(arm.velocity > 0.0, arm.velocity, 1.0)
    return leg.scaled(max(LEAST_APPROACH_S, leg.least_duration(APPROACH_SHARE * limit, np.full(arm.n, np.inf))))


def pick_and_place(duration: float = 5.0, points: Sequence[ArrayLike] | None = None) -> Trajectory:
    """Return a cycle through the work space: reach low, swing over the top, place high, return.

    Args:
        duration: seconds of the whole cycle.
        points: other joint positions (P, n) rad to visit in between, `HOME` first and last.
    """
    stops = np.array(PICK_AND_PLACE if points is None else [HOME, *points, HOME])
    return Trajectory(stops, np.full(len(stops) - 1, 1.0)).scaled(duration)


def demonstration(arm: Arm, duration: float = USUAL) -> Trajectory:
    """Return a cycle from `home` via three points and back.

    Args:
        arm: arm with position and velocity limits.
        duration: duration of the whole cycle, s.
    """
    if is_puma(arm):
        return pick_and_place(duration)
    return Trajectory(swing_points(arm, home(arm)), np.ones(len(PATTERN) + 1)).scaled(duration)
