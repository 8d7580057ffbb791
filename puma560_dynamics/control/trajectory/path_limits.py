"""Check that a sampled motion stays within the arm's limits; errors name the time, the joint and the remedy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray, read_only
from ...errors import StateError, TrajectoryError

ROUNDING = 1e-9
"""Tolerance of position (rad) and relative velocity and torque: a point exactly on a limit is within it."""


@dataclass(frozen=True, eq=False)
class PathLimits:
    """Limits of every joint.

    Attributes:
        joints: joint names for messages, in the arm's order.
        lower, upper: (n,) rad, position limits.
        velocity: (n,) rad/s, largest velocity.
        torque: (n,) N·m, largest torque.
    """

    joints: tuple[str, ...]
    lower: FloatArray
    upper: FloatArray
    velocity: FloatArray
    torque: FloatArray

    @classmethod
    def of(cls, arm: Arm, torque_limit_scale: float = 1.0, joints: Sequence[str] | None = None) -> PathLimits:
        """Return the limits of `arm`, with its torque limits times `torque_limit_scale` (more than 0, at most 1).

        Raises:
            StateError: a scale outside this range.
        """
        if not 0.0 < torque_limit_scale <= 1.0:
            raise StateError(f"torque limit scale: expected more than 0 and at most 1, got {torque_limit_scale}")
        names = arm.joint_names if joints is None else tuple(joints)
        return cls(names, arm.lower, arm.upper, arm.velocity, read_only(torque_limit_scale * arm.maximum_torque))

    def including(self, position: ArrayLike) -> PathLimits:
        """Return limits that include `position` (n,) rad, so that an arm outside its limits can come back."""
        return PathLimits(
            self.joints,
            read_only(np.minimum(self.lower, position)),
            read_only(np.maximum(self.upper, position)),
            self.velocity,
            self.torque,
        )

    def check_position(self, times: FloatArray, position: FloatArray) -> None:
        """Check `position` (N, n) rad at `times` (N,) s.

        Raises:
            TrajectoryError: a joint leaves its range; the message names the joint that is farthest outside.
        """
        for word, limit, over in (
            ("below its lower", self.lower, self.lower - position),
            ("above its upper", self.upper, position - self.upper),
        ):
            if over.max() > ROUNDING:
                k, joint = np.unravel_index(over.argmax(), over.shape)
                raise TrajectoryError(
                    f"{self.joints[joint]} comes to {position[k, joint]:.4f} rad at {times[k]:.3f} s, {word} limit "
                    f"{limit[joint]:.4f} rad; expected it inside, move the points near there or add one in between"
                )

    def check_velocity(self, times: FloatArray, velocity: FloatArray) -> None:
        """Check `velocity` (N, n) rad/s at `times` (N,) s.

        Raises:
            TrajectoryError: a joint is too fast; the message names the fastest joint relative to its limit.
        """
        share = np.abs(velocity) / self.velocity
        if share.max() > 1.0 + ROUNDING:
            k, joint = np.unravel_index(share.argmax(), share.shape)
            raise TrajectoryError(
                f"{self.joints[joint]} moves with {velocity[k, joint]:.4g} rad/s at {times[k]:.3f} s, its limit is "
                f"{self.velocity[joint]:.4g} rad/s; give the trajectory {_up(share.max())} times as long"
            )

    def check_torque(self, times: FloatArray, torque: FloatArray, gravity: FloatArray) -> None:
        """Check `torque` (N, n) N·m, which includes `gravity` (N, n) N·m, at `times` (N,) s.

        Raises:
            TrajectoryError: a torque exceeds its limit; the message names the largest torque relative to its limit.
        """
        share = np.abs(torque) / self.torque
        if share.max() <= 1.0 + ROUNDING:
            return
        k, joint = np.unravel_index(share.argmax(), share.shape)
        raise TrajectoryError(
            f"{self.joints[joint]} needs {torque[k, joint]:.4g} N·m at {times[k]:.3f} s, its limit is "
            f"{self.torque[joint]:.4g} N·m; {self._advice(torque, gravity)}"
        )

    def _advice(self, torque: FloatArray, gravity: FloatArray) -> str:
        """Return advice: a path run k times as slowly needs gravity plus 1/k² of the rest (Hollerbach 1984)."""
        heavy = np.abs(gravity) >= self.torque
        if heavy.any():
            joint = self.joints[int(heavy.any(axis=0).argmax())]
            return f"{joint} cannot even hold the arm there at rest, choose another pose"
        moving = torque - gravity
        room = np.where(moving > 0.0, self.torque - gravity, self.torque + gravity)
        return f"give the trajectory {_up(np.sqrt((np.abs(moving) / room).max()))} times as long"


def _up(factor: float) -> str:
    """Return a factor as text with two decimals, never rounded down."""
    return f"{np.ceil(100.0 * factor - 1e-9) / 100.0:.2f}"
