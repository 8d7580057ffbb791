"""PD gains from the arm's own inertia: one frequency and damping in place of twelve numbers; and when they are stable.

A servo that is evaluated every T seconds holds its torque in between. With the arm's inertia A frozen in a pose, and
positive diagonal gains, the sampled loop obeys, for the exact motion between the samples,

.. math:: (z-1)^2 A x + T (z-1) K_d x + \\tfrac12 T^2 (z+1) K_p x = 0.

Multiplied by x from the left it is a quadratic equation with three positive numbers a, d and p in place of the
matrices. Its roots are inside the unit circle if and only if :math:`T d < 2 a` and :math:`T p < 2 d`. So the loop is
stable if

.. math:: T \\lambda_{max}(A^{-1} K_d) < 2 \\quad and \\quad T K_p < 2 K_d .

The first condition fails on light arms whose description has no motor inertia. With a damping that acts at the end of
the step (`Plant.advance` with `damping`) the equation is

.. math:: (z-1)^2 A x + T z (z-1) K_d x + T^2 z K_p x = 0,

stable for every A if :math:`T K_p < 2 K_d`: independently of the arm.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arm.friction import arm_friction
from ..arrays import FloatArray
from ..control.trajectory.trajectory import HOME
from ..models.interface import DynamicModel
from ..states import joint_array

BANDWIDTH = (12.0, 12.0, 12.0, 25.0, 25.0, 25.0)
"""Natural frequency of each joint under PD, rad/s: what a loop of 100 Hz or more carries with ease."""


def usual_bandwidth(arm: Arm) -> FloatArray:
    """Return (n,) rad/s, natural frequencies: `BANDWIDTH` for six joints, otherwise its smallest value."""
    return np.array(BANDWIDTH) if arm.n == len(BANDWIDTH) else np.full(arm.n, min(BANDWIDTH))


def critically_damped(
    model: DynamicModel, bandwidth: ArrayLike | None = None, pose: ArrayLike = HOME
) -> tuple[FloatArray, FloatArray]:
    """Return proportional (n,) N·m/rad and derivative (n,) N·m·s/rad gains.

    With the inertia M of a joint at `pose` (diagonal of A): kp = M w² and kd = 2 M w. The bandwidth w is
    `usual_bandwidth` by default.

    Raises:
        StateError: `bandwidth` or `pose` of another length, or not finite.
    """
    w = joint_array("bandwidth", usual_bandwidth(model.arm) if bandwidth is None else bandwidth, model.arm.n)
    inertia = np.diag(model.kinetic_energy_matrix(pose))
    return inertia * w**2, 2.0 * inertia * w


DROOP = 0.1
"""rad (m) by which the largest gravity load and friction may push a joint off its reference under PD alone."""

POSES = 400
"""Poses over the joint ranges in which inertia and gravity load are sought."""

STABLE = 0.5
"""Largest T·λ of a servo that counts as stable with explicit damping: a quarter of the bound, since commands lag."""


def for_any_pose(model: DynamicModel, bandwidth: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return gains (n,) as `critically_damped`, for the largest inertia over the joint ranges.

    A light arm needs more than its inertia asks for, to carry its own weight against its friction: the proportional
    gain is at least the largest gravity load, with the friction at the velocity limit, divided by `DROOP`. Each joint
    is critically damped with its largest inertia, or more: the servo, which limits the velocity that it drives towards,
    must carry that load at a standstill with half of the velocity limit.

    Raises:
        StateError: `bandwidth` of another length, or not finite.
    """
    arm = model.arm
    w = joint_array("bandwidth", bandwidth, arm.n)
    q, lost = arm.poses(POSES), arm_friction(arm)[0]
    inertia = np.diagonal(model.kinetic_energy_matrix(q), axis1=-2, axis2=-1).max(axis=0)
    friction = np.array([one.dry + one.viscous * joint.velocity for one, joint in zip(lost, arm.joints, strict=True)])
    proportional = np.maximum(inertia * w**2, (np.abs(model.gravity(q)).max(axis=0) + friction) / DROOP)
    critical = 2.0 * np.sqrt(proportional * inertia)
    return proportional, np.maximum(critical, 2.0 * proportional * DROOP / arm.velocity)


def stability_number(model: DynamicModel, derivative: ArrayLike, period: float) -> float:
    """Return the largest T·λ(A⁻¹ K_d) over the joint ranges; the sampled loop is stable below 2.

    Args:
        model: gives A.
        derivative: (n,) N·m·s/rad.
        period: T, s.
    """
    root = np.sqrt(joint_array("derivative", derivative, model.arm.n))
    inverse = np.linalg.inv(model.kinetic_energy_matrix(model.arm.poses(POSES)))
    return period * float(np.linalg.eigvalsh(root[:, None] * inverse * root).max())
