"""Model the dynamics of a payload on a massless arm, and check that an arm can hold a payload."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm, Link
from ...arm.kinematics import potential_energy
from ...arrays import FloatArray
from ...errors import StateError
from ...states import joint_arrays
from ..interface import DynamicModel
from ..recursive.newton_euler import NewtonEulerModel
from ..terms import Elements, OperationCount
from .partial_velocities import PartialVelocities
from .payload import Payload, attached, placed_payload
from .payload_counts import payload_counts

WEIGHED_POSES = 400
"""Number of poses, spread evenly over the joint ranges, at which `check_holdable` evaluates gravity torques."""


class PayloadModel(DynamicModel):
    """Dynamics of a payload on the last link of `arm`, without the masses of the arm's links, by partial velocities."""

    kind = "payload"

    def __init__(self, arm: Arm, payload: Payload) -> None:
        super().__init__(arm)
        payload = placed_payload(arm, payload)
        self.payload = payload
        self._partial = PartialVelocities(arm, payload)

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        """Return the matrix A of the payload, without motor inertia."""
        return self.elements(q).kinetic_energy

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.elements(q).coriolis

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.elements(q).centrifugal

    def gravity(self, q: ArrayLike) -> FloatArray:
        _, v, _ = self._at(self._q(q))
        return self._partial.gravity(v)

    def potential_energy(self, q: ArrayLike) -> FloatArray:
        """Return the potential energy of the payload alone."""
        return potential_energy(attached(_massless(self.arm), self.payload), self._q(q))

    def elements(self, q: ArrayLike) -> Elements:
        """Evaluate all elements together."""
        z, v, rotation = self._at(self._q(q))
        return self._partial.elements(z, v, self._partial.inertia(rotation))

    def torque(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, wrench: ArrayLike | None = None, link: str | None = None
    ) -> FloatArray:
        """Evaluate `DynamicModel.torque` without computing elements."""
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        z, v, rotation = self._at(q)
        return self._partial.torque(z, v, self._partial.inertia(rotation), qd, qdd)

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Evaluate `DynamicModel.torque_and_gravity` without computing elements."""
        return self.torque(q, qd, qdd), self.gravity(q)

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Count the calculations of the payload by `payload_counts`."""
        return payload_counts(self.arm, self.payload)

    def _at(self, q: FloatArray) -> tuple[FloatArray, ...]:
        angles = self.arm.angles(q)
        return self._partial.at(np.cos(angles), np.sin(angles))


def payload_alone(arm: Arm, payload: Payload) -> DynamicModel:
    """Return the dynamics of a payload on an arm whose links have no mass.

    Args:
        arm: arm without mimic joints.
        payload: payload on its last link.

    Returns:
        `PayloadModel`, or the recursion of Newton and Euler for an arm with prismatic joints.

    Raises:
        StateError: the payload's link is not fixed to the last link of the arm.
    """
    if not arm.slides.any():
        return PayloadModel(arm, payload)
    motors = tuple(replace(motor, inertia=0.0) for motor in arm.motors)
    return NewtonEulerModel(attached(_massless(arm.with_(motors=motors)), payload))


def _massless(arm: Arm) -> Arm:
    return arm.with_(links=tuple(Link(link.name, 0.0, np.zeros(3), np.zeros((3, 3))) for link in arm.links))


def check_holdable(arm: Arm, payload: Payload) -> None:
    """Refuse a payload if its gravity torque exceeds the maximum torque of a joint in some pose.

    This prevents a misplaced decimal point from causing large torques.

    Args:
        arm: arm that carries the payload.
        payload: payload on the last link.

    Raises:
        StateError: the payload is too heavy; the message has the joint and its torque.
    """
    if payload.mass == 0.0:
        return
    weights = payload_alone(arm.chain, payload).gravity(arm.chain_positions(arm.poses(WEIGHED_POSES)))
    load = np.abs(weights @ arm.following).max(axis=0)
    worst = int(np.argmax(load / arm.maximum_torque))
    if load[worst] > arm.maximum_torque[worst]:
        raise StateError(
            f"payload of {payload.mass:g} kg: its weight alone needs {load[worst]:.1f} N·m at "
            f"{arm.joint_names[worst]}, whose maximum is {arm.maximum_torque[worst]:.1f}; expected kg and m, "
            "check the decimal point"
        )
