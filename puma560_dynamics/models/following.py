"""Model arms with mimic joints: express a model of the whole chain in the coordinates of the driven joints.

The positions of the chain's joints are :math:`q_c = G q + c` with constant G and c (`arm.follower`). Kinetic energy and
power give

.. math:: A = G^T A_c G, \\qquad g = G^T g_c, \\qquad \\tau = G^T \\tau_c(G q + c, G \\dot q, G \\ddot q).

The Christoffel symbols of A are those of the chain, transformed by G in each index.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arm.kinematics import Axes
from ..arm.with_followers import follower_names
from ..arrays import FloatArray
from ..errors import UnsupportedArmError
from ..states import joint_arrays
from .derivatives import TorqueDerivatives
from .interface import DynamicModel
from .terms import Elements, OperationCount, velocity_pairs


class FollowingModel(DynamicModel):
    """The model `base` in the coordinates of the driven joints of an arm with mimic joints.

    Args:
        base: model of ``arm.chain``, with or without a payload.
        arm: arm with mimic joints (`followers`).
    """

    def __init__(self, base: DynamicModel, arm: Arm) -> None:
        super().__init__(arm.with_(links=base.arm.links))
        self.kind = base.kind
        self.base = base
        self._matrix: FloatArray = np.array(arm.following)
        self._chain_pairs = velocity_pairs(base.arm.n)

    def prepare(self, *names: str) -> None:
        self.base.prepare(*names)

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        return self._reduced(self.base.kinetic_energy_matrix(self._places(q)))

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.elements(q).coriolis

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.elements(q).centrifugal

    def gravity(self, q: ArrayLike) -> FloatArray:
        return np.asarray(self.base.gravity(self._places(q)) @ self._matrix)

    def elements(self, q: ArrayLike) -> Elements:
        """Evaluate `DynamicModel.elements` with one evaluation of the base model."""
        found = self.base.elements(self._places(q))
        symbols = self._symbols(found)
        first, second = self._pairs[:, 0], self._pairs[:, 1]
        each = np.arange(self.arm.n)
        return Elements(
            self._reduced(found.kinetic_energy),
            2.0 * symbols[..., first, second],
            symbols[..., each, each],
            np.asarray(found.gravity @ self._matrix),
        )

    def torque(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, wrench: ArrayLike | None = None, link: str | None = None
    ) -> FloatArray:
        return np.asarray(self.base.torque(*self._states(q, qd, qdd)) @ self._matrix)

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        torque, gravity = self.base.torque_and_gravity(*self._states(q, qd, qdd))
        return torque @ self._matrix, gravity @ self._matrix

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        return self._reduced(self.base.coriolis_matrix(*self._states(q, qd)))

    def coriolis_torque(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        return np.asarray(self.base.coriolis_torque(*self._states(q, qd)) @ self._matrix)

    def transposed_coriolis_torque(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        return np.asarray(self.base.transposed_coriolis_torque(*self._states(q, qd)) @ self._matrix)

    def momentum(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        return np.asarray(self.base.momentum(*self._states(q, qd)) @ self._matrix)

    def kinetic_energy(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        return self.base.kinetic_energy(*self._states(q, qd))

    def torque_derivatives(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> TorqueDerivatives:
        torque, *matrices = self.base.torque_derivatives(*self._states(q, qd, qdd))
        return TorqueDerivatives(torque @ self._matrix, *(self._reduced(matrix) for matrix in matrices))

    def gravity_derivative(self, q: ArrayLike) -> FloatArray:
        return self._reduced(self.base.gravity_derivative(self._places(q)))

    def regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        return np.asarray(self._matrix.T @ self.base.regressor(*self._states(q, qd, qdd)))

    def base_regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        return np.asarray(self._matrix.T @ self.base.base_regressor(*self._states(q, qd, qdd)))

    def forward_kinematics(self, q: ArrayLike, link: str | None = None) -> FloatArray:
        return self.base.forward_kinematics(self._chain_states(q)[0], link)

    def jacobian(self, q: ArrayLike, link: str | None = None, axes: Axes = "base") -> FloatArray:
        return np.asarray(self.base.jacobian(self._chain_states(q)[0], link, axes) @ self._matrix)

    def jacobian_rate(self, q: ArrayLike, qd: ArrayLike, link: str | None = None, axes: Axes = "base") -> FloatArray:
        q, qd = self._chain_states(q, qd)
        return np.asarray(self.base.jacobian_rate(q, qd, link, axes) @ self._matrix)

    def bias_acceleration(
        self, q: ArrayLike, qd: ArrayLike, link: str | None = None, axes: Axes = "base"
    ) -> FloatArray:
        q, qd = self._chain_states(q, qd)
        return self.base.bias_acceleration(q, qd, link, axes)

    def _chain_states(self, q: ArrayLike, qd: ArrayLike = 0.0) -> tuple[FloatArray, FloatArray]:
        """Return positions and velocities of all joints of the chain."""
        q, qd = self._broadcast(q=q, qd=qd)
        return self.arm.chain_positions(q), qd @ self._matrix.T

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Raise, because the counts of the chain do not apply to the coordinates of the driven joints.

        Raises:
            UnsupportedArmError: always.
        """
        raise UnsupportedArmError(
            f"operations of {self.arm.name} are not counted: {follower_names(self.arm)} follow other joints; count the "
            "model of `arm.chain`"
        )

    def _places(self, q: ArrayLike) -> FloatArray:
        return self.arm.chain_positions(self._q(q))

    def _states(self, q: ArrayLike, *rates: ArrayLike) -> tuple[FloatArray, ...]:
        """Return positions, velocities and accelerations of all joints of the chain, as many as are given."""
        given = dict(zip(("q", "qd", "qdd"), (q, *rates), strict=False))
        places, *others = joint_arrays(self.arm.n, given, joints=self.arm.joint_names)
        return self.arm.chain_positions(places), *(own @ self._matrix.T for own in others)

    def _reduced(self, matrix: FloatArray) -> FloatArray:
        return np.asarray(self._matrix.T @ matrix @ self._matrix)

    def _symbols(self, found: Elements) -> FloatArray:
        """Return the Christoffel symbols c_ijk, ``(…, n, n, n)``, from those of the chain."""
        m = self.base.arm.n
        whole = np.zeros((*found.kinetic_energy.shape, m))
        first, second = self._chain_pairs[:, 0], self._chain_pairs[:, 1]
        whole[..., first, second] = whole[..., second, first] = 0.5 * found.coriolis
        whole[..., np.arange(m), np.arange(m)] = found.centrifugal
        turned = np.einsum("...abc,ai->...ibc", whole, self._matrix)
        return np.asarray(self._matrix.T @ turned @ self._matrix)
