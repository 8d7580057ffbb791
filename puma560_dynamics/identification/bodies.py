"""Rigid bodies as ten parameters, in the two forms that identification needs, and as a pseudo-inertia matrix.

The *measured* form has mass, center of mass, and inertia about the center of mass, as in tables 4 to 6. The *linear*
form has mass, first moments, and inertia about the frame's origin; torque is linear in it. The order of both is
``m, x, y, z, Ixx, Ixy, Iyy, Ixz, Iyz, Izz``, as in the regressor's columns.
"""

from __future__ import annotations

import numpy as np

from ..arm import Link
from ..arrays import FloatArray

SIZE = 10
"""Number of parameters of a body."""

ENTRIES = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
"""Row and column of the six moments in the inertia tensor."""


def tensor(moments: FloatArray) -> FloatArray:
    """Return the symmetric matrix (3, 3) with six moments (6,) in the order of `ENTRIES`."""
    result = np.empty((3, 3))
    for (i, j), value in zip(ENTRIES, moments, strict=True):
        result[i, j] = result[j, i] = value
    return result


def matrix_moments(matrix: FloatArray) -> FloatArray:
    """Return the moments (6,) of a symmetric matrix (3, 3), in the order of `ENTRIES`."""
    return np.array([matrix[i, j] for i, j in ENTRIES])


def measured(link: Link) -> FloatArray:
    """Return the measured form (10,) of a link: kg, m, kg·m² about the center of mass."""
    return np.array([link.mass, *link.center_of_gravity, *matrix_moments(link.inertia)])


def linear(body: FloatArray) -> FloatArray:
    """Convert the measured form (10,) to the linear form (10,): kg, kg·m, kg·m² about the origin."""
    m, c = body[0], body[1:4]
    return np.array([m, *(m * c), *(body[4:] + m * matrix_moments(_shift(c)))])


def from_linear(body: FloatArray) -> FloatArray:
    """Convert the linear form (10,) to the measured form (10,): the inverse of `linear`. The mass must not be 0."""
    m = body[0]
    c = body[1:4] / m
    return np.array([m, *c, *(body[4:] - m * matrix_moments(_shift(c)))])


def linear_form_jacobian(body: FloatArray) -> FloatArray:
    """Return the Jacobian (10, 10) of `linear` at `body` (10,) in the measured form."""
    m, c = body[0], body[1:4]
    result = np.eye(SIZE)
    result[1:4, 0] = c
    result[4:, 0] = matrix_moments(_shift(c))
    for k, axis in enumerate(np.eye(3)):
        result[1:4, 1 + k] = m * axis
        result[4:, 1 + k] = m * matrix_moments(2.0 * c[k] * np.eye(3) - np.outer(axis, c) - np.outer(c, axis))
    return result


def pseudo_inertia(body: FloatArray) -> FloatArray:
    """Return the pseudo-inertia matrix (4, 4) of a body in the linear form; it is positive definite if it is physical.

    The matrix is [[S, h], [hᵀ, m]], where S is the integral of r rᵀ over the mass, h the first moments, and m the mass
    (Wensing, Kim and Slotine 2018, "Linear matrix inequalities for physically consistent inertial parameter
    identification"). Positive definiteness implies positive mass, positive inertia and the triangle inequality.
    """
    inertia = tensor(body[4:])
    result = np.empty((4, 4))
    result[:3, :3] = 0.5 * np.trace(inertia) * np.eye(3) - inertia
    result[:3, 3] = result[3, :3] = body[1:4]
    result[3, 3] = body[0]
    return result


def seen_from(frame: FloatArray) -> FloatArray:
    """Return the matrix (10, 10) that transforms the linear form to a frame with the pose `frame` (4, 4)."""
    back = np.linalg.inv(frame)
    columns = []
    for unit in np.eye(SIZE):
        moved = back @ pseudo_inertia(unit) @ back.T
        inertia = np.trace(moved[:3, :3]) * np.eye(3) - moved[:3, :3]
        columns.append([moved[3, 3], *moved[:3, 3], *matrix_moments(inertia)])
    change: FloatArray = np.array(columns).T
    return change


def _shift(c: FloatArray) -> FloatArray:
    """Return the inertia (3, 3) about the origin of a unit point mass at `c`."""
    return np.asarray(float(c @ c) * np.eye(3) - np.outer(c, c))
