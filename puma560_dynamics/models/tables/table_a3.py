"""Compare constants that are computed from measurements with table A3, and evaluate the effect on torque."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...arm import Arm
from ..sampling import TorqueEffect, sample_states, torque_effect
from .constants import PRINTED, table_constants
from .table_model import FullModel


@dataclass(frozen=True)
class ConstantRow:
    """A constant of table A2 with its value in table A3.

    Attributes:
        name: name of the constant: I1…I23, Im1…Im6, g1…g5.
        computed: value computed from tables 4 to 6 and A1, kg·m² or N·m.
        printed: value in table A3, in the same unit.
        tolerance: tolerance in table A3; `None` if none is printed.
    """

    name: str
    computed: float
    printed: float
    tolerance: float | None

    @property
    def tolerances_away(self) -> float | None:
        """Difference between computed and printed value in units of the printed tolerance."""
        return None if not self.tolerance else (self.computed - self.printed) / self.tolerance

    @property
    def within(self) -> bool:
        """Whether the difference is within the printed tolerance."""
        away = self.tolerances_away
        return away is None or abs(away) <= 1.0


def constant_rows(arm: Arm) -> list[ConstantRow]:
    """Return all constants of an arm, in the order of table A3."""
    computed = table_constants(arm)
    return [ConstantRow(name, computed[name], entry.value, entry.tolerance) for name, entry in PRINTED.items()]


def effect_of_table_a3(arm: Arm) -> Mapping[str, TorqueEffect]:
    """Return the torque effect of using table A3: all its constants, and only those outside or within tolerance."""
    exact = FullModel(arm)
    outside = {row.name: row.printed for row in constant_rows(arm) if not row.within}
    within = {row.name: row.printed for row in constant_rows(arm) if row.within}
    return {
        "table A3": torque_effect(FullModel(arm, "table_a3"), exact),
        "outside tolerance only": torque_effect(FullModel(arm, changes=outside), exact),
        "within tolerance only": torque_effect(FullModel(arm, changes=within), exact),
    }


def torque_uncertainty(arm: Arm, count: int = 20_000) -> TorqueEffect:
    """Return the half width of the torque's tolerance band over `sample_states`: RMS and largest for each joint.

    Torque is linear in the constants, so the effect of each tolerance is known at every state. The measurements are
    independent, so the squares of the effects are added.

    Args:
        arm: arm with the constants; tolerances are those of table A3.
        count: number of samples.
    """
    states = sample_states(arm, count)
    exact = FullModel(arm)
    torque = exact.torque(*states)
    squares = np.zeros_like(torque)
    for row in constant_rows(arm):
        if row.tolerance:
            moved = FullModel(arm, changes={row.name: row.computed + row.tolerance})
            squares += (moved.torque(*states) - torque) ** 2
    largest = np.sqrt(squares.max(axis=0))
    return TorqueEffect(np.sqrt(squares.mean(axis=0)), largest, largest / arm.maximum_torque)
