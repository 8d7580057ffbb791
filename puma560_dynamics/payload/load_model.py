"""The dynamics of a load alone, carried by an arm without mass: Kane's partial velocities.

With z_i the axis of joint i, p_i a point on it and c the load's center of mass, all in the base
frame, the partial velocities of the load are v_i = z_i x (c - p_i) and z_i. Their derivatives along
a serial chain of revolute joints are z_min(j,k) x v_max(j,k) and, for j < k, z_j x z_k. The elements
of equation (1) follow without any symbol of the arm, for any center of mass and inertia::

    A_ij   = m v_i . v_j + z_i . I z_j
    C_ij   = m v_i . (z_j x v_j) + z_i . (z_j x I z_j)
    B_i,jk = 2 m v_i . (z_j x v_k) + z_i . (I (z_j x z_k) + z_j x I z_k + z_k x I z_j)    (j < k)
    g_i    = -m v_i . gravity
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arm import Arm
from ..arm.transform import rotation_x
from ..errors import UnsupportedArmError
from ..model import DynamicModel, Elements, OperationCount
from ..states import joint_arrays
from .payload import Payload


class LoadModel(DynamicModel):
    """Elements of A, B, C and g of a load on the last link of `arm`; the arm itself weighs nothing here."""

    kind = "load"

    def __init__(self, arm: Arm, payload: Payload) -> None:
        super().__init__(arm)
        arm.only_revolute("a load on a model of its own")
        self.payload = payload
        self._fixed = [(rotation_x(joint.alpha), joint.a, joint.d) for joint in arm.joints]
        self._gravity = arm.gravity_vector

    def kinetic_energy_matrix(self, q: ArrayLike) -> NDArray[np.float64]:
        """As in the class `DynamicModel`, of the load alone (no motor inertia)."""
        return self.elements(q).kinetic_energy

    def coriolis_matrix(self, q: ArrayLike) -> NDArray[np.float64]:
        return self.elements(q).coriolis

    def centrifugal_matrix(self, q: ArrayLike) -> NDArray[np.float64]:
        return self.elements(q).centrifugal

    def gravity(self, q: ArrayLike) -> NDArray[np.float64]:
        q = self._q(q)
        _, v, _ = self._partial_velocities(q)
        return np.asarray(-self.payload.mass * (v @ self._gravity))

    def elements(self, q: ArrayLike) -> Elements:
        """Every element in one pass."""
        z, v, inertia = self._partial_velocities(self._q(q))
        m = self.payload.mass
        momentum = z @ inertia  # rows I z_j: the tensor is symmetric
        j, k = self._pairs.T
        transposed_v, transposed_z = np.swapaxes(m * v, -1, -2), np.swapaxes(z, -1, -2)
        own = _cross(z, v), _cross(z, momentum)
        cross_v = 2.0 * _cross(z[..., j, :], v[..., k, :])
        cross_z = (
            _cross(z[..., j, :], z[..., k, :]) @ inertia
            + _cross(z[..., j, :], momentum[..., k, :])
            + _cross(z[..., k, :], momentum[..., j, :])
        )
        return Elements(
            kinetic_energy=v @ transposed_v + z @ np.swapaxes(momentum, -1, -2),
            coriolis=np.swapaxes(cross_v @ transposed_v + cross_z @ transposed_z, -1, -2),
            centrifugal=np.swapaxes(own[0] @ transposed_v + own[1] @ transposed_z, -1, -2),
            gravity=-m * (v @ self._gravity),
        )

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> NDArray[np.float64]:
        """As `DynamicModel.torque`, without forming the elements: the load's own motion, then v_i and z_i on it."""
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        z, v, inertia = self._partial_velocities(q)
        rates = z * qd[..., None]
        turning = np.cumsum(rates, axis=-2)  # of each link; the last is the load's
        before = turning - rates
        alpha = np.sum(z * qdd[..., None] + _cross(before, rates), axis=-2)
        # v_k turns with all joints up to k, and once more with those before it (z_min x v_max, both ways).
        linear = np.sum(v * qdd[..., None] + _cross(turning + before, v * qd[..., None]), axis=-2)
        omega = turning[..., -1, :]
        spun = (inertia @ omega[..., None])[..., 0]
        moment = (inertia @ alpha[..., None])[..., 0] + _cross(omega, spun)
        force = self.payload.mass * (linear - self._gravity)
        return np.asarray((v @ force[..., None] + z @ moment[..., None])[..., 0])

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Not available: the load is evaluated with array operations.

        Raises:
            UnsupportedArmError: always; count 'newton_euler' of the loaded arm instead.
        """
        raise UnsupportedArmError("a general load is evaluated with array operations, which are not counted here")

    def _partial_velocities(self, q: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
        """Axes z and partial velocities v, each (..., n, 3), and the inertia (..., 3, 3), in base axes."""
        cosines, sines = np.cos(q), np.sin(q)
        rotation = np.broadcast_to(np.eye(3), (*q.shape[:-1], 3, 3))
        origin = np.zeros((*q.shape[:-1], 3))
        axes, points = [], []
        for i, (twist, a, d) in enumerate(self._fixed):
            origin = origin + a * rotation[..., :, 0]
            rotation = rotation @ twist
            c, s = cosines[..., i, None], sines[..., i, None]
            x, y, z = rotation[..., :, 0], rotation[..., :, 1], rotation[..., :, 2]
            origin = origin + d * z
            rotation = np.stack([c * x + s * y, c * y - s * x, z], axis=-1)
            axes.append(z)
            points.append(origin)
        center = origin + rotation @ self.payload.center_of_mass
        z = np.stack(axes, axis=-2)
        v = _cross(z, center[..., None, :] - np.stack(points, axis=-2))
        return z, v, rotation @ self.payload.inertia @ np.swapaxes(rotation, -1, -2)


def _cross(u: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cross product along the last axis; `numpy.cross` takes five times as long for one state."""
    return np.asarray(u[..., _NEXT] * v[..., _LAST] - u[..., _LAST] * v[..., _NEXT])


_NEXT, _LAST = [1, 2, 0], [2, 0, 1]
