"""Friction fitted to a recording, by the law of `arm.joint_friction`."""

from __future__ import annotations

import numpy as np
from scipy.optimize import lsq_linear

from ...arm.friction_terms import FITTED, FRICTION_TERMS
from ...arm.joint_friction import MEASURED_SMOOTHING, JointFriction, friction_basis
from ...arrays import FloatArray


class FrictionFit:
    """Least squares of friction on what the rigid-body model leaves, from sums over pieces."""

    def __init__(self, n: int) -> None:
        self._gram = np.zeros((n, len(FITTED), len(FITTED)))
        self._moment = np.zeros((n, len(FITTED)))

    def add(self, qd: FloatArray, residual: FloatArray) -> None:
        """Take `qd` (N, n) rad/s and `residual` (N, n) N·m, NaN where it does not count."""
        there = ~np.isnan(residual)
        basis = np.where(there, friction_basis(qd, MEASURED_SMOOTHING), 0.0).transpose(2, 0, 1)
        self._gram += basis @ basis.transpose(0, 2, 1)
        self._moment += (basis @ np.where(there, residual, 0.0).T[:, :, None])[:, :, 0]

    def result(self) -> tuple[JointFriction, ...]:
        """Friction of each joint; dry and viscous friction are not negative, which only a motor could be."""
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
