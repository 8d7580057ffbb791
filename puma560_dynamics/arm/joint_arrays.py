"""Define the arrays and properties of an arm that follow from its joints and motors, one entry per joint."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray, read_only
from .parts import SLIDE_M, Joint, Motor

POSE_PRIMES = (2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 17.0, 19.0, 23.0, 29.0, 31.0, 37.0)
"""Numbers whose square roots spread the positions of each joint in `JointArrays.poses`."""


def spread(count: int, primes: Sequence[float], n: int) -> FloatArray:
    """Return points spread evenly over a cube by an additive recurrence (deterministic).

    Args:
        count: number of points.
        primes: different prime numbers, whose square roots are the steps of the recurrence; repeated if n is larger.
        n: number of dimensions.

    Returns:
        ``(count, n)`` numbers from 0 to 1.
    """
    return np.asarray(np.outer(np.arange(1, count + 1), np.sqrt(np.resize(primes, n))) % 1.0)


class JointArrays:
    """Values of the joints and motors of an arm as arrays.

    Attributes:
        joints: the joints, from the base outwards.
        motors: one motor per joint.
        transmission: (n, n) matrix from joint to motor positions.
    """

    joints: tuple[Joint, ...]
    motors: tuple[Motor, ...]
    transmission: FloatArray

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.joints)

    @cached_property
    def joint_names(self) -> tuple[str, ...]:
        """Joint names from the base outwards."""
        return tuple(joint.name for joint in self.joints)

    @property
    def offsets(self) -> FloatArray:
        """(n,) constant parts of the joint angles, rad."""
        return read_only([joint.offset for joint in self.joints])

    def angles(self, q: FloatArray) -> FloatArray:
        """Return the angles of rotation about z_1 to z_n.

        Args:
            q: (…, n) joint positions, rad (m for prismatic joints).

        Returns:
            ``(…, n)`` angles with offsets, rad; only the offset for prismatic joints.
        """
        if not any(joint.offset or joint.slides for joint in self.joints):
            return q
        return np.where([joint.slides for joint in self.joints], 0.0, q) + self.offsets

    @property
    def motor_inertia(self) -> FloatArray:
        """(n,) reflected motor inertia, kg·m²."""
        return read_only([motor.inertia for motor in self.motors])

    @property
    def coupled(self) -> bool:
        """Whether a motor moves more than one joint."""
        return not np.array_equal(self.transmission, np.eye(self.n))

    @property
    def armature(self) -> FloatArray:
        """(n, n) contribution of the motors to the kinetic energy matrix, kg·m²; diagonal unless `coupled`."""
        return read_only((self.transmission.T * self.motor_inertia) @ self.transmission)

    @property
    def maximum_torque(self) -> FloatArray:
        """(n,) maximum torque, N·m (table 7)."""
        return read_only([motor.maximum_torque for motor in self.motors])

    @property
    def break_away_torque(self) -> FloatArray:
        """(n,) break-away torque, N·m (table 7)."""
        return read_only([motor.break_away_torque for motor in self.motors])

    @property
    def torque_resolution(self) -> FloatArray:
        """(n,) torque resolution of the D/A converters, N·m."""
        return read_only([motor.torque_resolution for motor in self.motors])

    @property
    def lower(self) -> FloatArray:
        """(n,) lower position limits, rad."""
        return read_only([joint.lower for joint in self.joints])

    @property
    def upper(self) -> FloatArray:
        """(n,) upper position limits, rad."""
        return read_only([joint.upper for joint in self.joints])

    @property
    def velocity(self) -> FloatArray:
        """(n,) velocity limits, rad/s."""
        return read_only([joint.velocity for joint in self.joints])

    @property
    def continuous(self) -> NDArray[np.bool_]:
        """(n,) whether a joint is continuous (without position limits)."""
        return np.array([joint.continuous for joint in self.joints])

    @cached_property
    def slides(self) -> NDArray[np.bool_]:
        """(n,) whether a joint is prismatic."""
        return np.array([joint.slides for joint in self.joints], dtype=np.bool_)

    @cached_property
    def motion_scale(self) -> FloatArray:
        """(n,) motion of each joint that thresholds in rad refer to: 1 rad, or `SLIDE_M` m if it is prismatic."""
        return read_only(np.where(self.slides, SLIDE_M, 1.0))

    @property
    def effort_text(self) -> str:
        """Units of torques and forces as printed text: ``N·m``, ``N``, or ``N·m, N`` for an arm with both."""
        return ", ".join(sorted({joint.effort_text for joint in self.joints}, key=len, reverse=True))

    @property
    def pose_range(self) -> tuple[FloatArray, FloatArray]:
        """Lowest and highest positions for sampling poses, each (n,) rad: the limits, or ±π for a continuous joint."""
        lower, upper = np.where(self.continuous, [[-np.pi], [np.pi]], [self.lower, self.upper])
        return read_only(lower), read_only(upper)

    def poses(self, count: int) -> FloatArray:
        """Return poses spread evenly over `pose_range` (`spread`).

        Args:
            count: number of poses.

        Returns:
            ``(count, n)`` joint positions, rad; the same at every call.
        """
        lower, upper = self.pose_range
        return np.asarray(lower + spread(count, POSE_PRIMES, self.n) * (upper - lower))
