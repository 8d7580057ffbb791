"""Define the methods of all models for the kinematics of links, which depend only on the geometry of the arm."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arm.kinematics import Axes, jacobian, jacobian_rate, link_pose
from ..arrays import FloatArray
from ..states import broadcast_joint_arrays


class LinkKinematics:
    """Kinematics of the links of an arm, in numpy.

    A link is one of ``arm.link_names``: the base, a moving link, or a link fixed to one of them, such as a flange; by
    default ``arm.tip``, the link at the end of the arm. Velocities are those of the origin of the link's frame (rows 0
    to 2) and angular velocities (rows 3 to 5), both relative to the base link, in the *axes* of the base link or of the
    link.
    """

    arm: Arm

    def forward_kinematics(self, q: ArrayLike, link: str | None = None) -> FloatArray:
        """Return the pose of a link's frame in the frame of the base link, both as defined by the robot description.

        Args:
            q: (…, n) rad.
            link: one of ``arm.link_names``; by default ``arm.tip``.

        Returns:
            ``(…, 4, 4)`` homogeneous transforms, positions in m.

        Raises:
            StateError: the arm has no such link, or as stated for the class.
        """
        (q,) = self._broadcast(q=q)
        return link_pose(self.arm, q, link)

    def jacobian(self, q: ArrayLike, link: str | None = None, axes: Axes = "base") -> FloatArray:
        """Return the geometric Jacobian of the origin of a link's frame.

        Its transpose maps a force at this origin (N) and a moment (N·m) in the same axes to joint torques.

        Args:
            q: (…, n) rad.
            link: as in `forward_kinematics`.
            axes: axes in which velocities are expressed: ``"base"`` (of the base link) or ``"link"`` (of `link`).

        Returns:
            ``(…, 6, n)`` matrix from joint velocities to the linear velocity of the origin (m/s) and the angular
            velocity (rad/s), both relative to the base link.

        Raises:
            StateError: the arm has no such link, `axes` is invalid, or as stated for the class.
        """
        (q,) = self._broadcast(q=q)
        return jacobian(self.arm, q, link, axes)

    def jacobian_rate(self, q: ArrayLike, qd: ArrayLike, link: str | None = None, axes: Axes = "base") -> FloatArray:
        """Return the derivative by time of the elements of `jacobian`.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.
            link: as in `forward_kinematics`.
            axes: as in `jacobian`; those of the link turn with it.

        Returns:
            ``(…, 6, n)`` array.

        Raises:
            StateError: as in `jacobian`.
        """
        q, qd = self._broadcast(q=q, qd=qd)
        return jacobian_rate(self.arm, q, qd, link, axes)

    def bias_acceleration(
        self, q: ArrayLike, qd: ArrayLike, link: str | None = None, axes: Axes = "base"
    ) -> FloatArray:
        """Return `jacobian_rate` times the velocities, for operational-space control.

        If v is `jacobian` times `qd`, its derivative by time is `jacobian` times the accelerations plus this result. In
        the axes of the base, this is the acceleration of the link's origin and the angular acceleration. In those of
        the link, it is the derivative of the velocity's components, which Pinocchio calls spatial acceleration.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.
            link: as in `forward_kinematics`.
            axes: as in `jacobian`.

        Returns:
            ``(…, 6)`` m/s², then rad/s².

        Raises:
            StateError: as in `jacobian`.
        """
        q, qd = self._broadcast(q=q, qd=qd)
        return np.asarray((jacobian_rate(self.arm, q, qd, link, axes) @ qd[..., None])[..., 0])

    def _broadcast(self, **states: ArrayLike) -> tuple[FloatArray, ...]:
        return tuple(broadcast_joint_arrays(self.arm.n, states, self.arm.joint_names))


class KinematicsOfBase(LinkKinematics):
    """Kinematics of a model that is made from another model `base` of the same links and joints."""

    base: LinkKinematics

    def forward_kinematics(self, q: ArrayLike, link: str | None = None) -> FloatArray:
        return self.base.forward_kinematics(q, link)

    def jacobian(self, q: ArrayLike, link: str | None = None, axes: Axes = "base") -> FloatArray:
        return self.base.jacobian(q, link, axes)

    def jacobian_rate(self, q: ArrayLike, qd: ArrayLike, link: str | None = None, axes: Axes = "base") -> FloatArray:
        return self.base.jacobian_rate(q, qd, link, axes)

    def bias_acceleration(
        self, q: ArrayLike, qd: ArrayLike, link: str | None = None, axes: Axes = "base"
    ) -> FloatArray:
        return self.base.bias_acceleration(q, qd, link, axes)
