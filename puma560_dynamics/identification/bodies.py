"""A rigid body as ten numbers, in the two forms that identification needs, and as a positive matrix.

*Measured*: mass, center of mass, inertia about the center of mass, as tables 4 to 6 print them with tolerances.
*Linear*: mass, first moments, inertia about the frame's origin, in which torque is linear. Both have the order
``m, x, y, z, Ixx, Ixy, Iyy, Ixz, Iyz, Izz`` of the regressor's columns.
"""

from __future__ import annotations

import numpy as np

from ..arm import Link
from ..arrays import FloatArray

SIZE = 10
"""Numbers of a body."""

ENTRIES = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
"""Places of the six moments in the tensor."""


def tensor(moments: FloatArray) -> FloatArray:
    """Return (3, 3) symmetric matrix of six moments."""
    result = np.empty((3, 3))
    for (i, j), value in zip(ENTRIES, moments, strict=True):
        result[i, j] = result[j, i] = value
    return result


def matrix_moments(matrix: FloatArray) -> FloatArray:
    """Return (6,) moments of a symmetric matrix."""
    return np.array([matrix[i, j] for i, j in ENTRIES])


def measured(link: Link) -> FloatArray:
    """Return the measured form (10,): kg, m, kg·m² about the center of mass."""
    return np.array([link.mass, *link.center_of_gravity, *matrix_moments(link.inertia)])


def linear(body: FloatArray) -> FloatArray:
    """Return the linear form (10,), kg, kg·m, kg·m² about the origin, from the measured one (parallel axis theorem)."""
    m, c = body[0], body[1:4]
    return np.array([m, *(m * c), *(body[4:] + m * matrix_moments(_shift(c)))])


def from_linear(body: FloatArray) -> FloatArray:
    """Return the measured form (10,), as the inverse of `linear`. The mass must not be 0."""
    m = body[0]
    c = body[1:4] / m
    return np.array([m, *c, *(body[4:] - m * matrix_moments(_shift(c)))])


def linear_form_jacobian(body: FloatArray) -> FloatArray:
    """Return the Jacobian (10, 10) of the linear form by the measured one, at `body` in the measured form."""
    m, c = body[0], body[1:4]
    result = np.eye(SIZE)
    result[1:4, 0] = c
    result[4:, 0] = matrix_moments(_shift(c))
    for k, axis in enumerate(np.eye(3)):
        result[1:4, 1 + k] = m * axis
        result[4:, 1 + k] = m * matrix_moments(2.0 * c[k] * np.eye(3) - np.outer(axis, c) - np.outer(c, axis))
    return result


def pseudo_inertia(body: FloatArray) -> FloatArray:
    """Return the pseudo-inertia matrix (4, 4) of the linear form, which is positive definite for physical bodies only.

    With S the integral of r rᵀ over the mass and h the first moments it is [[S, h], [hᵀ, m]] (Wensing, Kim and
    Slotine 2018, "Linear matrix inequalities for physically consistent inertial parameter identification"). It includes
    positive mass, positive inertia and the triangle inequality.
    """
    inertia = tensor(body[4:])
    result = np.empty((4, 4))
    result[:3, :3] = 0.5 * np.trace(inertia) * np.eye(3) - inertia
    result[:3, 3] = result[3, :3] = body[1:4]
    result[3, 3] = body[0]
    return result


def seen_from(frame: FloatArray) -> FloatArray:
    """Return the map (10, 10) of the linear form to another frame, whose pose (4, 4) in the first is `frame`."""
    back = np.linalg.inv(frame)
    columns = []
    for unit in np.eye(SIZE):
        moved = back @ pseudo_inertia(unit) @ back.T
        inertia = np.trace(moved[:3, :3]) * np.eye(3) - moved[:3, :3]
        columns.append([moved[3, 3], *moved[:3, 3], *matrix_moments(inertia)])
    change: FloatArray = np.array(columns).T
    return change


def _shift(c: FloatArray) -> FloatArray:
    """Return (3, 3) inertia of a unit mass at `c` about the origin."""
    return np.asarray(float(c @ c) * np.eye(3) - np.outer(c, c))
