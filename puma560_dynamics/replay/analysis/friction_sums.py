"""Friction in a recording: a fit to the residual of the rigid-body model, and this residual by velocity."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import lsq_linear

from ...arm import Arm
from ...arm.friction_terms import FITTED, FRICTION_TERMS
from ...arm.joint_friction import (
    MEASURED_SMOOTHING,
    JointFriction,
    friction_basis,
    joint_friction_torque,
)
from ...arrays import FloatArray, read_only
from ..result import VelocityProfile
from .evaluation import Evaluated


class FrictionFit:
    """Least-squares fit of the friction law to the residual of the rigid-body model, from sums over pieces.

    Args:
        n: number of joints.
        scale: (n,) motion of each joint that thresholds in rad are compared with (`Arm.motion_scale`).
    """

    def __init__(self, n: int, scale: ArrayLike = 1.0) -> None:
        self._smoothing = MEASURED_SMOOTHING * np.asarray(scale)
        self._gram = np.zeros((n, len(FITTED), len(FITTED)))
        self._moment = np.zeros((n, len(FITTED)))

    def add(self, qd: FloatArray, residual: FloatArray) -> None:
        """Add velocities `qd` (N, n) rad/s and `residual` (N, n) N·m; NaN where a sample does not count."""
        there = ~np.isnan(residual)
        basis = np.where(there, friction_basis(qd, self._smoothing), 0.0).transpose(2, 0, 1)
        self._gram += basis @ basis.transpose(0, 2, 1)
        self._moment += (basis @ np.where(there, residual, 0.0).T[:, :, None])[:, :, 0]

    def result(self) -> tuple[JointFriction, ...]:
        """Return the friction of each joint; dry and viscous friction are at least 0."""
        found, lowest = [], [-np.inf if FRICTION_TERMS[name].signed else 0.0 for name in FITTED]
        for gram, moment in zip(self._gram, self._moment, strict=True):
            sizes, directions = np.linalg.eigh(gram)
            kept = sizes > 1e-12 * max(sizes[-1], 1e-300)
            root = np.sqrt(sizes[kept])
            rows, values = root[:, None] * directions[:, kept].T, directions[:, kept].T @ moment / root
            if not kept.any():
                found.append(JointFriction())
                continue
            numbers = lsq_linear(rows, values, (lowest, np.inf)).x.tolist()
            found.append(JointFriction(**dict(zip(FITTED, numbers, strict=True))))
        return tuple(found)


BINS = 60
"""Bins shown per joint."""

_FINE = 40
"""Number of fine bins per shown bin, because the largest velocity is not known before the last sample."""


class ProfileSums:
    """Sums of the residual in bins of velocity; the outer bins hold all velocities above twice the joint's limit."""

    def __init__(self, arm: Arm) -> None:
        self._bins, self._smoothing = BINS * _FINE, MEASURED_SMOOTHING * arm.motion_scale
        self._half = 2.0 * arm.velocity
        self._count = np.zeros((arm.n, self._bins))
        self._sum = np.zeros((arm.n, self._bins))
        self._square = np.zeros((arm.n, self._bins))

    def add(self, piece: Evaluated) -> None:
        """Add a piece of the recording."""
        left = piece.target - piece.rigid
        place = (piece.motion.qd / self._half + 1.0) * (0.5 * self._bins)
        index = np.clip(place, 0, self._bins - 1).astype(np.intp)
        for joint in range(left.shape[1]):
            there = ~np.isnan(left[:, joint])
            at, values = index[there, joint], left[there, joint]
            self._count[joint] += np.bincount(at, minlength=self._bins)
            self._sum[joint] += np.bincount(at, values, self._bins)
            self._square[joint] += np.bincount(at, values**2, self._bins)

    def result(self, friction: Sequence[JointFriction]) -> VelocityProfile:
        """Return bins over the velocities that occurred: equally many for every joint, symmetric about zero."""
        n = len(self._count)
        middle = np.empty((n, BINS))
        sums = np.zeros((3, n, BINS))
        for joint in range(n):
            reached = np.flatnonzero(self._count[joint])
            # Distance from zero in fine bins; each shown bin consists of a whole number of fine bins.
            reach = max(abs(reached - self._bins // 2 + 0.5), default=1)
            width = max(1, int(np.ceil(2.0 * (reach + 0.5) / BINS)))
            width = min(width, _FINE)
            first = self._bins // 2 - width * BINS // 2
            for row, fine in enumerate((self._count, self._sum, self._square)):
                sums[row, joint] = fine[joint, first : first + width * BINS].reshape(BINS, width).sum(axis=1)
            step = 2.0 * self._half[joint] / self._bins * width
            middle[joint] = (np.arange(BINS) + 0.5 - BINS / 2) * step
        count, total, square = sums
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = total / count
            deviation = np.sqrt(np.maximum(square / count - mean**2, 0.0))
        return VelocityProfile(
            velocity=read_only(middle),
            count=count.astype(np.int64),
            mean=read_only(mean),
            deviation=read_only(deviation),
            friction=read_only(joint_friction_torque(friction, middle.T, self._smoothing).T),
        )
