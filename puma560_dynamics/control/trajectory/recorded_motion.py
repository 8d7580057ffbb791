"""A recorded motion that is played again: checked as a whole, from rest to rest, from where the arm is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray, IntegerArray
from ...errors import TrajectoryError
from ..feed_forward.references import AT_REST, Reference
from ..gate.plausibility import differences
from .joint_path import NANOSECOND, JointPath
from .path_limits import PathLimits

MAX_GAP_S = 0.1
"""Longest time between two references of a recording in motion, s; between them the motion is interpolated."""


class RecordedMotion:
    """The references of a recording, by time since the first one.

    Args:
        arm: arm that is to follow the motion.
        stamps: (N,) ns, times of the references.
        position: (N, n) rad.
        velocity: (N, n) rad/s.
        acceleration: (N, n) rad/s².
        joints: joint names for messages; the arm's by default.

    Attributes:
        duration: time from the first reference to the last, s.

    Raises:
        TrajectoryError: fewer than two references, stamps out of order, a gap in motion, ends that are not at rest, or
            a limit of the arm that is exceeded.
    """

    def __init__(
        self,
        arm: Arm,
        stamps: IntegerArray,
        position: FloatArray,
        velocity: FloatArray,
        acceleration: FloatArray,
        joints: Sequence[str] | None = None,
    ) -> None:
        rows = np.stack([position, velocity, acceleration])
        step = np.diff(stamps)
        backwards = np.flatnonzero(step < 0)
        if backwards.size:
            raise TrajectoryError(f"reference {backwards[0] + 1} is older than the one before it; record again")
        new = np.append(True, step > 0)  # a repeated reference has the stamp of the one before
        times, rows = (stamps[new] - stamps[0]) * NANOSECOND, rows[:, new]
        if len(times) < 2:
            raise TrajectoryError("the recording has only one reference; expected a motion")
        moving = np.abs(rows[1:]).max(axis=(0, 2)) > AT_REST
        for end, word in ((0, "begins"), (-1, "ends")):
            if moving[end]:
                raise TrajectoryError(f"the recording {word} in motion; expected rest, record from rest to rest")
        gaps = np.flatnonzero((np.diff(times) > MAX_GAP_S) & (moving[1:] | moving[:-1]))
        if gaps.size:
            first = gaps[0]
            raise TrajectoryError(
                f"no reference for {times[first + 1] - times[first]:.3g} s after {times[first]:.3f} s, in motion; "
                f"expected at most {MAX_GAP_S:g} s, record again"
            )
        limits = PathLimits.of(arm, joints=joints)
        limits.check_position(times, rows[0])
        limits.check_velocity(times, rows[1])
        self._path, self._names = JointPath(times, *rows), limits.joints
        self._continuous = arm.continuous.tolist()
        self.duration = float(times[-1])

    def at(self, time: float) -> Reference:
        """Return the reference `time` s after the first one; before and after the motion, its end poses at rest."""
        q, qd, qdd = (rows[0] for rows in self._path.at(min(max(time, 0.0), self.duration)))
        return Reference(q, qd, qdd)

    def start_problem(self, position: FloatArray, tolerance: float) -> str | None:
        """Return the reason, a sentence, not to begin from a pose; `None` if the arm is at the first one.

        Args:
            position: (n,) rad, pose of the arm.
            tolerance: largest distance of a joint from the first pose, rad.
        """
        first = self._path.position[0]
        off = np.abs(differences(first.tolist(), position.tolist(), self._continuous))
        joint = int(off.argmax())
        if off[joint] <= tolerance:
            return None
        return (
            f"{self._names[joint]} is at {position[joint]:.4f} rad, the recording begins at {first[joint]:.4f} rad; "
            f"expected at most {tolerance:g} rad (start_tolerance) between them, move the arm there first"
        )
