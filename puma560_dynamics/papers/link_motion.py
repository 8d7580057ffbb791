"""Elementary kinematics of an arm's links, an independent reference for the papers' velocities.

It only uses frames, cross products and sums from link to link: no partial velocities, no recursion of forces.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arm import Arm
from ..arm.transform import rotation_x
from ..arrays import FloatArray

OUR_AXES = ("1+ 2+ 3+",) * 6
"""Code for unit vectors 1, 2, 3 that are x, y, z of every body's frame."""

STANFORD_AXES = ("3+ 1+ 2+", "3+ 2- 1+", "3+ 1+ 2+", "3+ 1+ 2+", "3+ 2- 1+", "3+ 1+ 2+")
"""Kane and Levinson's unit vectors along x, y, z of our frames of bodies A to F, with signs."""


class LinkMotion(NamedTuple):
    """Pose and velocity of a link, in the base frame.

    Attributes:
        rotation: (3, 3) rotation; columns are the unit vectors 1, 2, 3 of the body.
        origin: (3,) origin of the link's frame, m.
        center: (3,) mass center, m.
        angular: (3,) angular velocity, rad/s.
        velocity: (3,) velocity of the mass center, m/s.
    """

    rotation: FloatArray
    origin: FloatArray
    center: FloatArray
    angular: FloatArray
    velocity: FloatArray


def links_in_motion(arm: Arm, q: FloatArray, qd: FloatArray, axes: tuple[str, ...] = OUR_AXES) -> list[LinkMotion]:
    """Return pose and velocity of all links, in the order of the chain.

    Args:
        arm: the arm.
        q: (n,) positions, rad or m.
        qd: (n,) rates, rad/s or m/s.
        axes: for each body, its unit vectors (with sign) that are x, y, z of its frame.
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
    """Return the cross product of two vectors (3,), faster than `np.cross` for a single pair."""
    (a, b, c), (x, y, z) = one.tolist(), two.tolist()
    return np.array([b * z - c * y, c * x - a * z, a * y - b * x])
