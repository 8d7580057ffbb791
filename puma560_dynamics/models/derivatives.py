r"""Differentiate the dynamics of any model: torque, gravity torque and acceleration by positions, velocities and torque.

The default works for every kind of model, because it only evaluates `torque`: the torque is a polynomial of second
degree in velocities and in positions of prismatic joints, for which central differences are exact. In the angle of a
revolute joint, it is a trigonometric polynomial of low degree N. Riesz (1914), "Eine trigonometrische
Interpolationsformel", Jahresbericht DMV 23, gives its derivative exactly by 2N values:

.. math:: f'(\theta) = \frac{1}{4N} \sum_{k=1}^{2N} \frac{(-1)^{k+1}}{\sin^2(t_k/2)} f(\theta + t_k),
    \qquad t_k = \frac{2k-1}{2N} \pi
"""

from __future__ import annotations

from abc import ABC
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arrays import FloatArray
from ..states import broadcast_joint_arrays

DEGREE = 3
"""Degree N for which derivatives by angles are exact. That of a rigid arm's torque is 2."""


class TorqueWithDerivatives(NamedTuple):
    """Torque of inverse dynamics and its first derivatives.

    Attributes:
        torque: (…, n) N·m (N).
        by_position: (…, n, n) ∂τ/∂q, row by torque, column by joint.
        by_velocity: (…, n, n) ∂τ/∂q̇.
        inertia: (…, n, n) ∂τ/∂q̈ = A.
    """

    torque: FloatArray
    by_position: FloatArray
    by_velocity: FloatArray
    inertia: FloatArray


class AccelerationWithDerivatives(NamedTuple):
    """Acceleration of forward dynamics and its first derivatives.

    Attributes:
        acceleration: (…, n) rad/s² (m/s²).
        by_position: (…, n, n) ∂q̈/∂q, row by acceleration, column by joint.
        by_velocity: (…, n, n) ∂q̈/∂q̇.
        by_torque: (…, n, n) ∂q̈/∂τ = A⁻¹.
    """

    acceleration: FloatArray
    by_position: FloatArray
    by_velocity: FloatArray
    by_torque: FloatArray


class Derivatives(ABC):
    """Methods of `DynamicModel` that return derivatives."""

    arm: Arm

    if TYPE_CHECKING:

        def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray: ...

        def gravity(self, q: ArrayLike) -> FloatArray: ...

        def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray: ...

        def acceleration(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> FloatArray: ...

    def torque_derivatives(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> TorqueWithDerivatives:
        """Return the torque of a motion with its derivatives by position, velocity and acceleration.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.
            qdd: (…, n) rad/s², broadcast against `q`.

        Returns:
            Torque, ∂τ/∂q, ∂τ/∂q̇ and A.
        """
        q, qd, qdd = self._broadcast(q=q, qd=qd, qdd=qdd)
        faster, slower = (
            self.torque(q[..., None, :], qd[..., None, :] + step, qdd[..., None, :])
            for step in (np.eye(self.arm.n), -np.eye(self.arm.n))
        )
        return TorqueWithDerivatives(
            self.torque(q, qd, qdd),
            self._by_position(q, qd, qdd),
            np.swapaxes(0.5 * (faster - slower), -1, -2),
            self.kinetic_energy_matrix(q),
        )

    def gravity_derivative(self, q: ArrayLike) -> FloatArray:
        """Return the derivative of the gravity torque by position.

        Args:
            q: (…, n) rad.

        Returns:
            ``(…, n, n)`` ∂g/∂q, N·m/rad, symmetric for an exact model.
        """
        (q,) = self._broadcast(q=q)
        return self._by_position(q)

    def acceleration_derivatives(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> AccelerationWithDerivatives:
        """Return the acceleration that a torque causes, with its derivatives by position, velocity and torque.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.
            tau: (…, n) N·m, broadcast against `q`.

        Returns:
            Acceleration, ∂q̈/∂q, ∂q̈/∂q̇ and A⁻¹.

        Raises:
            StateError: a joint has no inertia at these positions, or as stated for the class.
        """
        q, qd, tau = self._broadcast(q=q, qd=qd, tau=tau)
        qdd = self.acceleration(q, qd, tau)
        found = self.torque_derivatives(q, qd, qdd)
        inverse = np.linalg.inv(found.inertia)
        return AccelerationWithDerivatives(qdd, -inverse @ found.by_position, -inverse @ found.by_velocity, inverse)

    def _broadcast(self, **states: ArrayLike) -> list[FloatArray]:
        return broadcast_joint_arrays(self.arm.n, states, self.arm.joint_names)

    def _by_position(self, q: FloatArray, *rates: FloatArray) -> FloatArray:
        """Return the derivative by position of the torque or, without velocity and acceleration, of gravity."""
        n = self.arm.n
        places = (2 * np.arange(2 * DEGREE) + 1) * np.pi / (2 * DEGREE)
        weights = (-1.0) ** np.arange(2 * DEGREE) / (4 * DEGREE * np.sin(places / 2) ** 2)
        slides = self.arm.slides
        steps = np.where(slides, np.resize([1.0, -1.0], 2 * DEGREE)[:, None], places[:, None])
        shares = np.where(slides, np.resize([0.5, -0.5], 2 * DEGREE)[:, None] / DEGREE, weights[:, None])
        # (…, step, moved joint, joint)
        near = q[..., None, None, :] + steps[:, :, None] * np.eye(n)
        function = self.torque if rates else self.gravity
        values = function(near, *(rate[..., None, None, :] for rate in rates))
        return np.asarray(np.einsum("...sji,sj->...ij", values, shares))
