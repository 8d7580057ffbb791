"""Constants computed from the measurements beside those that table A3 prints, and what a difference does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..arm import Arm
from ..emdeg.ranges import Ranges
from ..model import DynamicModel
from .constants import PRINTED, constants
from .full import FullModel


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
    computed = constants(arm)
    return [ConstantRow(name, computed[name], entry.value, entry.tolerance) for name, entry in PRINTED.items()]


@dataclass(frozen=True)
class TorqueEffect:
    """Torque of one model less another's, sampled over the joint ranges.

    Attributes:
        rms: (n,) N·m.
        largest: (n,) N·m.
        share: (n,) largest as a share of the joint's maximum torque.
    """

    rms: NDArray[np.float64]
    largest: NDArray[np.float64]
    share: NDArray[np.float64]


ACCELERATION_RANGE = 10.0
"""Accelerations sampled by `sample_states`, ± rad/s²."""

VELOCITY_SHARE = 0.3
"""Velocities sampled by `sample_states`, as a share of the limits."""


def ranges_of(arm: Arm) -> Ranges:
    """The box that `sample_states` samples."""
    return Ranges(
        tuple(arm.lower.tolist()),
        tuple(arm.upper.tolist()),
        tuple((VELOCITY_SHARE * arm.velocity).tolist()),
        (ACCELERATION_RANGE,) * arm.n,
    )


def sample_states(arm: Arm, count: int = 20_000, seed: int = 1986) -> tuple[NDArray[np.float64], ...]:
    """q over the joint ranges, qd and qdd over the ranges above: (count, n) each, the same at every call."""
    rng = np.random.default_rng(seed)
    shape = (count, arm.n)
    return (
        rng.uniform(arm.lower, arm.upper, shape),
        rng.uniform(-VELOCITY_SHARE, VELOCITY_SHARE, shape) * arm.velocity,
        rng.uniform(-ACCELERATION_RANGE, ACCELERATION_RANGE, shape),
    )


def torque_effect(model: DynamicModel, reference: DynamicModel, count: int = 20_000) -> TorqueEffect:
    """How far `model` is from `reference` over `sample_states` of the reference's arm."""
    states = sample_states(reference.arm, count)
    difference = model.torque(*states) - reference.torque(*states)
    largest = np.abs(difference).max(axis=0)
    return TorqueEffect(np.sqrt(np.mean(difference**2, axis=0)), largest, largest / reference.arm.maximum_torque)


def effect_of_table_a3(arm: Arm) -> Mapping[str, TorqueEffect]:
    """What it costs to use table A3, whole, and only its constants that lie outside their tolerance."""
    exact = FullModel(arm)
    outside = {row.name: row.printed for row in constant_rows(arm) if not row.within}
    within = {row.name: row.printed for row in constant_rows(arm) if row.within}
    return {
        "table A3": torque_effect(FullModel(arm, "table_a3"), exact),
        "outside tolerance only": torque_effect(FullModel(arm, changes=outside), exact),
        "within tolerance only": torque_effect(FullModel(arm, changes=within), exact),
    }
