"""Compute PD gains from the arm's inertia and a bandwidth per joint, and check their stability.

A servo that is evaluated every T seconds holds its torque constant in between. For a constant inertia matrix A and
positive diagonal gains K_p and K_d, the exact motion between the samples gives the sampled loop

.. math:: (z-1)^2 A x + T (z-1) K_d x + \\tfrac12 T^2 (z+1) K_p x = 0.

Multiplied by the conjugate transpose of x, this is a quadratic equation in z with positive numbers a, d and p in place
of A, K_d and K_p. Its roots are inside the unit circle if and only if :math:`T d < 2 a` and :math:`T p < 2 d`. So the
loop is stable if

.. math:: T \\lambda_{max}(A^{-1} K_d) < 2 \\quad and \\quad T K_p < 2 K_d .

Light arms whose description has no motor inertia violate the first condition. If the damping uses the velocity at the
end of the step (`Plant.advance` with `damping`), the equation is

.. math:: (z-1)^2 A x + T z (z-1) K_d x + T^2 z K_p x = 0,

which is stable for every A if :math:`T K_p < 2 K_d`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arm.friction import arm_friction
from ..arm.home_pose import home
from ..arrays import FloatArray
from ..models.interface import DynamicModel
from ..states import joint_array

BANDWIDTH = (12.0, 12.0, 12.0, 25.0, 25.0, 25.0)
"""Natural frequencies of the PUMA's joints under PD control, rad/s; uncritical for loops of 100 Hz or more."""


def usual_bandwidth(arm: Arm) -> FloatArray:
    """Return the default natural frequencies, (n,) rad/s: `BANDWIDTH` for six joints, otherwise its smallest value."""
    return np.array(BANDWIDTH) if arm.n == len(BANDWIDTH) else np.full(arm.n, min(BANDWIDTH))


def critically_damped(
    model: DynamicModel, bandwidth: ArrayLike | None = None, pose: ArrayLike | None = None
) -> tuple[FloatArray, FloatArray]:
    """Return critically damped proportional (n,) N·m/rad and derivative (n,) N·m·s/rad gains.

    With the inertia M of a joint at `pose` (diagonal of A; the home pose of the arm by default) and its bandwidth w
    (`usual_bandwidth` by default), the gains are M w² and 2 M w.

    Raises:
        StateError: `bandwidth` or `pose` has a wrong length or is not finite.
    """
    w = joint_array("bandwidth", usual_bandwidth(model.arm) if bandwidth is None else bandwidth, model.arm.n)
    inertia = np.diag(model.kinetic_energy_matrix(home(model.arm) if pose is None else pose))
    return inertia * w**2, 2.0 * inertia * w


DROOP = 0.1
"""Largest position error under PD control that gravity and friction may cause, rad (m)."""

POSES = 400
"""Number of poses over the joint ranges at which inertia and gravity torque are evaluated."""

STABLE = 0.5
"""Largest T·λ for which explicit damping is used: a quarter of the stability limit, because commands have latency."""


def for_any_pose(model: DynamicModel, bandwidth: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return proportional and derivative gains (n,) for all poses, from the largest inertia over the joint ranges.

    The proportional gain is at least the largest gravity torque plus the friction at the velocity limit, divided by
    `DROOP`, because a light arm would otherwise sag. The derivative gain is at least critical damping for the largest
    inertia. It is also large enough that the servo, which limits its commanded velocity, can hold this load at rest
    with half of the velocity limit.

    Raises:
        StateError: `bandwidth` has a wrong length or is not finite.
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
        model: model with the matrix A.
        derivative: (n,) derivative gains K_d, N·m·s/rad.
        period: sampling period T, s.
    """
    root = np.sqrt(joint_array("derivative", derivative, model.arm.n))
    inverse = np.linalg.inv(model.kinetic_energy_matrix(model.arm.poses(POSES)))
    return period * float(np.linalg.eigvalsh(root[:, None] * inverse * root).max())
