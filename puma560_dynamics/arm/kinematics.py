"""Compute forward kinematics and the Jacobian of an arm, in the frame of the base link.

Frame i is fixed to link i, at ``Rx(alpha) Tx(a) Rz(q + offset) Tz(d)`` from frame i - 1; for a prismatic joint, q is
added to d instead. These are the link frames of an arm file; a robot description has different link frames, which
are fixed to these (`Arm.frames`).
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from ..arrays import FloatArray
from ..errors import StateError
from .arm import Arm
from .follower import motor_places
from .transform import rotation_x

Axes = Literal["base", "link"]
"""Axes in which a velocity is expressed: of the base link, or of the moving link."""


def link_poses(arm: Arm, q: FloatArray) -> FloatArray:
    """Return the poses of all link frames in the frame of the base link.

    Args:
        arm: the arm.
        q: ``(…, n)`` joint positions, rad (m for prismatic joints).

    Returns:
        ``(…, m, 4, 4)`` homogeneous transforms of the m moving links.
    """
    return np.asarray(_joint_frames(arm, q) @ arm.frames)


def link_pose(arm: Arm, q: FloatArray, link: str | None = None) -> FloatArray:
    """Return the pose of one link's frame in the frame of the base link.

    Args:
        arm: the arm.
        q: ``(…, n)`` joint positions, rad (m for prismatic joints).
        link: one of `Arm.link_names`; `Arm.tip` by default.

    Returns:
        ``(…, 4, 4)`` homogeneous transforms.

    Raises:
        StateError: the arm has no such link.
    """
    place = arm.place_of(link)
    if place.carrier == 0:
        return np.array(np.broadcast_to(place.pose, (*q.shape[:-1], 4, 4)))
    return np.asarray(_joint_frames(arm, q)[..., place.carrier - 1, :, :] @ place.pose)


def _joint_frames(arm: Arm, q: FloatArray) -> FloatArray:
    """Return ``(…, m, 4, 4)`` poses of frames 1 to m, whose z axes are the joint axes, in the base link's frame."""
    arm, q = arm.chain, arm.chain_positions(q)
    angles = arm.angles(q)
    result = np.empty((*q.shape, 4, 4))
    before = np.broadcast_to(arm.base, (*q.shape[:-1], 4, 4))
    for index, joint in enumerate(arm.joints):
        angle, along = angles[..., index], joint.d + q[..., index] if joint.slides else joint.d
        turned = np.zeros((*angle.shape, 4, 4))
        cosine, sine = np.cos(angle), np.sin(angle)
        turned[..., 0, 0], turned[..., 0, 1], turned[..., 1, 0], turned[..., 1, 1] = cosine, -sine, sine, cosine
        turned[..., 2, 2] = turned[..., 3, 3] = 1.0
        turned[..., 2, 3] = along
        fixed = np.eye(4)
        fixed[:3, :3] = rotation_x(joint.alpha)
        fixed[0, 3] = joint.a
        before = result[..., index, :, :] = before @ (fixed @ turned)
    return result


def joint_axes(arm: Arm, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return a point on the axis of each driven joint, and the axis direction, in the frame of the base link.

    Args:
        arm: the arm.
        q: ``(…, n)`` joint positions, rad (m for prismatic joints).

    Returns:
        ``(…, n, 3)`` points, m, and ``(…, n, 3)`` unit vectors.
    """
    frames = _joint_frames(arm, q)[..., motor_places(arm.n, arm.followers), :, :]
    return frames[..., :3, 3], frames[..., :3, 2]


def gravity_load(arm: Arm, q: FloatArray) -> FloatArray:
    """Return the gravity torque, computed from the links' masses and centers of gravity (without a model).

    Args:
        arm: the arm.
        q: ``(…, n)`` joint positions, rad (m for prismatic joints).

    Returns:
        ``(…, n)`` torque that holds the arm at rest, N·m (N).
    """
    frames = _joint_frames(arm, q)
    masses, centers = _centers(arm, frames)
    result = np.empty((*q.shape[:-1], len(arm.links)))
    for index, joint in enumerate(arm.chain.joints):
        carried = masses[index:].sum()
        moment = np.einsum("j,...jk->...k", masses[index:], centers[..., index:, :])
        lever = moment - carried * frames[..., index, :3, 3]
        axis = frames[..., index, :3, 2]
        way = carried * axis if joint.slides else np.cross(axis, lever)
        result[..., index] = -arm.gravity * way @ arm.gravity_direction
    return np.asarray(result @ arm.following) if arm.followers else result


def potential_energy(arm: Arm, q: FloatArray) -> FloatArray:
    """Return the potential energy of the links, which is 0 in the origin of the base link's frame.

    Args:
        arm: the arm.
        q: ``(…, n)`` joint positions, rad (m for prismatic joints).

    Returns:
        ``(…)`` energy, J.
    """
    masses, centers = _centers(arm, _joint_frames(arm, q))
    return np.asarray(-(centers @ arm.base_gravity) @ masses)


def _centers(arm: Arm, frames: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the masses (m,) of the links and their centers of gravity (…, m, 3) in the frame of the base link."""
    centers = [
        frames[..., i, :3, 3] + frames[..., i, :3, :3] @ link.center_of_gravity for i, link in enumerate(arm.links)
    ]
    return np.array([link.mass for link in arm.links]), np.stack(centers, axis=-2)


def jacobian(arm: Arm, q: FloatArray, link: str | None = None, axes: Axes = "base") -> FloatArray:
    """Return the geometric Jacobian of the origin of one link's frame.

    Args:
        arm: the arm.
        q: ``(…, n)`` joint positions, rad (m for prismatic joints).
        link: one of `Arm.link_names`; `Arm.tip` by default.
        axes: axes in which the velocities are expressed: of the base link or of `link`.

    Returns:
        ``(…, 6, n)`` matrix from joint velocities to the linear velocity of the frame's origin (rows 0 to 2, m/s) and
        the angular velocity (rows 3 to 5, rad/s), both relative to the base link.

    Raises:
        StateError: the arm has no such link, or `axes` is neither ``"base"`` nor ``"link"``.
    """
    if axes not in get_args(Axes):
        raise StateError(f"axes: expected 'base' or 'link', got {axes!r:.80}; name whose axes the velocities are in")
    place = arm.place_of(link)
    result = np.zeros((*q.shape[:-1], 6, len(arm.links)))
    if place.carrier:
        frames = _joint_frames(arm, q)
        pose = frames[..., place.carrier - 1, :, :] @ place.pose
        for index, joint in enumerate(arm.chain.joints[: place.carrier]):
            axis = frames[..., index, :3, 2]
            if joint.slides:
                result[..., :3, index] = axis
            else:
                result[..., :3, index] = np.cross(axis, pose[..., :3, 3] - frames[..., index, :3, 3])
                result[..., 3:, index] = axis
        if axes == "link":
            back = np.swapaxes(pose[..., :3, :3], -1, -2)
            result = np.concatenate([back @ result[..., :3, :], back @ result[..., 3:, :]], axis=-2)
    return np.asarray(result @ arm.following) if arm.followers else result
