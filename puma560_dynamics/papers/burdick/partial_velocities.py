"""Burdick's partial velocities: equations (4) to (7), for revolute and sliding joints.

All vectors are in the base frame here; the paper transforms them to the frame of a link.
"""

from __future__ import annotations

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ..link_motion import LinkMotion, links_in_motion


def partial_velocities(arm: Arm, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the partial angular velocities by (4) and the partial velocities by (5), both zero for j > i by (7).

    Args:
        arm: any arm.
        q: (n,) positions, rad or m.

    Returns:
        Two arrays (n, n, 3): element [i, j] is that of link i with respect to joint j; the first of its angular
        velocity (unit: that of the rate's angle), the second of its mass center (m or 1).
    """
    links = links_in_motion(arm, q, np.zeros(arm.n))
    angular, linear = np.zeros((arm.n, arm.n, 3)), np.zeros((arm.n, arm.n, 3))
    for i in range(arm.n):
        for j in range(i + 1):
            z = links[j].rotation[:, 2]
            if arm.joints[j].slides:
                linear[i, j] = z
            else:
                angular[i, j] = z
                linear[i, j] = np.cross(z, lever(arm, links, q, j, i))
    return angular, linear


def lever(arm: Arm, links: list[LinkMotion], q: FloatArray, j: int, i: int) -> FloatArray:
    """Return L_ji of (6), from frame j to the center of link i: Σ R_k P_k+1 for k from j to i-1, plus R_i r_i.

    Args:
        arm: any arm.
        links: links at the positions, from `links_in_motion`; only their rotations are used.
        q: (n,) positions, rad or m.
        j: index of the joint, counted from 0.
        i: index of the link, i ≥ j.

    Returns:
        (3,) vector in the base frame, m.
    """
    total = links[i].rotation @ arm.links[i].center_of_gravity
    for k in range(j, i):
        total = total + links[k].rotation @ _step(arm, q, k + 1)
    return np.asarray(total)


def _step(arm: Arm, q: FloatArray, k: int) -> FloatArray:
    """Return P_k (3,): a, and d along the axis of joint k, whose direction in frame k-1 is (0, -sin α, cos α), m."""
    joint = arm.joints[k]
    d = joint.d + (q[k] if joint.slides else 0.0)
    return np.array([joint.a, -np.sin(joint.alpha) * d, np.cos(joint.alpha) * d])
