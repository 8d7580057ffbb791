"""An arm's links in motion by elementary kinematics: what the papers' velocities are compared with.

Nothing but frames, cross products and sums from link to link: no partial velocities, no recursion of forces.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arm import Arm
from ..arm.transform import rotation_x
from ..arrays import FloatArray

OUR_AXES = ("1+ 2+ 3+",) * 6
"""Unit vectors 1, 2, 3 of every body are x, y, z of its frame."""

STANFORD_AXES = ("3+ 1+ 2+", "3+ 2- 1+", "3+ 1+ 2+", "3+ 1+ 2+", "3+ 2- 1+", "3+ 1+ 2+")
"""Kane and Levinson's unit vectors along x, y, z of our frames of A to F, with their signs."""


class LinkMotion(NamedTuple):
    """One link.

    Attributes:
        rotation: (3, 3) in the base, columns are the unit vectors 1, 2, 3 of the body.
        origin: (3,) m, of the link's frame.
        center: (3,) m, mass center.
        angular: (3,) rad/s in the base.
        velocity: (3,) m/s of the mass center in the base.
    """

    rotation: FloatArray
    origin: FloatArray
    center: FloatArray
    angular: FloatArray
    velocity: FloatArray


def links_in_motion(arm: Arm, q: FloatArray, qd: FloatArray, axes: tuple[str, ...] = OUR_AXES) -> list[LinkMotion]:
    """All links at q and qd (n,), rad, m and per s, in the order of the chain.

    Args:
        arm: the arm.
        q: positions.
        qd: rates.
        axes: for each body which of its unit vectors, with which sign, are x, y, z of its frame.
    """
    rotation, origin = np.eye(3), np.zeros(3)
    angular, velocity = np.zeros(3), np.zeros(3)
    found = []
    for joint, link, basis, position, rate in zip(arm.joints, arm.links, axes, q, qd, strict=True):
        turn = rotation @ rotation_x(joint.alpha)
        z = turn[:, 2]
        step = rotation[:, 0] * joint.a + z * (joint.d + (position if joint.slides else 0.0))
        origin, velocity = origin + step, velocity + _cross(angular, step)
        if joint.slides:
            velocity = velocity + z * rate
            rotation = turn
        else:
            angular = angular + z * rate
            c, s = np.cos(position), np.sin(position)
            rotation = turn @ np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        lever = rotation @ link.center_of_gravity
        own = np.empty((3, 3))
        for column, word in enumerate(basis.split()):
            own[:, int(word[0]) - 1] = rotation[:, column] * (-1.0 if word.endswith("-") else 1.0)
        found.append(LinkMotion(own, origin, origin + lever, angular, velocity + _cross(angular, lever)))
    return found


def _cross(one: FloatArray, two: FloatArray) -> FloatArray:
    """Return the cross product of two vectors (3,); `np.cross` takes longer for a single pair."""
    (a, b, c), (x, y, z) = one.tolist(), two.tolist()
    return np.array([b * z - c * y, c * x - a * z, a * y - b * x])
