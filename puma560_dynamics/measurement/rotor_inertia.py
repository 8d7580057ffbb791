"""Compute the effective inertia of motor and drive at the joint from the rotating pieces and their gear ratios.

Section 5 of the paper: "the motor and drive mechanism at each joint contributes to the inertia about that joint an
amount equal to the inertia of the rotating pieces magnified by the gear ratio squared". A shaft with the inertia J_k
that turns n_k times as fast as the joint has the kinetic energy :math:`J_k (n_k \\dot{q})^2 / 2`, so

.. math:: I = \\sum_k n_k^2\\, J_k

The signs of the ratios have no effect. The efficiency of the gear has none either: it changes torque, not energy of
motion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import FloatArray
from ..errors import MeasurementError
from .budget import Budget, propagate
from .measured import Measured, positive


@dataclass(frozen=True, slots=True)
class Shaft:
    """A rotating piece of the drive.

    Attributes:
        inertia: inertia about its own axis, kg·m².
        ratio: turns for one turn of the joint (rad per m for a prismatic joint), of either sign.

    Raises:
        MeasurementError: the inertia is not positive, or the ratio may be 0.
    """

    inertia: Measured
    ratio: Measured

    def __post_init__(self) -> None:
        positive("the inertia of a shaft", self.inertia)
        if not abs(self.ratio.value) > self.ratio.half_width:
            raise MeasurementError(
                f"the ratio of a shaft is {self.ratio}: expected turns for one turn of the joint, other than 0"
            )


def shaft_readings(shafts: Sequence[Shaft]) -> dict[str, Measured]:
    """Return the readings of the shafts by name, the rotor first."""
    names = ["rotor", *(f"shaft {number}" for number in range(1, len(shafts)))]
    return {
        f"{name} {quantity}": getattr(shaft, quantity)
        for name, shaft in zip(names, shafts, strict=True)
        for quantity in ("inertia", "ratio")
    }


def effective_inertia(shafts: Sequence[Shaft]) -> Budget:
    """Return the effective inertia at the joint, kg·m² (kg for a prismatic joint), and the part of each shaft.

    Args:
        shafts: rotor and further shafts of the drive.

    Returns:
        Budget of 1 + K values: the total, then the part of each of the K shafts.

    Raises:
        MeasurementError: no shaft is given.
    """
    if not shafts:
        raise MeasurementError("no rotating piece is given; give the inertia of the rotor and its gear ratio")
    names = list(shaft_readings(shafts))

    def parts(values: Mapping[str, float]) -> FloatArray:
        inertia, ratio = np.array([values[name] for name in names]).reshape(-1, 2).T
        each = ratio**2 * inertia
        return np.array([each.sum(), *each])

    return propagate(parts, shaft_readings(shafts))
