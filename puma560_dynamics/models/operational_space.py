r"""Compute operational-space quantities of any model: inertia at a link, consistent inverse, inverse of the Jacobian.

With the Jacobian J (6, n) of a link's origin (Khatib 1987, "A unified approach for motion and force control of robot
manipulators: the operational space formulation", IEEE J. Robotics and Automation 3(1)):

.. math:: \Lambda = (J A^{-1} J^T)^{-1}, \qquad \bar J = A^{-1} J^T \Lambda

They exist where J has rank six.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arm.kinematics import jacobian
from ..arm.manipulability import manipulability
from ..arrays import FloatArray
from ..errors import StateError, UnsupportedArmError
from ..states import broadcast_joint_arrays, joint_array
from .vanishing_inertia import may_vanish, refuse_vanishing_inertia

DIRECTIONS = 6
"""Number of directions of motion of a link."""


class OperationalSpace(ABC):
    """Methods of `DynamicModel` for control in the space of a link's motion."""

    arm: Arm

    @abstractmethod
    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        """Return A(q); see `DynamicModel`."""

    def operational_inertia(self, q: ArrayLike, link: str | None = None) -> FloatArray:
        """Return the operational-space inertia Λ of a link: the inertia that a force and moment at its origin feel.

        Args:
            q: (…, n) rad.
            link: as in `jacobian`, whose axes and rows it has.

        Returns:
            ``(…, 6, 6)`` symmetric matrix from acceleration of the link (m/s², rad/s²) to force and moment (N, N·m).

        Raises:
            StateError: the link is singular at a pose, which the message names; the arm has no such link; or as stated
                for the class.
            UnsupportedArmError: fewer than six joints move the link.
        """
        rows, inverse = self._directions(q, link)
        return np.asarray(np.linalg.inv(rows @ inverse @ np.swapaxes(rows, -1, -2)))

    def consistent_inverse(self, q: ArrayLike, link: str | None = None) -> FloatArray:
        """Return the dynamically consistent inverse J̄ of a link's Jacobian, which minimises the kinetic energy.

        J J̄ = 1, and torques that (1 - Jᵀ J̄ᵀ) projects do not accelerate the link.

        Args:
            q: (…, n) rad.
            link: as in `jacobian`, whose axes and rows it has.

        Returns:
            ``(…, n, 6)`` matrix from the velocity of the link to joint velocities.

        Raises:
            StateError, UnsupportedArmError: as for `operational_inertia`.
        """
        rows, inverse = self._directions(q, link)
        turned = inverse @ np.swapaxes(rows, -1, -2)
        return np.asarray(np.swapaxes(np.linalg.solve(rows @ turned, np.swapaxes(turned, -1, -2)), -1, -2))

    def inverse_jacobian(self, q: ArrayLike) -> FloatArray:
        """Return the inverse of the Jacobian of the arm's tip in axes of the base link, for arms of six joints.

        Args:
            q: (…, 6) rad.

        Returns:
            ``(…, 6, 6)`` matrix from the velocity of the tip's origin (m/s) and the angular velocity (rad/s) to joint
            velocities.

        Raises:
            StateError: a pose is singular, which the message names, or as stated for the class.
            UnsupportedArmError: the arm does not have six joints.
        """
        if self.arm.n != DIRECTIONS:
            raise UnsupportedArmError(
                f"the Jacobian of {self.arm.name!r} has no inverse, because the arm has {self.arm.n} joints, not six; "
                "use consistent_inverse or a pseudoinverse of the Jacobian"
            )
        q = joint_array("q", q, self.arm.n)
        refuse_singular(self.arm, q, None)
        return np.asarray(np.linalg.inv(jacobian(self.arm, q)))

    def _directions(self, q: ArrayLike, link: str | None) -> tuple[FloatArray, FloatArray]:
        """Return the Jacobian of a link and A⁻¹."""
        (q,) = broadcast_joint_arrays(self.arm.n, {"q": q}, self.arm.joint_names)
        refuse_singular(self.arm, q, link)
        a = self.kinetic_energy_matrix(q)
        if may_vanish(self.arm):
            refuse_vanishing_inertia(self.arm, a, q)
        return jacobian(self.arm, q, link), np.asarray(np.linalg.inv(a), dtype=np.float64)


def refuse_singular(arm: Arm, q: FloatArray, link: str | None) -> None:
    """Raise if a link has lost a direction of motion at a pose.

    Args:
        arm: the arm.
        q: ``(…, n)`` positions, rad.
        link: one of `Arm.link_names`; `Arm.tip` by default.

    Raises:
        StateError: the link is singular at a pose, or the arm has no such link.
        UnsupportedArmError: fewer than six joints move the link.
    """
    name = link or arm.tip
    moved = int(arm.following[: arm.place_of(link).carrier].any(axis=0).sum())
    if moved < DIRECTIONS:
        raise UnsupportedArmError(
            f"link {name!r} cannot move in all {DIRECTIONS} directions, because only {moved} joints move it; "
            "use a link that six joints move"
        )
    for pose in q.reshape(-1, arm.n):
        found = manipulability(arm, pose, link)
        if found.singular:
            at = ", ".join(f"{x:.4g}" for x in pose)
            kind = f"{' and '.join(found.names)} singularity" if found.names else "singularity"
            still = f": joints {', '.join(found.still)} can move while it stands still" if found.still else ""
            raise StateError(
                f"link {name!r} has a {kind} at q = ({at}){still}; it can move in {found.rank} of {DIRECTIONS} "
                "directions there, so its inverse does not exist; give another pose"
            )
