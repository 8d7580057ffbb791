"""Read coupled transmissions, in which a motor's position depends on several joints.

The matrix C maps joint positions q to motor positions, :math:`\\theta = C q`. Power is conserved, so motor torques u
map to joint torques by the transpose, :math:`\\tau = C^T u`. Rotor inertia J and friction f act at the motors:

.. math:: \\tau = \\dots + C^T J C\\, \\ddot q + C^T f(C \\dot q).

Row i of C is divided by its diagonal entry, the signed gear ratio of motor i. So C has a unit diagonal, and position,
inertia, torque and friction of motor i are the values at joint i while all other joints are at rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..arrays import FloatArray

LEAST_RATIO = 1e-6
"""Smallest accepted ratio of a diagonal entry to the largest entry of its row."""


def in_units_of_joints(matrix: FloatArray) -> FloatArray:
    """Divide every row of the (n, n) `matrix` from joint to motor positions by its diagonal entry.

    Raises:
        ValueError: the matrix is not square, not finite, or singular, or has a diagonal entry of about 0.
    """
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not np.isfinite(matrix).all():
        raise ValueError("expected a square matrix of finite numbers, one row per motor and one column per joint")
    diagonal = np.diag(matrix)
    for motor, (ratio, row) in enumerate(zip(diagonal, matrix, strict=True)):
        if abs(ratio) <= LEAST_RATIO * np.abs(row).max():
            raise ValueError(f"row {motor + 1}: entry {motor + 1} is 0, so that motor does not move its own joint")
    result = matrix / diagonal[:, None]
    if np.linalg.cond(result) > 1.0 / LEAST_RATIO:
        raise ValueError("the matrix is singular: some motion of the joints moves no motor")
    return np.asarray(result, dtype=np.float64)


def read_transmission(data: Any, n: int, fail: Callable[[str, str], Exception]) -> FloatArray:
    """Read the section ``transmission`` of an arm file: a matrix, or ``{matrix: …, source: …}``.

    Args:
        data: YAML content of the section.
        n: number of joints.
        fail: function that returns the error for a path in the file and a problem.

    Raises:
        ArmFileError: (from `fail`) the data are not a transmission of n joints.
    """
    where = "transmission"
    if isinstance(data, Mapping):
        unknown = sorted(set(map(str, data)) - {"matrix", "source"})
        if unknown or "matrix" not in data:
            raise fail(where, f"expected matrix and source, got {', '.join(sorted(map(str, data))) or 'no entry'}")
        data = data["matrix"]
    rows = data if isinstance(data, list) else [data]
    if len(rows) != n or any(not isinstance(row, list) or len(row) != n for row in rows):
        raise fail(where, f"expected {n} rows of {n} numbers, one row per motor and one column per joint")
    if any(isinstance(entry, bool) or not isinstance(entry, int | float) for row in rows for entry in row):
        raise fail(where, "expected numbers; write 0 where a joint does not move a motor")
    try:
        return in_units_of_joints(np.array(rows, dtype=np.float64))
    except ValueError as error:
        raise fail(where, str(error)) from None
