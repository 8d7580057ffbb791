"""Detect joints without inertia, whose acceleration is undefined although torque and gravity are defined.

Links without mass or extent between joints are common, such as three shoulder joints in one point, or point masses. The
matrix A is then singular in some poses, or in all poses if a joint moves no inertia at all.
"""

from __future__ import annotations

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray
from ..errors import StateError

NEGLIGIBLE_FRACTION = 1e-12
"""Fraction of the diagonal of A below which a joint is treated as without inertia; rounding is far smaller."""


def may_vanish(arm: Arm) -> bool:
    """Return whether A may be singular: a moving link has no mass or extent, and its joint has no motor inertia."""
    motors = np.zeros(len(arm.links)) if arm.followers else arm.motor_inertia
    return any(
        not motor > 0.0 and (link.mass == 0.0 or not np.linalg.eigvalsh(link.inertia)[0] > 0.0)
        for link, motor in zip(arm.links, motors, strict=True)
    )


def refuse_vanishing_inertia(arm: Arm, kinetic_energy: FloatArray, q: FloatArray) -> None:
    """Raise if a joint has no inertia at a pose.

    Args:
        arm: arm with the joint names for the message.
        kinetic_energy: kinetic energy matrix A, ``(…, n, n)`` kg·m².
        q: ``(…, n)`` positions for the message, rad.

    Raises:
        StateError: A is singular.
    """
    n = kinetic_energy.shape[-1]
    for a, pose in zip(kinetic_energy.reshape(-1, n, n), q.reshape(-1, n), strict=True):
        left = a.copy()
        for joint in range(n):  # pivots of Gaussian elimination: inertia of a joint if the previous joints are free
            pivot = left[joint, joint]
            if not pivot > NEGLIGIBLE_FRACTION * a[joint, joint]:
                at = ", ".join(f"{x:.4g}" for x in pose)
                raise StateError(
                    f"joint {arm.joint_names[joint]} has no inertia at q = ({at}): its acceleration is undefined "
                    "there, while torque and gravity are not; give its link mass and inertia, or its motor inertia, "
                    "in an arm file"
                )
            left[joint:, joint:] -= np.outer(left[joint:, joint], left[joint, joint:]) / pivot
