"""Coupled transmissions: motors that turn with several joints.

The matrix C maps joint to motor positions, :math:`\\theta = C q`. Power is the same on both sides, so torque is mapped
back by the transpose, :math:`\\tau = C^T u`. Rotor inertia J and friction f act at the motors:

.. math:: \\tau = \\dots + C^T J C\\, \\ddot q + C^T f(C \\dot q).

Motor quantities are expressed in units of the motor's own joint: row i is divided by its diagonal entry, the signed
gear ratio. So C has a unit diagonal, and inertia, torque and friction of a motor are those at its own joint while all
other joints stand still.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..arrays import FloatArray

LEAST_RATIO = 1e-6
"""Smallest ratio of a diagonal entry to the largest entry of its row; a smaller entry counts as 0."""


def in_units_of_joints(matrix: FloatArray) -> FloatArray:
    """Divide every row of the (n, n) `matrix` from joint to motor positions by its diagonal entry.

    Raises:
        ValueError: not a square matrix of finite numbers, a motor that its own joint does not turn, or a matrix that
            leaves a joint without a motor.
    """
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not np.isfinite(matrix).all():
        raise ValueError("expected a square matrix of finite numbers, a row a motor and a column a joint")
    diagonal = np.diag(matrix)
    for motor, (ratio, row) in enumerate(zip(diagonal, matrix, strict=True)):
        if abs(ratio) <= LEAST_RATIO * np.abs(row).max():
            raise ValueError(f"row {motor + 1}: entry {motor + 1} is 0, so its own joint does not turn that motor")
    result = matrix / diagonal[:, None]
    if np.linalg.cond(result) > 1.0 / LEAST_RATIO:
        raise ValueError("the matrix is singular: some motion of the joints turns no motor")
    return np.asarray(result, dtype=np.float64)


def read_transmission(data: Any, n: int, fail: Callable[[str, str], Exception]) -> FloatArray:
    """Read the section ``transmission`` of an arm file: a matrix, or ``{matrix: …, source: …}``.

    Args:
        data: YAML content of the section.
        n: number of joints.
        fail: returns the error for a place and a problem.

    Raises:
        ArmFileError: made by `fail`, if the data is no transmission of n joints.
    """
    where = "transmission"
    if isinstance(data, Mapping):
        unknown = sorted(set(map(str, data)) - {"matrix", "source"})
        if unknown or "matrix" not in data:
            raise fail(where, f"expected matrix and source, got {', '.join(sorted(map(str, data))) or 'no entry'}")
        data = data["matrix"]
    rows = data if isinstance(data, list) else [data]
    if len(rows) != n or any(not isinstance(row, list) or len(row) != n for row in rows):
        raise fail(where, f"expected {n} rows of {n} numbers, a row a motor and a column a joint")
    if any(isinstance(entry, bool) or not isinstance(entry, int | float) for row in rows for entry in row):
        raise fail(where, "expected numbers; write 0 where a joint does not turn a motor")
    try:
        return in_units_of_joints(np.array(rows, dtype=np.float64))
    except ValueError as error:
        raise fail(where, str(error)) from None
