"""Forward kinematics and Jacobian of an arm: link frames as in the arm's source, in the frame of the base link.

Within, frame i is carried by link i: ``Rx(alpha) Tx(a) Rz(q + offset) Tz(d)`` from frame i - 1; where the joint
slides, q is added to d instead. An arm file defines the links by these frames; a robot description by its own.
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
"""In which axes a velocity is given: those of the base link, or those of the link that moves."""


def link_poses(arm: Arm, q: FloatArray) -> FloatArray:
    """Return the poses of all link frames in the frame of the base link.

    Args:
        arm: gives the steps from frame to frame.
        q: ``(…, n)`` rad (m where a joint slides).

    Returns:
        ``(…, m, 4, 4)`` homogeneous transforms, m links.
    """
    return np.asarray(_joint_frames(arm, q) @ arm.frames)


def link_pose(arm: Arm, q: FloatArray, link: str | None = None) -> FloatArray:
    """Return the pose of one link's frame in the frame of the base link.

    Args:
        arm: gives the steps from frame to frame, and where the link is.
        q: ``(…, n)`` rad (m where a joint slides).
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
    """Return the frames of all moving links, z along the joint axes, in the base link's frame: ``(…, m, 4, 4)``."""
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
    """Return a point on each motor-driven joint's axis, and the axis direction, in the frame of the base link.

    Args:
        arm: gives the steps from frame to frame.
        q: ``(…, n)`` rad (m where a joint slides).

    Returns:
        ``(…, n, 3)`` m and ``(…, n, 3)`` unit vectors.
    """
    frames = _joint_frames(arm, q)[..., motor_places(arm.n, arm.followers), :, :]
    return frames[..., :3, 3], frames[..., :3, 2]


def gravity_load(arm: Arm, q: FloatArray) -> FloatArray:
    """Return the torque that holds the arm still, from its centers of gravity alone (without a model).

    Args:
        arm: its links and how it is mounted.
        q: ``(…, n)`` rad (m where a joint slides).

    Returns:
        ``(…, n)`` N·m (N).
    """
    frames = _joint_frames(arm, q)
    centers = np.stack(
        [frames[..., i, :3, 3] + frames[..., i, :3, :3] @ link.center_of_gravity for i, link in enumerate(arm.links)],
        axis=-2,
    )
    masses = np.array([link.mass for link in arm.links])
    result = np.empty((*q.shape[:-1], len(arm.links)))
    for index, joint in enumerate(arm.chain.joints):
        carried = masses[index:].sum()
        moment = np.einsum("j,...jk->...k", masses[index:], centers[..., index:, :])
        lever = moment - carried * frames[..., index, :3, 3]
        axis = frames[..., index, :3, 2]
        way = carried * axis if joint.slides else np.cross(axis, lever)
        result[..., index] = -arm.gravity * way @ arm.gravity_direction
    return np.asarray(result @ arm.following) if arm.followers else result


def jacobian(arm: Arm, q: FloatArray, link: str | None = None, axes: Axes = "base") -> FloatArray:
    """Return the geometric Jacobian of the origin of one link's frame.

    Args:
        arm: gives the steps from frame to frame, and where the link is.
        q: ``(…, n)`` rad (m where a joint slides).
        link: one of `Arm.link_names`; `Arm.tip` by default.
        axes: in which the velocities are given, those of the base link or those of the link itself.

    Returns:
        ``(…, 6, n)``: from joint velocities to the linear velocity of the frame's origin (rows 0 to 2, m/s) and the
        angular velocity (rows 3 to 5, rad/s), both relative to the base link.

    Raises:
        StateError: the arm has no such link, or there are no such axes.
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
