"""How much information a joint's rows have: the noise from which standard errors follow.

Least squares that takes neighbouring residuals for independent promises too much: effort noise, friction that changes
with position and a model's flaws last for many rows. Let stretches c of the recording be independent of each other,
with matrices A_c that sum to A. If a joint's rows carry independent noise of variance k, the gradient of a stretch
(columns times residual) after the fit has the covariance

.. math:: k (A_c - A_c A^{-1} A_c),

so that the sum of its squares, measured by M = A⁻¹, gives k. Where residuals last, gradients of stretches are larger,
and so is k: the variance that independent rows would need to be as uncertain (a cluster-robust estimate as of Liang and
Zeger 1986, averaged over the unknowns). The prior's share is added to A in M, so that only data count.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arrays import FloatArray
from .joint_equations import Equations, total


def row_variance(parts: Sequence[Equations], x: FloatArray, precision: FloatArray, before: FloatArray) -> FloatArray:
    """(n,) variance k of each joint's rows, N²·m²; never less than that of the residual itself.

    Args:
        parts: stretches.
        x: (p,) unknowns as fitted.
        precision: (p, p) inverse of the prior's covariance.
        before: (n,) the variance as known so far.
    """
    whole = total(parts)
    scale = 1.0 / np.sqrt(np.diag(precision))  # unknowns in widths of the prior: numbers of like size
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
