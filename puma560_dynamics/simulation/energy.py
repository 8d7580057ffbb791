"""Energy of an arm: what is conserved when it swings freely, and what torque adds."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arm.transform import rotation_x
from ..arrays import FloatArray
from ..models.interface import DynamicModel
from ..states import joint_array, joint_arrays


def kinetic_energy(model: DynamicModel, q: ArrayLike, qd: ArrayLike) -> FloatArray:
    """½ q̇ᵀ A(q) q̇ at positions rad and velocities rad/s ``(…, n)``: ``(…)`` J, motors included.

    Raises:
        StateError: as `states.joint_arrays`.
    """
    q, qd = joint_arrays(model.arm.n, {"q": q, "qd": qd}, joints=model.arm.joint_names)
    return np.asarray(0.5 * np.einsum("...i,...ij,...j->...", qd, model.kinetic_energy_matrix(q), qd))


def potential_energy(arm: Arm, q: ArrayLike) -> FloatArray:
    """-Σ m_i γ·c_i at positions rad (m) ``(…, n)``: ``(…)`` J, zero with every center of gravity c_i at the base.

    From the arm's numbers alone: no model takes part, and g(q) of a model is to be its gradient.

    Raises:
        StateError: as `states.joint_array`.
    """
    q = arm.chain_positions(joint_array("q", q, arm.n, arm.joint_names))
    arm = arm.chain
    angles = arm.angles(q)
    cosines, sines = np.cos(angles), np.sin(angles)
    rotation = np.broadcast_to(np.eye(3), (*q.shape[:-1], 3, 3))
    origin = np.zeros((*q.shape[:-1], 3))
    energy = np.zeros(q.shape[:-1])
    for i, (joint, link) in enumerate(zip(arm.joints, arm.links, strict=True)):
        origin = origin + joint.a * rotation[..., :, 0]
        twisted = rotation @ rotation_x(joint.alpha)
        x, y, z = (twisted[..., :, column] for column in range(3))
        c, s = cosines[..., i, None], sines[..., i, None]
        origin = origin + (joint.d + np.where(joint.slides, q[..., i], 0.0))[..., None] * z
        rotation = np.stack([c * x + s * y, c * y - s * x, z], axis=-1)
        energy = energy - link.mass * ((origin + rotation @ link.center_of_gravity) @ arm.gravity_vector)
    return np.asarray(energy)
