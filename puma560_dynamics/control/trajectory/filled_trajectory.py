"""A motion with effort at its points, as it goes out to the controller."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray
from .joint_path import JointPath


@dataclass(frozen=True, eq=False)
class FilledTrajectory:
    """A motion with effort.

    Attributes:
        path: every point with position, velocity, acceleration; times as they go on the wire.
        effort: (P, n) N·m, for the points of `path`.
        origin: (P,) for each of them the number of the given point it is or leads to.
        starts_now: times count from the moment of filling, not from the message's stamp.
        largest_share: largest torque on the way as a share of the torque limit.
        largest_lag: by how much the rate limit keeps the effort behind the motion's own, as a share of
            the torque limit; what joining costs is not counted.
    """

    path: JointPath
    effort: FloatArray
    origin: NDArray[np.intp]
    starts_now: bool
    largest_share: float
    largest_lag: float = 0.0
