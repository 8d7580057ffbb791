"""Counts the calculations that a payload adds to a model: its partial velocities run on counting numbers.

The formulas of `partial_velocities` run as they are, in the convention of `counted`: zeros and ones of
the arm and the payload are left out, of A only the elements on and above the diagonal are computed, and
sines and cosines are there already, from the arm's own model.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...arm import Arm
from ..counting import Tally
from ..terms import OperationCount
from .partial_velocities import PartialVelocities
from .payload import Payload


def payload_counts(arm: Arm, payload: Payload, added: bool = False) -> Mapping[str, OperationCount]:
    """Count the calculations of a payload's torque, gravity, kinetic energy matrix, and all elements.

    Args:
        arm: whose last link carries it.
        payload: the payload; what is zero in it costs nothing.
        added: whether the sum with the arm's own result counts as well, an addition an element.

    Returns:
        The parts of `DynamicModel.operation_counts`, and ``coefficients``: A and g together, the
        inertial and gravitational coefficients that Izaguirre and Paul (1985) count.
    """
    parts = {
        "torque": _torque,
        "gravity": _gravity,
        "kinetic_energy_matrix": _matrix,
        "coefficients": _coefficients,
        "all_elements": _all_elements,
    }
    counts = {}
    for name, part in parts.items():
        tally = Tally()
        results = part(_Counting(arm, payload, tally))
        if added:
            for result in results:
                result + tally.variable()
        counts[name] = tally.count
    return MappingProxyType(counts)


class _Counting:
    """Partial velocities of one state with angles as variables."""

    def __init__(self, arm: Arm, payload: Payload, tally: Tally) -> None:
        self.n, self._tally = arm.n, tally
        self.formulas = PartialVelocities(arm, payload)
        self.z, self.v, self.rotation = self.formulas.at(self.variables(), self.variables())
        self.mass = payload.mass

    def variables(self) -> NDArray[Any]:
        """Return (n,) numbers that change."""
        return np.array([self._tally.variable() for _ in range(self.n)], dtype=object)


def _torque(counting: _Counting) -> list[Any]:
    inertia = counting.formulas.inertia(counting.rotation)
    return list(counting.formulas.torque(counting.z, counting.v, inertia, counting.variables(), counting.variables()))


def _gravity(counting: _Counting) -> list[Any]:
    return list(counting.formulas.gravity(counting.v))


def _matrix(counting: _Counting) -> list[Any]:
    return _upper(counting, counting.mass * counting.v, counting.z @ counting.formulas.inertia(counting.rotation))


def _coefficients(counting: _Counting) -> list[Any]:
    return _matrix(counting) + _gravity(counting)


def _all_elements(counting: _Counting) -> list[Any]:
    inertia = counting.formulas.inertia(counting.rotation)
    heavy, momentum = counting.mass * counting.v, counting.z @ inertia
    coriolis, centrifugal = counting.formulas.velocity_matrices(counting.z, counting.v, inertia, heavy, momentum)
    return [*_upper(counting, heavy, momentum), *coriolis.flat, *centrifugal.flat, *_gravity(counting)]


def _upper(counting: _Counting, heavy: NDArray[Any], momentum: NDArray[Any]) -> list[Any]:
    """A on and above the diagonal, element by element: `PartialVelocities.elements` takes both halves at once."""
    rows = (counting.v[i:] @ heavy[i] + counting.z[i:] @ momentum[i] for i in range(counting.n))
    return [element for row in rows for element in row]
