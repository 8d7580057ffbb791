r"""Bound the error of a model's torque by few numbers, from which a control loop computes thresholds at every sample.

`TorqueUncertainty` passes the effect Y F of every uncertain parameter through the low-pass of the estimate. That is too
slow for a loop at 1 kHz. The bound of a joint's standard deviation is

.. math:: \sigma_j \le G_j + \sum_k M_{jk} |\ddot q_k| + V_j \sum_k (\dot q_k / \dot q_{k,max})^2

with the largest effects over many poses: G of gravity, M of an acceleration, V of velocities. It holds because the norm
of a sum is at most the sum of the norms, and because the low-pass of a norm is at least the norm of the low-pass.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...arm.friction import arm_friction
from ...arm.joint_arrays import spread
from ...arm.joint_friction import friction_numbers
from ...arrays import FloatArray, read_only
from ...models.interface import DynamicModel
from .dry_friction_bound import reversal_distance
from .torque_uncertainty import (
    ASSUMED_TOLERANCE,
    FRICTION_CHANGES,
    FRICTION_UNKNOWN,
    LEAST,
    MODEL_WIDTHS,
    NOISE_WIDTHS,
    RESIDUAL_WIDTHS,
    largest_dry_friction,
    parameter_factor,
    prediction_error,
)

POSES = 200
"""Number of poses in which the largest effects are searched."""

DIRECTIONS = 10
"""Number of directions of motion in each pose."""

DIRECTION_PRIMES = (
    *(127.0, 131.0, 137.0, 139.0, 149.0, 151.0, 157.0, 163.0),
    *(167.0, 173.0, 179.0, 181.0, 191.0, 193.0, 197.0, 199.0),
)
"""Numbers whose square roots spread the directions; none of them spreads the poses."""

ROUNDING = 1e-9
"""Bound of the torque at rest, as a fraction of the maximum torque, up to which it is a rounding error."""


@dataclass(frozen=True, eq=False)
class ContactBounds:
    """Bounds of the errors of an arm's model, for `ContactEstimate`.

    Attributes:
        still: (n,) N·m, standard deviation of the torque at rest, at most.
        acceleration: (n, n) N·m per rad/s², standard deviation at joint j from an acceleration of joint k, at most.
        velocity: (n,) N·m, standard deviation from a motion at the velocity limits, at most.
        friction: numbers of the friction law by name, each (n,), that are subtracted from the efforts.
        unknown: fraction of the friction that is its standard deviation in motion.
        dry: (n,) N·m, bound of dry friction at rest.
        reversal: (n,) rad, distance over which the dry friction of each motor reverses, at most.
        model_widths, noise_widths: threshold in standard deviations of the model's torque and of the noise.
        least: (n,) N·m, smallest threshold.
    """

    still: FloatArray
    acceleration: FloatArray
    velocity: FloatArray
    friction: Mapping[str, FloatArray]
    unknown: float
    dry: FloatArray
    reversal: FloatArray
    model_widths: float
    noise_widths: float
    least: FloatArray


def contact_bounds(model: DynamicModel) -> ContactBounds:
    """Return the bounds for a model's arm; its payload counts as known.

    Args:
        model: any model of the arm.

    Returns:
        Bounds from the tolerances of the arm file; from the error of predictions for an identified arm; and from
        `ASSUMED_TOLERANCE` for an arm without either.
    """
    arm, n = model.arm, model.n
    friction = arm_friction(arm)[0]
    known = FRICTION_UNKNOWN["known" if arm.friction else "table"]
    dry = largest_dry_friction(arm, friction) * (1.0 + known if arm.friction else 1.0)
    predicted = prediction_error(arm)
    if predicted is not None:  # contains parameters and friction of moving joints
        still, acceleration, velocity = predicted, np.zeros((n, n)), np.zeros(n)
    else:
        factor = parameter_factor(arm, None, ASSUMED_TOLERANCE)[0]
        still, acceleration, velocity = _largest_effects(model, factor)
    return ContactBounds(
        still=read_only(still),
        acceleration=read_only(acceleration),
        velocity=read_only(velocity),
        friction=friction_numbers(friction),
        unknown=FRICTION_CHANGES if predicted is not None else known,
        dry=read_only(dry),
        reversal=read_only(reversal_distance(arm)),
        model_widths=MODEL_WIDTHS if predicted is None else RESIDUAL_WIDTHS,
        noise_widths=NOISE_WIDTHS if predicted is None else RESIDUAL_WIDTHS,
        least=read_only(LEAST * arm.maximum_torque),
    )


def _largest_effects(model: DynamicModel, factor: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return `still`, `acceleration` and `velocity` for a factor (10 m + n, k) of the covariance."""
    arm, n = model.arm, model.n
    poses = arm.poses(POSES)
    none = np.zeros_like(poses)
    links, motors = factor[:-n], factor[-n:]

    def effects(qd: FloatArray, qdd: FloatArray) -> FloatArray:
        rows = DynamicModel.regressor(model, poses, qd, qdd)  # a model may have to derive and compile its own
        return np.asarray(rows @ links + qdd[..., None] * motors)

    def largest(values: FloatArray) -> FloatArray:
        """Return the largest norm (n,) of the rows (…, n, k)."""
        return np.asarray(np.sqrt(np.einsum("...ij,...ij->...i", values, values)).reshape(-1, n).max(axis=0))

    weight = effects(none, none)
    acceleration = np.stack([largest(effects(none, none + unit) - weight) for unit in np.eye(n)], axis=1)
    velocity = np.zeros(n)
    for direction in _directions(n):
        velocity = np.maximum(velocity, largest(effects(direction * arm.velocity, none) - weight))
    still = largest(weight)
    # Rounding errors differ from machine to machine.
    return np.where(still > ROUNDING * arm.maximum_torque, still, 0.0), acceleration, velocity


def _directions(n: int) -> FloatArray:
    """Return unit vectors (DIRECTIONS, POSES, n), the same at every call and in the C++ core.

    The cube of an evenly spread number favours directions in which few joints move, where the largest effects are.
    """
    each = 2.0 * spread(DIRECTIONS * POSES, DIRECTION_PRIMES, n) - 1.0
    vectors = (each * each * each).reshape(DIRECTIONS, POSES, n)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))
