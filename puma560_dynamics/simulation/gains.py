"""PD gains from the arm's own inertia: one frequency and damping, not twelve magic numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..control.trajectory.trajectory import HOME
from ..models.interface import DynamicModel
from ..states import joint_array

BANDWIDTH = (12.0, 12.0, 12.0, 25.0, 25.0, 25.0)
"""Natural frequency of each joint under PD, rad/s: what a loop of 100 Hz or more carries with ease."""


def critically_damped(
    model: DynamicModel, bandwidth: ArrayLike = BANDWIDTH, pose: ArrayLike = HOME
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Proportional (n,) N·m/rad and derivative (n,) N·m·s/rad gains.

    With the inertia M of a joint at `pose` (diagonal of A): kp = M w² and kd = 2 M w.

    Raises:
        StateError: `bandwidth` or `pose` of another length, or not finite.
    """
    w = joint_array("bandwidth", bandwidth, model.arm.n)
    inertia = np.diag(model.kinetic_energy_matrix(pose))
    return inertia * w**2, 2.0 * inertia * w
