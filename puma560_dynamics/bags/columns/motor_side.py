"""From motors to joints: gears, and transmissions that couple joints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray
from ...errors import BagError

SINGULAR = 1e-9
"""Smallest over largest singular value below which a matrix has no inverse."""


@dataclass(frozen=True)
class MotorSide:
    r"""Columns that were measured at the motors.

    With :math:`q_m = R q` the joints are :math:`q = R^{-1} q_m`, velocities and accelerations likewise, and by the same
    power on both sides the torques are :math:`\tau = R^T \tau_m`.

    Attributes:
        matrix: R (n, n), turns of each motor for each joint's; gear ratios on its diagonal where nothing is coupled.
        of: quantities whose columns are measured at the motors.
    """

    matrix: tuple[tuple[float, ...], ...]
    of: tuple[str, ...]

    def check(self, n: int) -> FloatArray:
        """R for n joints.

        Raises:
            BagError: it has another size, or no inverse.
        """
        if len(self.matrix) != n or any(len(row) != n for row in self.matrix):
            sizes = ", ".join(str(len(row)) for row in self.matrix)
            raise BagError(f"columns: motor needs {n} ratios or a matrix of {n} by {n}, got rows of {sizes} numbers")
        matrix = np.array(self.matrix)
        sizes_of = np.linalg.svd(matrix, compute_uv=False)
        if not sizes_of[-1] > SINGULAR * sizes_of[0]:
            raise BagError("columns: the matrix of motor has no inverse: a joint that no motor turns; correct it")
        return matrix

    def to_joints(self, quantity: str, values: FloatArray) -> FloatArray:
        """Values (N, n) of the motors as the joints'."""
        if quantity not in self.of:
            return values
        matrix = self.check(values.shape[1])
        if quantity in ("effort", "command"):
            return np.asarray(values @ matrix)
        return np.asarray(np.linalg.solve(matrix, values.T).T)
