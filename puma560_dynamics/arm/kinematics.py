"""Forward kinematics and Jacobian of an arm in its modified Denavit-Hartenberg frames.

Frame i is carried by link i: ``Rx(alpha) Tx(a) Rz(q) Tz(d)`` from frame i - 1; where the joint slides, q is added to d.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .arm import Arm
from .transform import rotation_x


def link_poses(arm: Arm, q: NDArray[np.float64]) -> NDArray[np.float64]:
    """Poses of all link frames in the base frame.

    Args:
        arm: gives the steps from frame to frame.
        q: ``(…, n)`` rad (m where a joint slides).

    Returns:
        ``(…, n, 4, 4)`` homogeneous transforms.
    """
    result = np.empty((*q.shape, 4, 4))
    before = np.broadcast_to(np.eye(4), (*q.shape[:-1], 4, 4))
    for index, joint in enumerate(arm.joints):
        position = q[..., index]
        angle, along = (np.zeros_like(position), joint.d + position) if joint.slides else (position, joint.d)
        turned = np.zeros((*position.shape, 4, 4))
        cosine, sine = np.cos(angle), np.sin(angle)
        turned[..., 0, 0], turned[..., 0, 1], turned[..., 1, 0], turned[..., 1, 1] = cosine, -sine, sine, cosine
        turned[..., 2, 2] = turned[..., 3, 3] = 1.0
        turned[..., 2, 3] = along
        fixed = np.eye(4)
        fixed[:3, :3] = rotation_x(joint.alpha)
        fixed[0, 3] = joint.a
        before = result[..., index, :, :] = before @ (fixed @ turned)
    return result


def jacobian(arm: Arm, q: NDArray[np.float64]) -> NDArray[np.float64]:
    """Geometric Jacobian of the last link's frame.

    Args:
        arm: gives the steps from frame to frame.
        q: ``(…, n)`` rad (m where a joint slides).

    Returns:
        ``(…, 6, n)``: from joint velocities to the linear velocity of the frame's origin (rows 0 to 2, m/s) and the
        angular velocity (rows 3 to 5, rad/s), both in the base frame.
    """
    poses = link_poses(arm, q)
    axes, origins = poses[..., :3, 2], poses[..., :3, 3]
    result = np.zeros((*q.shape[:-1], 6, arm.n))
    for index, joint in enumerate(arm.joints):
        axis = axes[..., index, :]
        if joint.slides:
            result[..., :3, index] = axis
        else:
            result[..., :3, index] = np.cross(axis, origins[..., -1, :] - origins[..., index, :])
            result[..., 3:, index] = axis
    return result
