"""Coupled transmissions: motors that turn with more joints than their own.

With the matrix C from joint to motor positions, :math:`\\theta = C q`, power is the same on both sides, so that torque
goes back by the transpose, :math:`\\tau = C^T u`. Rotor inertia J and friction f act at the motors:

.. math:: \\tau = \\dots + C^T J C\\, \\ddot q + C^T f(C \\dot q).

Every motor is counted in units of its joint: row i is divided by its diagonal entry, the gear ratio with its sign.
So C has a unit diagonal, and the numbers of a motor (inertia, torque, friction) are those at its own joint while all
other joints stand, with coupling and without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..arrays import FloatArray

LEAST_RATIO = 1e-6
"""A diagonal entry this small compared with the largest of its row is no gear ratio."""


def in_units_of_joints(matrix: FloatArray) -> FloatArray:
    """(n, n) `matrix` from joint to motor positions with every row divided by its diagonal.

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
    """The section ``transmission`` of an arm file: a matrix, or ``{matrix: …, source: …}``.

    Args:
        data: as YAML has it.
        n: joints.
        fail: makes the error of a place and a problem.

    Raises:
        ArmFileError: what `fail` makes, for anything that is no transmission of n joints.
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
