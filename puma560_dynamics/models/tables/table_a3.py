"""Constants computed from the measurements compared with table A3, and what differences and tolerances do to torque."""

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
    """One constant of table A2.

    Attributes:
        name: I1…I23, Im1…Im6, g1…g5.
        computed: from tables 4 to 6 and A1, kg·m² or N·m.
        printed: table A3.
        tolerance: table A3, `None` where none is printed.
    """

    name: str
    computed: float
    printed: float
    tolerance: float | None

    @property
    def tolerances_away(self) -> float | None:
        """Difference in units of the printed tolerance."""
        return None if not self.tolerance else (self.computed - self.printed) / self.tolerance

    @property
    def within(self) -> bool:
        """Whether the difference is within the printed tolerance."""
        away = self.tolerances_away
        return away is None or abs(away) <= 1.0


def constant_rows(arm: Arm) -> list[ConstantRow]:
    """Every constant, in the order of table A3."""
    computed = table_constants(arm)
    return [ConstantRow(name, computed[name], entry.value, entry.tolerance) for name, entry in PRINTED.items()]


def effect_of_table_a3(arm: Arm) -> Mapping[str, TorqueEffect]:
    """Return the torque effect of table A3: of all its constants, and of those outside and within their tolerance."""
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

    Torque is linear in the constants, so each tolerance moves it by a known amount at every state. The tolerances are
    those of independent measurements; their effects add as squares.

    Args:
        arm: whose constants; the tolerances are those printed in table A3.
        count: of samples.
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
