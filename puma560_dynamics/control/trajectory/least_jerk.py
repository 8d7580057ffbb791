"""Choose the velocities and accelerations that a trajectory does not give, for minimum jerk.

Between two points with position, velocity and acceleration, `joint_trajectory_controller` runs a
polynomial of fifth degree. Of all such paths through the points at their times, the chosen one minimises

.. math:: \\int \\dddot q^2 \\, dt,

Given velocities and accelerations are kept. A first or last point without them is at rest. If no inner point has any,
this is the spline of fifth degree through the points (four continuous derivatives); between two points it is the
rest-to-rest polynomial of minimum jerk.

A cubic spline would start and end with a step of acceleration. The controller holds the last
point's effort indefinitely, so that the inertia torque of that step would keep pushing a resting arm.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import spsolve

from ...arrays import FloatArray
from ...errors import StateError

HERMITE = np.array(
    [
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.5, 0.0, 0.0, 0.0],
        [-10.0, -6.0, -1.5, 10.0, -4.0, 0.5],
        [15.0, 8.0, 1.5, -15.0, 7.0, -1.0],
        [-6.0, -3.0, -0.5, 6.0, -3.0, 0.5],
    ]
)
HERMITE.setflags(write=False)
"""(6, 6): coefficients of 1, s … s⁵ on 0 ≤ s ≤ 1 from position, velocity, acceleration at s = 0, then at s = 1."""

_THIRD = np.array([i * (i - 1) * (i - 2) for i in range(6)], dtype=np.float64)
_DEGREE = np.maximum(np.add.outer(np.arange(6), np.arange(6)) - 5.0, 1.0)
# The integral of the squared third derivative over 0 ≤ s ≤ 1, as a quadratic form of the six end values.
_JERK = HERMITE.T @ (np.outer(_THIRD, _THIRD) / _DEGREE) @ HERMITE
_OPEN = (1, 2, 4, 5)  # indices of velocity and acceleration at both ends among the six end values


def complete(
    times: ArrayLike, positions: ArrayLike, velocities: ArrayLike, accelerations: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return velocities (P, n) rad/s and accelerations (P, n) rad/s² at every point.

    Args:
        times: (P,) s, rising, two or more.
        positions: (P, n) rad.
        velocities, accelerations: (P, n) rad/s, rad/s²; a row that is not finite is not given.

    Raises:
        StateError: times that do not rise, or arrays of wrong shapes.
    """
    t = np.asarray(times, dtype=np.float64)
    q, v, a = (np.array(values, dtype=np.float64) for values in (positions, velocities, accelerations))
    if t.ndim != 1 or len(t) < 2 or not (np.diff(t) > 0.0).all():
        raise StateError(f"times: expected two or more that rise, got {t.tolist()!r:.80}")
    if q.ndim != 2 or len(q) != len(t) or v.shape != q.shape or a.shape != q.shape:
        raise StateError(f"expected one row a point, got {q.shape}, {v.shape}, {a.shape} for {len(t)} times")
    for end in (0, -1):
        for rows in (v, a):
            rows[end] = np.where(np.isfinite(rows[end]).all(), rows[end], 0.0)
    # Rows of `known`: v0, a0, v1, a1, …
    known = np.stack([v, a], axis=1).reshape(2 * len(t), -1)
    is_open = ~np.isfinite(known).all(axis=1)
    if is_open.any():
        known[is_open] = 0.0
        matrix, right = _normal_equations(t, q)
        right = right - matrix @ known
        # Scale every unknown, because intervals may have very different lengths.
        scale = 1.0 / np.sqrt(matrix.diagonal()[is_open])
        inner = matrix[is_open][:, is_open].multiply(scale).multiply(scale[:, None]).tocsc()
        solution = spsolve(inner, right[is_open] * scale[:, None])
        known[is_open] = solution.reshape(len(scale), -1) * scale[:, None]
    return np.ascontiguousarray(known[0::2]), np.ascontiguousarray(known[1::2])


def _normal_equations(t: FloatArray, q: FloatArray) -> tuple[Any, FloatArray]:
    """Return matrix (2P, 2P) and right side (2P, n) of the normal equations for all velocities and accelerations."""
    length = np.diff(t)
    way = np.diff(q, axis=0)
    first = 2 * np.arange(len(length))
    size = 2 * len(t)
    rows, columns, values = [], [], []
    right = np.zeros((size, q.shape[1]))
    for i, p in enumerate(_OPEN):
        for j, r in enumerate(_OPEN):
            rows.append(first + i)
            columns.append(first + j)
            values.append(_JERK[p, r] * length ** (p % 3 + r % 3 - 5))
        # Only the displacement between the points matters: a shift of both causes no jerk.
        right[first + i] -= (_JERK[p, 3] * length ** (p % 3 - 5))[:, None] * way
    entries = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
    return coo_matrix(entries, shape=(size, size)).tocsr(), right
