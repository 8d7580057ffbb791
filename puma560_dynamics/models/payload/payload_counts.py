"""Count the calculations that a payload adds to a model, by evaluating its partial velocities with counting numbers.

The formulas of `partial_velocities` are evaluated by the convention of `counting`: operations with zeros and ones of
arm and payload are not counted. Only the upper triangle of A is computed, and sines and cosines are taken from the
arm's own model.
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
        arm: arm whose last link carries the payload.
        payload: the payload; operations with its zeros are not counted.
        added: whether to count the additions to the arm's own results, one per element.

    Returns:
        Counts by the names of `DynamicModel.operation_counts`, and ``coefficients``: A and g together, the inertial
        and gravitational coefficients that Izaguirre and Paul (1985) count.
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
    """Partial velocities of a payload, with counting numbers as angles."""

    def __init__(self, arm: Arm, payload: Payload, tally: Tally) -> None:
        self.n, self._tally = arm.n, tally
        self.formulas = PartialVelocities(arm, payload)
        self.z, self.v, self.rotation = self.formulas.at(self.variables(), self.variables())
        self.mass = payload.mass

    def variables(self) -> NDArray[Any]:
        """Return (n,) counting numbers that are variables."""
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
    """Return the upper triangle of A, element by element (`PartialVelocities.elements` computes the full matrix)."""
    rows = (counting.v[i:] @ heavy[i] + counting.z[i:] @ momentum[i] for i in range(counting.n))
    return [element for row in rows for element in row]
