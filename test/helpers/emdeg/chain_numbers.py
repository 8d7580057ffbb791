"""Kinematics and dynamics of a chain in plain floats, all in frame 0: what the generator's passes are compared with.

Newton's and Euler's equations are written once for every body about the base's origin, so that nothing is shared
with a recursion in link frames.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint, Placement


def step(joint: ChainJoint, q: float) -> FloatArray:
    """(4, 4) frame of a joint seen from its parent's: ``Rz(gamma) Tz(b) Rx(alpha) Tx(a) Rz(angle) Tz(distance)``."""
    ca, sa, a = float(joint.cos_alpha), float(joint.sin_alpha), float(joint.a)
    co, so = float(joint.cos_offset), float(joint.sin_offset)
    if joint.revolute:
        co, so = co * np.cos(q) - so * np.sin(q), so * np.cos(q) + co * np.sin(q)
    about_x = np.array([[1, 0, 0, a], [0, ca, -sa, 0], [0, sa, ca, 0], [0, 0, 0, 1]])
    distance = float(joint.d) + (0.0 if joint.revolute else q)
    own = about_x @ np.array([[co, -so, 0, 0], [so, co, 0, 0], [0, 0, 1, distance], [0, 0, 0, 1]])
    if joint.branch is None:
        return own
    cg, sg, b = float(joint.branch.cos_gamma), float(joint.branch.sin_gamma), float(joint.branch.b)
    return np.array([[cg, -sg, 0, 0], [sg, cg, 0, 0], [0, 0, 1, b], [0, 0, 0, 1]]) @ own


def matrix(placement: Placement) -> FloatArray:
    """(4, 4) of a placement."""
    result = np.eye(4)
    result[:3, :3] = [[float(x) for x in row] for row in placement.rotation]
    result[:3, 3] = [float(x) for x in placement.origin]
    return result


def joint_frames(chain: Chain, q: ArrayLike) -> list[FloatArray]:
    """(4, 4) of our frame of every link, seen from frame 0."""
    frames: list[FloatArray] = []
    for joint, parent, position in zip(chain.joints, chain.parents, np.asarray(q, dtype=float), strict=True):
        frames.append((frames[parent] if parent >= 0 else np.eye(4)) @ step(joint, float(position)))
    return frames


def forward_kinematics(chain: Chain, q: ArrayLike) -> list[FloatArray]:
    """(4, 4) of the user's frame of every link, seen from the user's base."""
    base = matrix(chain.base)
    return [base @ frame @ matrix(own) for frame, own in zip(joint_frames(chain, q), chain.frames, strict=True)]


def jacobian(chain: Chain, frames: Sequence[FloatArray], body: int, point: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(3, n) each: velocity of `point` on a body, and the body's angular velocity, a unit of every joint's rate."""
    linear, angular = np.zeros((3, chain.n)), np.zeros((3, chain.n))
    k = body
    while k >= 0:
        axis = frames[k][:3, 2]
        if chain.joints[k].revolute:
            linear[:, k] = np.cross(axis, point - frames[k][:3, 3])
            angular[:, k] = axis
        else:
            linear[:, k] = axis
        k = chain.parents[k]
    return linear, angular


def inertia_matrix(body: Body) -> FloatArray:
    """(3, 3) kg·m² about the center of mass."""
    xx, yy, zz, xy, xz, yz = (float(x) for x in body.inertia)
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def kinetic_energy_matrix(chain: Chain, q: ArrayLike) -> FloatArray:
    """(n, n): sum over the bodies of ``m Jvᵀ Jv + Jwᵀ I Jw``, and the armature on the diagonal."""
    frames = joint_frames(chain, q)
    total = np.diag([float(joint.armature) for joint in chain.joints])
    for i, body in enumerate(chain.bodies):
        rotation, origin = frames[i][:3, :3], frames[i][:3, 3]
        center = origin + rotation @ [float(x) for x in body.center]
        linear, angular = jacobian(chain, frames, i, center)
        total += float(body.mass) * linear.T @ linear
        total += angular.T @ (rotation @ inertia_matrix(body) @ rotation.T) @ angular
    return total


def torque(chain: Chain, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
    """(n,) torque or force of every joint: d'Alembert's forces of every body, by its partial velocities."""
    frames = joint_frames(chain, q)
    qd, qdd = np.asarray(qd, dtype=float), np.asarray(qdd, dtype=float)
    result = np.array([float(joint.armature) for joint in chain.joints]) * qdd
    # angular velocity and acceleration, acceleration of the origin, and origin of each link
    base = np.zeros(3), np.zeros(3), -np.array([float(x) for x in chain.gravity]), np.zeros(3)
    motions: list[tuple[FloatArray, ...]] = []
    for i, (joint, body) in enumerate(zip(chain.joints, chain.bodies, strict=True)):
        parent = chain.parents[i]
        angular_velocity, angular_acceleration, acceleration, origin = motions[parent] if parent >= 0 else base
        rotation, axis, arm = frames[i][:3, :3], frames[i][:3, 2], frames[i][:3, 3] - origin
        origin = frames[i][:3, 3]
        acceleration = acceleration + np.cross(angular_acceleration, arm)
        acceleration = acceleration + np.cross(angular_velocity, np.cross(angular_velocity, arm))
        if joint.revolute:
            angular_acceleration = angular_acceleration + axis * qdd[i] + np.cross(angular_velocity, axis * qd[i])
            angular_velocity = angular_velocity + axis * qd[i]
        else:
            acceleration = acceleration + axis * qdd[i] + 2 * np.cross(angular_velocity, axis * qd[i])
        motions.append((angular_velocity, angular_acceleration, acceleration, origin))
        lever = rotation @ [float(x) for x in body.center]
        inertia = rotation @ inertia_matrix(body) @ rotation.T
        of_center = acceleration + np.cross(angular_acceleration, lever)
        of_center = of_center + np.cross(angular_velocity, np.cross(angular_velocity, lever))
        moment = inertia @ angular_acceleration + np.cross(angular_velocity, inertia @ angular_velocity)
        linear, angular = jacobian(chain, frames, i, origin + lever)
        result = result + linear.T @ (float(body.mass) * of_center) + angular.T @ moment
    return result


def gravity(chain: Chain, q: ArrayLike) -> FloatArray:
    """(n,) torque at rest."""
    return torque(chain, q, np.zeros(chain.n), np.zeros(chain.n))
