r"""Methods of models for derivatives of the torque, exact for every model.

The torque is a trigonometric polynomial of degree 2 or less in the position of each revolute joint, and a polynomial of
degree 2 or less in that of each prismatic joint: A, B and C have products of two positions of points, and g has one. So
the derivative by a position is a sum of torques at other positions without truncation error (for a revolute joint, the
interpolation formula of M. Riesz):

.. math:: f'(x) = \sum_{k=1}^{4} \frac{(-1)^{k-1}}{8 \sin^2(x_k/2)} f(x + x_k), \quad x_k = (2k - 1) \pi / 4,
   \qquad f'(x) = f(x + 1/2) - f(x - 1/2).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arm import Arm
from ..arrays import FloatArray
from ..states import joint_array, joint_arrays

_TURNS = (2 * np.arange(4) + 1) * np.pi / 4
_TURN_WEIGHTS = np.array([1, -1, 1, -1]) / (8 * np.sin(_TURNS / 2) ** 2)
_SLIDES, _SLIDE_WEIGHTS = np.array([0.5, -0.5, 0.0, 0.0]), np.array([1.0, -1.0, 0.0, 0.0])


class TorqueDerivatives(NamedTuple):
    """Torque of a motion with all its first derivatives.

    Attributes:
        torque: torque τ, ``(…, n)`` N·m.
        by_position: ∂τ_i/∂q_j in row i and column j, ``(…, n, n)`` N·m/rad.
        by_velocity: ∂τ_i/∂q̇_j, ``(…, n, n)`` N·m·s/rad.
        inertia: ∂τ_i/∂q̈_j, the kinetic energy matrix A, ``(…, n, n)`` kg·m².
    """

    torque: FloatArray
    by_position: FloatArray
    by_velocity: FloatArray
    inertia: FloatArray


class DerivativeMethods(ABC):
    """Methods that every model has. Subclasses override them by functions with fewer calculations."""

    arm: Arm

    @abstractmethod
    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        """Return A(q); see `DynamicModel`."""

    @abstractmethod
    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Return C(q, q̇); see `DynamicModel`."""

    @abstractmethod
    def gravity(self, q: ArrayLike) -> FloatArray:
        """Return g(q); see `DynamicModel`."""

    @abstractmethod
    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        """Return the torque; see `DynamicModel`."""

    def torque_derivatives(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> TorqueDerivatives:
        """Return the torque of a motion and its derivatives by positions, velocities and accelerations.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.
            qdd: (…, n) rad/s², broadcast against `q`.

        Returns:
            The torque, ``(…, n)``, and three matrices, ``(…, n, n)``.
        """
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        still = qd[..., None, None, :], qdd[..., None, None, :]
        return TorqueDerivatives(
            self.torque(q, qd, qdd),
            position_slopes(lambda places: self.torque(places, *still), q, self.arm.slides),
            2.0 * self.coriolis_matrix(q, qd),
            self.kinetic_energy_matrix(q),
        )

    def gravity_derivative(self, q: ArrayLike) -> FloatArray:
        """Return the derivative ∂g/∂q of the gravity torque, which is symmetric for an exact model.

        Args:
            q: (…, n) rad.

        Returns:
            ``(…, n, n)`` N·m/rad.
        """
        return position_slopes(self.gravity, joint_array("q", q, self.arm.n), self.arm.slides)


def position_slopes(
    function: Callable[[FloatArray], FloatArray], q: FloatArray, slides: NDArray[np.bool_]
) -> FloatArray:
    """Return the derivatives of a torque by the positions, by the formulas of this module.

    Args:
        function: function of positions (…, n, 4, n) that returns torques of the same shape.
        q: (…, n) positions.
        slides: (n,) whether each joint is prismatic.

    Returns:
        ``(…, n, n)`` derivatives, one column per position.
    """
    steps = np.where(slides[:, None], _SLIDES, _TURNS)
    weights = np.where(slides[:, None], _SLIDE_WEIGHTS, _TURN_WEIGHTS)
    places = q[..., None, None, :] + steps[..., None] * np.eye(len(slides))[:, None, :]
    return np.asarray(np.einsum("...jki,jk->...ij", function(places), weights))
