"""Weighted least squares with a prior, from the normal equations of stretches: an estimate with standard errors.

Standard errors allow for residuals that are correlated over many rows (effort noise, friction that changes with
position, errors of the model). Assume that the stretches c of a recording are independent of each other, and let A_c be
their matrices of normal equations, with the sum A. If the rows of a joint have independent noise of variance k, the
gradient of a stretch (columns times residual) after the fit has the covariance

.. math:: k (A_c - A_c A^{-1} A_c),

so the sum of squares of the gradients, in the metric M = A⁻¹, gives an estimate of k. Correlated residuals give larger
gradients and a larger k: the variance that independent rows would need for the same uncertainty (a cluster-robust
estimate after Liang and Zeger 1986, averaged over the unknowns). The precision of the prior is added to A in M, so that
only unknowns that the data determine count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arm.friction_terms import MOVING
from ..arrays import FloatArray, IntegerArray
from ..errors import IdentificationError
from .base_parameters import BaseSet
from .joint_equations import Equations, total
from .physical_consistency import most_probable
from .prior import Prior
from .unknowns import Unknowns


def row_variance(parts: Sequence[Equations], x: FloatArray, precision: FloatArray, before: FloatArray) -> FloatArray:
    """Return the variance k (n,) of each joint's rows, N²·m², at least the variance of the residual.

    Args:
        parts: normal equations of the stretches.
        x: (p,) fitted values of the unknowns.
        precision: (p, p) inverse of the prior's covariance.
        before: (n,) previous estimate of the variance, N²·m².
    """
    whole = total(parts)
    scale = 1.0 / np.sqrt(np.diag(precision))  # unknowns in widths of the prior, so that they have similar magnitudes
    prior = precision * np.outer(scale, scale)
    result = np.empty(len(before))
    for joint in range(len(before)):
        inverse = np.linalg.inv(whole.matrix[joint] * np.outer(scale, scale) + before[joint] * prior)
        size = freedom = 0.0
        for part in parts:
            gradient = part.gradient(x)[joint] * scale
            leverage = inverse @ (part.matrix[joint] * np.outer(scale, scale))
            size += float(gradient @ inverse @ gradient)
            freedom += float(np.trace(leverage) - np.sum(leverage * leverage.T))
        plain = whole.squares(x)[joint] / max(int(whole.count[joint]), 1)
        result[joint] = max(size / freedom if freedom > 0.0 else 0.0, plain)
    return result


ROUNDS = 20
"""Largest number of rounds; the weights usually converge after a few."""

FEWEST_WINDOWS = 5
"""Least number of windows in which one joint has to move in one direction, about two seconds."""

SETTLED = 1e-3
"""Relative change of the variance below which the weights have converged."""


@dataclass(frozen=True, eq=False)
class Estimate:
    """The most probable values of the unknowns.

    Attributes:
        x: (p,) values of the unknowns, of a physically possible arm.
        covariance: (p, p) covariance of the estimate without constraints; an upper bound where a constraint is active.
        deviation: (n,) RMS residual of each joint's rows, N·m.
        rows: (n,) number of rows of each joint.
        effective: (n,) equivalent number of independent rows.
        condition: condition number of the weighted columns of base parameters and friction, each scaled to unit length.
        variance: (n,) variance of equivalent independent rows, N²·m².
        moved: change of the estimate by the constraints, in standard deviations; 0 if no constraint is active.
        forced: (n,) RMS change of each joint's torque by the constraints, N·m; NaN without rows.
    """

    x: FloatArray
    covariance: FloatArray
    deviation: FloatArray
    rows: IntegerArray
    effective: FloatArray
    condition: float
    variance: FloatArray
    moved: float
    forced: FloatArray

    @property
    def error(self) -> FloatArray:
        """Return the standard errors (p,)."""
        return np.sqrt(np.diag(self.covariance))


def solve(parts: Sequence[Equations], before: Prior, unknowns: Unknowns, base: BaseSet) -> Estimate:
    """Fit the unknowns to stretches of motion.

    A joint's weight is the inverse of the variance of its rows, which `row_variance` estimates from the residual. Fit
    and weights are repeated until they converge.

    Args:
        parts: normal equations of the stretches.
        before: prior.
        unknowns: unknowns of the arm.
        base: base parameters of the arm.

    Raises:
        IdentificationError: there is not enough motion.
        MissingDependencyError: cvxpy is needed and not installed.
    """
    if len(parts) < 2 or total(parts).count.max() < FEWEST_WINDOWS:
        raise IdentificationError(
            "too little motion to identify from: no joint moves for two seconds; record a longer motion "
            "(`puma560 excite` makes one)"
        )
    whole = total(parts)
    precision = scaled_inverse(before.covariance)
    variance = np.maximum(whole.squares(before.mean) / np.maximum(whole.count, 1), 1e-12)
    for _ in range(ROUNDS):
        x, information = unconstrained(whole, before, precision, variance)
        new = np.maximum(row_variance(parts, x, precision, variance), 1e-12)
        done = bool((np.abs(new - variance) < SETTLED * variance).all())
        variance = new
        if done:
            break
    x, information = unconstrained(whole, before, precision, variance)
    possible = most_probable(x, information, before.mean, unknowns)
    step = possible - x
    return Estimate(
        x=possible,
        covariance=scaled_inverse(information),
        deviation=whole.rms(possible),
        rows=whole.count,
        effective=whole.squares(x) / variance,
        condition=condition_number(whole, variance, unknowns, base),
        variance=variance,
        moved=math.sqrt(max(float(step @ information @ step), 0.0)),
        forced=whole.effect(step),
    )


def unconstrained(
    whole: Equations, before: Prior, precision: FloatArray, variance: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the most probable values (p,) without constraints, and their information (p, p), the inverse covariance.

    Args:
        whole: normal equations.
        before: prior.
        precision: (p, p) inverse of the prior's covariance.
        variance: (n,) variance of each joint's rows, N²·m².
    """
    weight = 1.0 / variance
    information = np.tensordot(weight, whole.matrix, 1) + precision
    scale = 1.0 / np.sqrt(np.diag(information))
    gradient = weight @ whole.gradient(before.mean)
    step = np.linalg.solve(information * np.outer(scale, scale), scale * gradient)
    return before.mean + scale * step, information


def scaled_inverse(matrix: FloatArray) -> FloatArray:
    """Return the inverse of a positive definite matrix whose rows have very different magnitudes."""
    scale = 1.0 / np.sqrt(np.diag(matrix))
    inner = np.linalg.inv(matrix * np.outer(scale, scale))
    return np.asarray(inner * np.outer(scale, scale), dtype=np.float64)


def condition_number(whole: Equations, variance: FloatArray, unknowns: Unknowns, base: BaseSet) -> float:
    """Return the condition number of the weighted columns of base parameters and friction, each scaled to unit length.

    Offsets are excluded, because they are equivalent to different dry friction in both directions.
    """
    seen = np.concatenate([base.columns, unknowns.places_of(MOVING).ravel()])
    matrix = np.tensordot(1.0 / variance, whole.matrix, 1)[np.ix_(seen, seen)]
    return gram_condition(matrix)


def gram_condition(matrix: FloatArray) -> float:
    """Return the condition number of columns, each scaled to unit length, from their Gram matrix (p, p)."""
    size = np.sqrt(np.diag(matrix))
    if not (size > 0.0).all():
        return float("inf")
    values = np.linalg.eigvalsh(matrix / np.outer(size, size))
    return float(np.sqrt(values[-1] / values[0])) if values[0] > 0.0 else float("inf")
