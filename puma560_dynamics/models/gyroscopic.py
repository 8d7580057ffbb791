"""Compute the gyroscopic terms of the motors' rotors in A, B and C, which the paper neglects (section 5).

Rotor i has inertia J_i about its axis e_i and spins with N_i q̇_i (gear ratio N_i) relative to link c_i, which carries
the motor. Its kinetic energy has three parts: of a body fixed to link c_i (included in the link's parameters),
½ J N² q̇² (the motor inertia I_m of table 6), and

.. math:: T_i = h_i \\, \\dot q_i \\; e_i \\cdot \\omega_{c_i}, \\qquad h_i = J_i N_i = I_{m,i} / N_i

This module adds T_i. With the joint axes z_j and H_jki = h_i z_j · (z_k x e_i) for j, k ≤ c_i, Lagrange's equations
give (docs/derivations/gyroscopic.md)::

    A_ij   = h_i z_j . e_i,    j ≤ c_i, j ≠ i,    and the same at ji
    B_r,ab = H_rab + H_rba + H_abr                (a < b)
    C_ra   = H_raa
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arm.transform import rotation_x
from ..arrays import FloatArray, read_only
from ..errors import UnsupportedArmError
from ..states import joint_arrays
from .interface import DynamicModel
from .model_sum import ModelSum
from .terms import Elements, OperationCount


def spin_momentum(arm: Arm) -> FloatArray:
    """Return h = I_m/N, (n,) kg·m²: the angular momentum of each rotor for unit speed of its joint."""
    return read_only([motor.inertia / motor.gear_ratio for motor in arm.motors])


def rotor_inertia(arm: Arm) -> FloatArray:
    """Return J = I_m/N², (n,) kg·m²: the inertia of each rotor, if it accounts for all motor inertia of table 6."""
    return read_only([motor.inertia / motor.gear_ratio**2 for motor in arm.motors])


class GyroscopicModel(DynamicModel):
    """The cross terms T_i of the motors' rotors alone, without the arm and without motor inertia.

    Args:
        arm: arm with `rotors`, which define the link that carries each motor and the direction of its axis.

    Raises:
        UnsupportedArmError: the arm has no `rotors`, a prismatic joint, or a motor that moves several joints.
    """

    kind = "gyroscopic"

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        arm.only_revolute("a model of gyroscopic terms")
        if len(arm.rotors) != arm.n:
            raise UnsupportedArmError(
                f"arm {arm.name!r} does not define the axes of its rotors, so gyroscopic terms are not known; give "
                "the arm file a section 'rotors', as in config/akb1986.yaml"
            )
        if arm.coupled:
            raise UnsupportedArmError(
                f"the motors of arm {arm.name!r} move several joints, but gyroscopic terms assume that each moves its "
                "own joint only; leave the gyroscopic terms out, or use an arm file without 'transmission'"
            )
        self._fixed = [rotation_x(joint.alpha) for joint in arm.joints]
        self._h = spin_momentum(arm)
        carriers = np.array([rotor.carrier for rotor in arm.rotors])
        joints = np.arange(arm.n)
        self._turns = joints[:, None] < carriers  # (j, i): joint j moves the motor of joint i
        self._cross = self._turns & (joints[:, None] != joints)
        self._pair = self._turns[:, None, :] & self._turns[None, :, :]

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        """Return the matrix A of the cross terms, which is not positive definite."""
        return self._kinetic_energy(*self._axes(self._q(q)))

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.elements(q).coriolis

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.elements(q).centrifugal

    def gravity(self, q: ArrayLike) -> FloatArray:
        """Return zero, because the center of mass of a rotor is on its axis."""
        return np.zeros_like(self._q(q))

    def potential_energy(self, q: ArrayLike) -> FloatArray:
        """Return zero, as `gravity`."""
        return np.zeros(self._q(q).shape[:-1])

    def elements(self, q: ArrayLike) -> Elements:
        """Evaluate all elements together."""
        q = self._q(q)
        z, e = self._axes(q)
        h = self._h * self._pair * np.einsum("...jx,...kix->...jki", z, _cross(z[..., :, None, :], e[..., None, :, :]))
        a, b = self._pairs.T
        coriolis = h[..., :, a, b] + h[..., :, b, a] + np.moveaxis(h[..., a, b, :], -1, -2)
        centrifugal = np.einsum("...raa->...ra", h)
        return Elements(self._kinetic_energy(z, e), coriolis, centrifugal.copy(), np.zeros_like(q))

    def torque(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, wrench: ArrayLike | None = None, link: str | None = None
    ) -> FloatArray:
        """Evaluate `DynamicModel.torque` from the angular momentum h q̇ e of each rotor.

        The moment d/dt(h q̇ e) acts on link c, and the motor of joint i must also accelerate its rotor against the
        angular acceleration of link c about e.
        """
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        z, e = self._axes(q)
        rates = z * qd[..., None]
        turning = np.cumsum(rates, axis=-2)
        alpha = np.cumsum(z * qdd[..., None] + _cross(turning - rates, rates), axis=-2)
        result = np.zeros_like(q)
        for i, rotor in enumerate(self.arm.rotors):
            if not (c := rotor.carrier):
                continue
            axis, h = e[..., i, :], self._h[i]
            change = qdd[..., i, None] * axis + qd[..., i, None] * _cross(turning[..., c - 1, :], axis)
            result[..., :c] += h * np.einsum("...jx,...x->...j", z[..., :c, :], change)
            result[..., i] += h * _dot(axis, alpha[..., c - 1, :])
            if c > i:  # the effect of its own joint is part of the motor inertia of table 6
                result[..., i] -= 2.0 * h * _dot(axis, z[..., i, :]) * qdd[..., i]
        return result

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Raise, because these terms are evaluated with array operations, which are not counted.

        Raises:
            UnsupportedArmError: always.
        """
        raise UnsupportedArmError("gyroscopic terms are evaluated with array operations, which are not counted here")

    def _axes(self, q: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return joint axes and rotor axes, each (…, n, 3), in the base frame."""
        angles = self.arm.angles(q)
        cosines, sines = np.cos(angles), np.sin(angles)
        rotation = np.broadcast_to(np.eye(3), (*q.shape[:-1], 3, 3))
        frames = [rotation]
        for i, twist in enumerate(self._fixed):
            rotation = rotation @ twist
            c, s = cosines[..., i, None], sines[..., i, None]
            x, y, z = rotation[..., :, 0], rotation[..., :, 1], rotation[..., :, 2]
            rotation = np.stack([c * x + s * y, c * y - s * x, z], axis=-1)
            frames.append(rotation)
        spins = [frames[rotor.carrier] @ rotor.axis for rotor in self.arm.rotors]
        return np.stack([frame[..., :, 2] for frame in frames[1:]], axis=-2), np.stack(spins, axis=-2)

    def _kinetic_energy(self, z: FloatArray, e: FloatArray) -> FloatArray:
        half = self._h * self._cross * (z @ np.swapaxes(e, -1, -2))
        return np.asarray(half + np.swapaxes(half, -1, -2))


class WithRotors(ModelSum):
    """The model `base` plus the gyroscopic terms of rotors in A, B and C.

    Args:
        base: any model, with or without a payload.

    Raises:
        UnsupportedArmError: as `GyroscopicModel`.
    """

    adds_gravity = False

    def __init__(self, base: DynamicModel) -> None:
        self.rotors = GyroscopicModel(base.arm)
        super().__init__(base, self.rotors)

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Raise, as `GyroscopicModel.operation_counts`.

        Raises:
            UnsupportedArmError: always.
        """
        return self.rotors.operation_counts()


def _cross(u: FloatArray, v: FloatArray) -> FloatArray:
    return np.asarray(u[..., [1, 2, 0]] * v[..., [2, 0, 1]] - u[..., [2, 0, 1]] * v[..., [1, 2, 0]])


def _dot(u: FloatArray, v: FloatArray) -> FloatArray:
    return np.asarray((u * v).sum(axis=-1))
