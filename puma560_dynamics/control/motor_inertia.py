"""Assume the inertia of motors that a description does not have, and find the inertia with which a joint moves.

A robot description has the bodies of the links. The reflected inertia of a geared motor is often far larger than that
of a wrist link alone. Assumed numbers serve where a too small inertia is wrong: gains that need damping, limits of
accelerations, and simulation.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..arm import Arm
from ..arm.tolerances import link_parameters
from ..arrays import FloatArray, read_only
from ..models.interface import DynamicModel

QUICKEST = 0.01
"""Shortest time in which the largest torque brings a joint from rest to its velocity limit, s."""

POSES = 64
"""Number of poses that are searched for the smallest inertia."""

NEGLIGIBLE = 1e-9
"""Inertia that every joint has, as a fraction of the largest one, so that the inverse exists."""


def missing_motor_inertia(model: DynamicModel) -> FloatArray:
    """Return the motor inertia to assume in addition to that of the arm, (n,) kg·m².

    It is 0 if the arm has the inertia of any motor. Otherwise each joint needs `QUICKEST` from rest to its velocity
    limit with its largest torque, in the zero pose and with the other joints at rest.

    Args:
        model: model of an arm with limits of torque and velocity; a joint without a velocity limit gets 0.
    """
    arm = model.arm
    missing = np.zeros(arm.n)
    if not arm.motor_inertia.any():
        np.divide(QUICKEST * arm.maximum_torque, arm.velocity, out=missing, where=arm.velocity > 0.0)
        missing = np.maximum(missing - np.diag(_inertia(model, np.zeros((1, arm.n)))[0]), 0.0)
    return read_only(missing)


def with_motor_inertia(model: DynamicModel) -> Arm:
    """Return the arm of a model with the `missing_motor_inertia`, or the arm itself if it misses none."""
    arm, missing = model.arm, missing_motor_inertia(model)
    if not missing.any():
        return arm
    motors = [replace(motor, inertia=each) for motor, each in zip(arm.motors, missing.tolist(), strict=True)]
    return arm.with_(motors=motors)


def least_inertia(model: DynamicModel) -> FloatArray:
    """Return smallest inertias m of the joints, (n,) kg·m², on which springs may act at the same time.

    The kinetic energy matrix A, with the motor inertia that the arm misses, is at least diag(m) at `POSES` poses: no
    eigenvalue of A⁻¹ diag(m) is above 1. So springs of the stiffness ω² m give no natural frequency above ω, although
    the joints are coupled. The numbers are in the ratio of 1 / (A⁻¹)_jj, the inertia of a joint with the others free.

    Args:
        model: any model of the arm; its payload, which would only add inertia, is left out.
    """
    matrices = _inertia(model, model.arm.poses(POSES)) + np.diag(missing_motor_inertia(model))
    inverse = np.linalg.inv(matrices + NEGLIGIBLE * matrices.max() * np.eye(model.arm.n))
    alone = 1.0 / np.diagonal(inverse, axis1=-2, axis2=-1).max(axis=0)
    root = np.sqrt(alone)
    return read_only(alone / np.linalg.eigvalsh(root[:, None] * inverse * root).max())


def _inertia(model: DynamicModel, poses: FloatArray) -> FloatArray:
    """Return the kinetic energy matrices (N, n, n) of links and motors at poses (N, n)."""
    arm, parameters, still = model.arm, link_parameters(model.arm), np.zeros_like(poses)

    def torque(qdd: FloatArray) -> FloatArray:
        return np.asarray(DynamicModel.regressor(model, poses, still, still + qdd) @ parameters)

    weight = torque(np.zeros(arm.n))
    links = np.stack([torque(unit) - weight for unit in np.eye(arm.n)], axis=-1)
    return np.asarray(links + arm.transmission.T @ np.diag(arm.motor_inertia) @ arm.transmission)
