"""Friction in a replay: that of the arm, fitted to the recording, or none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import lsq_linear

from ..arm import Arm
from ..arm.joint_friction import JointFriction

Numbers = NDArray[np.float64]

SLOW = 0.01
"""rad/s below which dry friction rises linearly: there the sign of a measured velocity is the sign of its noise."""


def arm_friction(arm: Arm) -> tuple[tuple[JointFriction, ...], str]:
    """Friction by the arm's file, else the break-away torque of table 7 as Coulomb friction; and that in words."""
    if arm.friction:
        return arm.friction, f"from the arm file of {arm.name}"
    torques = arm.break_away_torque.tolist()
    return tuple(JointFriction(torque, torque) for torque in torques), "break-away torque (table 7) as Coulomb friction"


def friction_basis(qd: Numbers) -> Numbers:
    """(4, …) what dry friction in either direction, viscous friction and offset multiply, at `qd` (…) rad/s."""
    ramp = np.clip(qd / SLOW, -1.0, 1.0)
    return np.stack([np.maximum(ramp, 0.0), np.minimum(ramp, 0.0), qd, np.ones_like(qd)])


def friction_torque(friction: Sequence[JointFriction], qd: Numbers) -> Numbers:
    """(…, n) N·m that overcome friction at `qd` (…, n) rad/s, dry friction rising linearly over `SLOW`."""
    values = np.array([[j.coulomb_positive, j.coulomb_negative, j.viscous, j.offset] for j in friction])
    ramp = np.clip(qd / SLOW, -1.0, 1.0)
    dry = np.maximum(ramp, 0.0) * values[:, 0] + np.minimum(ramp, 0.0) * values[:, 1]
    return np.asarray(dry + qd * values[:, 2] + values[:, 3])


class FrictionFit:
    """Least squares of friction on what the rigid-body model leaves, from sums over pieces."""

    def __init__(self, n: int) -> None:
        self._gram = np.zeros((n, 4, 4))
        self._moment = np.zeros((n, 4))

    def add(self, qd: Numbers, residual: Numbers) -> None:
        """Take `qd` (N, n) rad/s and `residual` (N, n) N·m, NaN where it does not count."""
        there = ~np.isnan(residual)
        basis = np.where(there, friction_basis(qd), 0.0).transpose(2, 0, 1)
        self._gram += basis @ basis.transpose(0, 2, 1)
        self._moment += (basis @ np.where(there, residual, 0.0).T[:, :, None])[:, :, 0]

    def result(self) -> tuple[JointFriction, ...]:
        """Friction of each joint; dry and viscous friction are not negative, which only a motor could be."""
        found = []
        for gram, moment in zip(self._gram, self._moment, strict=True):
            sizes, directions = np.linalg.eigh(gram)
            kept = sizes > 1e-12 * max(sizes[-1], 1e-300)
            root = np.sqrt(sizes[kept])
            rows, values = root[:, None] * directions[:, kept].T, directions[:, kept].T @ moment / root
            if not kept.any():
                found.append(JointFriction())
                continue
            bounds = ([0.0, 0.0, 0.0, -np.inf], [np.inf] * 4)
            found.append(JointFriction(*(float(value) for value in lsq_linear(rows, values, bounds).x)))
        return tuple(found)
