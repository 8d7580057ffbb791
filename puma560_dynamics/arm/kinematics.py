"""Compute forward kinematics, the Jacobian and its derivative by time, in the frame of the base link.

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
from .link_place import LinkPlace
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
    place = _checked_place(arm, link, axes)
    frames, pose = _moved_link(arm, q, place)
    return _seen(arm, _columns(arm, frames, pose, place), pose, axes)


def jacobian_rate(arm: Arm, q: FloatArray, qd: FloatArray, link: str | None = None, axes: Axes = "base") -> FloatArray:
    """Return the derivative by time of the elements of `jacobian`, for the joint velocities `qd`.

    With the axes z, the angular velocities w of the links and the levers r from the axes to the link's origin, a column
    of a revolute joint is (z × r, z), and its derivative is (w × z × r + z × dr/dt, w × z).

    Args:
        arm: the arm.
        q: ``(…, n)`` joint positions, rad (m for prismatic joints).
        qd: ``(…, n)`` joint velocities, rad/s (m/s).
        link, axes: as for `jacobian`.

    Returns:
        ``(…, 6, n)`` array.

    Raises:
        StateError: as for `jacobian`.
    """
    place = _checked_place(arm, link, axes)
    frames, pose = _moved_link(arm, q, place)
    rates = qd @ arm.following.T if arm.followers else qd
    result = np.zeros((*q.shape[:-1], 6, len(arm.links)))
    spin = velocity = np.zeros((*q.shape[:-1], 3))
    origin, velocities = frames[..., 0, :3, 3], []
    for index, joint in enumerate(arm.chain.joints[: place.carrier]):
        axis, rate = frames[..., index, :3, 2], rates[..., index, None]
        velocity = velocity + np.cross(spin, frames[..., index, :3, 3] - origin)
        origin = frames[..., index, :3, 3]
        turning = np.cross(spin, axis)
        if joint.slides:
            velocity = velocity + rate * axis
            result[..., :3, index] = turning
        else:
            result[..., 3:, index] = turning
            spin = spin + rate * axis
        velocities.append(velocity)
    end = velocity + np.cross(spin, pose[..., :3, 3] - origin)
    for index, joint in enumerate(arm.chain.joints[: place.carrier]):
        if not joint.slides:
            lever = pose[..., :3, 3] - frames[..., index, :3, 3]
            turned = np.cross(result[..., 3:, index], lever)
            result[..., :3, index] = turned + np.cross(frames[..., index, :3, 2], end - velocities[index])
    if axes == "link" and place.carrier:  # the axes turn with the link
        columns = _columns(arm, frames, pose, place)
        result[..., :3, :] -= np.cross(spin[..., None], columns[..., :3, :], axis=-2)
        result[..., 3:, :] -= np.cross(spin[..., None], columns[..., 3:, :], axis=-2)
    return _seen(arm, result, pose, axes)


def _checked_place(arm: Arm, link: str | None, axes: str) -> LinkPlace:
    """Return the place of a link.

    Raises:
        StateError: as for `jacobian`.
    """
    if axes not in get_args(Axes):
        raise StateError(f"axes: expected 'base' or 'link', got {axes!r:.80}; name whose axes the velocities are in")
    return arm.place_of(link)


def _moved_link(arm: Arm, q: FloatArray, place: LinkPlace) -> tuple[FloatArray, FloatArray]:
    """Return the joint frames, and the pose of a link in the frame of the base link."""
    frames = _joint_frames(arm, q)
    if not place.carrier:
        return frames, np.broadcast_to(place.pose, (*q.shape[:-1], 4, 4))
    return frames, np.asarray(frames[..., place.carrier - 1, :, :] @ place.pose)


def _columns(arm: Arm, frames: FloatArray, pose: FloatArray, place: LinkPlace) -> FloatArray:
    """Return the ``(…, 6, m)`` Jacobian of a link in the axes of the base link, for all joints of the chain."""
    result = np.zeros((*pose.shape[:-2], 6, len(arm.links)))
    for index, joint in enumerate(arm.chain.joints[: place.carrier]):
        axis = frames[..., index, :3, 2]
        if joint.slides:
            result[..., :3, index] = axis
        else:
            result[..., :3, index] = np.cross(axis, pose[..., :3, 3] - frames[..., index, :3, 3])
            result[..., 3:, index] = axis
    return result


def _seen(arm: Arm, columns: FloatArray, pose: FloatArray, axes: str) -> FloatArray:
    """Return columns for the arm's driven joints, in the axes of the base link or of the link at `pose`."""
    if axes == "link":
        back = np.swapaxes(pose[..., :3, :3], -1, -2)
        columns = np.concatenate([back @ columns[..., :3, :], back @ columns[..., 3:, :]], axis=-2)
    return np.asarray(columns @ arm.following) if arm.followers else columns
