"""A smooth pick-and-place-like motion with planner accelerations.

Legs of least jerk between points at rest: with s from 0 to 1 over the leg,

.. math:: q = q_0 + (q_1 - q_0)(10 s^3 - 15 s^4 + 6 s^5),

so that position, velocity and acceleration are continuous everywhere and known exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray, read_only
from ...errors import StateError
from ..feed_forward.references import Reference

PEAK_VELOCITY, PEAK_ACCELERATION = 15.0 / 8.0, 10.0 / 3.0**0.5
"""Largest derivatives of a leg of unit length and unit duration, at s = 1/2 and at s = (3 - √3)/6."""


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A closed or open chain of legs.

    Attributes:
        points: (P, n) rad, visited at rest.
        durations: (P - 1,) s, one a leg.
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
        """Reference at `time` seconds after the start; at rest at the ends outside of it."""
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
        """The same path in `duration` seconds."""
        return Trajectory(self.points, self.durations * (duration / self.duration))

    def least_duration(self, velocity: ArrayLike, acceleration: ArrayLike) -> float:
        """Seconds that `scaled` needs to keep within limits.

        Args:
            velocity: (n,) rad/s.
            acceleration: (n,) rad/s².
        """
        ways, lengths = np.abs(np.diff(self.points, axis=0)), self.durations[:, None]
        by_velocity = PEAK_VELOCITY * ways / lengths / np.asarray(velocity)
        by_acceleration = np.sqrt(PEAK_ACCELERATION * ways / lengths**2 / np.asarray(acceleration))
        return self.duration * float(max(by_velocity.max(), by_acceleration.max()))


HOME = (0.0, -1.9, 2.4, 0.0, 0.6, 0.0)
"""Start and end of `pick_and_place`, rad: upper arm raised, hand before the shoulder."""


def pick_and_place(duration: float = 5.0, points: Sequence[ArrayLike] | None = None) -> Trajectory:
    """A cycle through the work space: reach low, swing over the top, place high, return.

    Args:
        duration: seconds of the whole cycle.
        points: other joint positions (P, n) rad to visit in between, `HOME` first and last.
    """
    stops = np.array(
        [
            HOME,
            (-2.0, -0.3, 2.2, 1.0, -0.9, 1.3),  # pick: low, far to the right
            (-0.5, -1.6, 0.8, -0.6, 0.7, -1.0),  # lifted, over the top
            (2.0, -0.4, 0.3, -1.2, 1.3, -2.0),  # place: stretched out to the left
            HOME,
        ]
        if points is None
        else [HOME, *points, HOME]
    )
    return Trajectory(stops, np.full(len(stops) - 1, 1.0)).scaled(duration)
