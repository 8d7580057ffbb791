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
from ...arm.kinematics import gravity_load
from ...arrays import FloatArray, read_only
from ...errors import StateError
from ..feed_forward.references import Reference

PEAK_VELOCITY, PEAK_ACCELERATION = 15.0 / 8.0, 10.0 / 3.0**0.5
"""Largest derivatives of a leg of unit length and unit duration, at s = 1/2 and at s = (3 - √3)/6."""


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


HOME = (0.0, -1.9, 2.4, 0.0, 0.6, 0.0)
"""Start and end of `pick_and_place`, rad: upper arm raised, hand in front of the shoulder."""


def pick_and_place(duration: float = 5.0, points: Sequence[ArrayLike] | None = None) -> Trajectory:
    """Return a cycle through the work space: reach low, swing over the top, place high, return.

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


SWING, STROKE = 1.0, 0.2
"""Largest amplitude about the middle: rad for a revolute joint, m for a prismatic joint."""

SHARE_OF_RANGE, SHARE_OF_VELOCITY = 0.35, 0.6
"""Largest amplitude as a fraction of the range on one side of the middle, and largest velocity as a fraction of the
velocity limit, for a cycle of `USUAL` seconds."""

USUAL = 5.0
"""Default duration of a cycle, s, for which the velocity limits are kept."""

CANDIDATES, POSE_RANGE_FRACTION = 64, 0.6
"""Number of alternative poses for `home`, and the fraction of the joint ranges within which they lie."""

CARRIED = 0.6
"""Largest fraction of a motor's torque that gravity may need; the rest is for motion and friction."""

PATTERN = (1.0, -0.7, 0.9)
"""Fractions of the amplitude at the three points; neighbouring joints move in opposite directions."""


TWISTS = np.radians([0.0, -90.0, 0.0, 90.0, -90.0, 90.0])
"""Link twists of the PUMA, rad, which distinguish it from other arms with six joints."""


def is_puma(arm: Arm) -> bool:
    """Return whether `arm` has the PUMA's link twists, and limits that contain the PUMA's demonstration motion."""
    if arm.n != len(HOME) or any(joint.slides for joint in arm.joints):
        return False
    if not np.allclose([joint.alpha for joint in arm.joints], TWISTS, atol=0.01):
        return False
    points = pick_and_place().points
    return bool((points > arm.lower).all() and (points < arm.upper).all())


def home(arm: Arm) -> FloatArray:
    """Return the pose, (n,) rad (m), at which the demonstration starts and ends.

    It is the middle of the joint ranges, or another pose if gravity would need too much of a motor's torque there.

    Args:
        arm: arm with position limits and maximum torques; a joint without limits is at zero.
    """
    if is_puma(arm):
        return read_only(HOME)
    middle = 0.5 * np.add(*arm.pose_range)
    candidates = np.array([middle, *(middle + POSE_RANGE_FRACTION * (arm.poses(CANDIDATES) - middle))])
    limit = np.where(arm.maximum_torque > 0.0, arm.maximum_torque, np.inf)
    shares = np.array([np.abs(gravity_load(arm, _points(arm, at)) / limit).max() for at in candidates])
    light = np.flatnonzero(shares <= CARRIED)
    return read_only(candidates[light[0] if light.size else shares.argmin()])


def demonstration(arm: Arm, duration: float = USUAL) -> Trajectory:
    """Return a cycle from `home` via three points and back.

    Args:
        arm: arm with position and velocity limits.
        duration: duration of the whole cycle, s.
    """
    if is_puma(arm):
        return pick_and_place(duration)
    return Trajectory(_points(arm, home(arm)), np.ones(len(PATTERN) + 1)).scaled(duration)


def _points(arm: Arm, middle: FloatArray) -> FloatArray:
    """Return the points of a demonstration motion that begins and ends at the pose `middle`."""
    leg = USUAL / (len(PATTERN) + 1)
    ways = [abs(after - before) for before, after in zip((0.0, *PATTERN), (*PATTERN, 0.0), strict=True)]
    by_range = SHARE_OF_RANGE * np.minimum(middle - arm.lower, arm.upper - middle)
    by_velocity = SHARE_OF_VELOCITY * arm.velocity * leg / (PEAK_VELOCITY * max(ways))
    largest = np.array([STROKE if joint.slides else SWING for joint in arm.joints])
    amplitude = np.minimum(largest, np.minimum(by_range, by_velocity)) * (-1.0) ** np.arange(arm.n)
    return np.array([middle, *(middle + share * amplitude for share in PATTERN), middle])
