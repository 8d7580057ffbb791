"""Conversion of columns to SI units, and from motors to joints through gears and coupled transmissions."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray
from ...errors import BagError

_TURN = 2.0 * math.pi

UNITS = {
    "time": {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9},
    "position": {"rad": 1.0, "deg": _TURN / 360.0, "rev": _TURN, "m": 1.0, "mm": 1e-3},
    "velocity": {
        "rad/s": 1.0,
        "deg/s": _TURN / 360.0,
        "rev/s": _TURN,
        "rpm": _TURN / 60.0,
        "m/s": 1.0,
        "mm/s": 1e-3,
    },
    "acceleration": {"rad/s^2": 1.0, "deg/s^2": _TURN / 360.0, "rev/s^2": _TURN, "m/s^2": 1.0, "mm/s^2": 1e-3},
    "effort": {"Nm": 1.0, "mNm": 1e-3, "kNm": 1e3, "N": 1.0, "kN": 1e3, "lbf.in": 0.1129848290276167},
    "command": {"Nm": 1.0, "mNm": 1e-3, "kNm": 1e3, "N": 1.0, "kN": 1e3, "lbf.in": 0.1129848290276167},
}
"""Factor from a unit to the SI unit, by quantity and unit."""

PER_GAIN = ("A", "mA", "V", "mV", "%", "counts")
"""Units of effort that are not units of torque, and need a gain in N·m (N for a prismatic joint) per unit."""

_SPELLED = {
    "°": "deg", "degrees": "deg", "radians": "rad", "°/s": "deg/s", "rad/s²": "rad/s^2", "deg/s²": "deg/s^2",
    "°/s²": "deg/s^2", "m/s²": "m/s^2", "mm/s²": "mm/s^2", "N·m": "Nm", "N m": "Nm", "N*m": "Nm", "mN·m": "mNm",
    "sec": "s", "seconds": "s", "µs": "us",
}  # fmt: skip
"""Alternative spellings of units, and the spelling in `UNITS`."""

DERIVED = {"velocity": "/s", "acceleration": "/s^2"}
"""Suffix that makes the default unit of a derivative from the position's unit."""


def spelled(unit: str) -> str:
    """Return a unit in the spelling of `UNITS`."""
    return _SPELLED.get(unit, unit)


def factor(quantity: str, unit: str) -> float:
    """Return the factor from a unit to the SI unit; 1 for units that a gain converts.

    Raises:
        BagError: the unit is not known for this quantity.
    """
    known = UNITS[quantity]
    unit = spelled(unit)
    if unit in known:
        return known[unit]
    if quantity in ("effort", "command") and unit in PER_GAIN:
        return 1.0
    units = [*known, *(PER_GAIN if quantity in ("effort", "command") else ())]
    raise BagError(f"columns: {quantity} has no unit {unit!r}; it has {', '.join(units)}")


def needs_gain(unit: str) -> bool:
    """Return whether a unit of effort is not a unit of torque, and so needs a gain."""
    return spelled(unit) in PER_GAIN


SINGULAR = 1e-9
"""Ratio of smallest to largest singular value below which a matrix counts as singular."""


@dataclass(frozen=True)
class MotorSide:
    r"""Transmission for columns that were measured at the motors.

    With motor positions :math:`q_m = R q`, the joint positions are :math:`q = R^{-1} q_m`, and velocities and
    accelerations transform in the same way. Equal power of motors and joints gives the torques
    :math:`\tau = R^T \tau_m`.

    Attributes:
        matrix: R (n, n), revolutions of each motor per revolution of each joint; without coupling, a diagonal matrix of
            gear ratios.
        of: names of the quantities that are measured at the motors.
    """

    matrix: tuple[tuple[float, ...], ...]
    of: tuple[str, ...]

    def check(self, n: int) -> FloatArray:
        """Return R for n joints.

        Raises:
            BagError: the matrix has another size, or is singular.
        """
        if len(self.matrix) != n or any(len(row) != n for row in self.matrix):
            sizes = ", ".join(str(len(row)) for row in self.matrix)
            raise BagError(f"columns: motor needs {n} ratios or a matrix of {n} by {n}, got rows of {sizes} numbers")
        matrix = np.array(self.matrix)
        sizes_of = np.linalg.svd(matrix, compute_uv=False)
        if not sizes_of[-1] > SINGULAR * sizes_of[0]:
            raise BagError("columns: the matrix of motor is singular, so that a joint would have no motor; correct it")
        return matrix

    def to_joints(self, quantity: str, values: FloatArray) -> FloatArray:
        """Convert values (N, n) of the motors to those of the joints."""
        if quantity not in self.of:
            return values
        matrix = self.check(values.shape[1])
        if quantity in ("effort", "command"):
            return np.asarray(values @ matrix)
        return np.asarray(np.linalg.solve(matrix, values.T).T)
