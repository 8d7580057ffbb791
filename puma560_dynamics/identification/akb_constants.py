"""Linear maps between base parameters and the constants of table A2, computed numerically.

Both are linear in the same inertial parameters if an arm has the paper's geometry and its zeros (diagonal inertias,
centers of gravity on axes, a symmetric last link). So the maps are fitted to random arms of this kind, and are exact
for all others of the kind. A general arm has further base parameters, which the paper assumes to be zero.

The motors of joints 1 and 2 act like a constant moment of inertia about the joint's axis. So torque only depends on the
sums I1 + Im1 and I2 + Im2, and only these sums are functions of base parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray, read_only
from ..models.recursive.regressor import arm_parameters
from ..models.tables.constants import check_structure, table_constants
from .base_parameters import BaseSet

TOGETHER = {"I1": "Im1", "I2": "Im2"}
"""Pairs of constants of which torque only shows the sum."""

ROUNDING = 1e-12
"""Magnitude below which a number counts as 0."""

ARMS = 48
"""Number of random arms; larger than the numbers of constants and of base parameters."""


@dataclass(frozen=True, eq=False)
class ConstantMap:
    """Constants of table A2 and base parameters as functions of each other, for arms with the paper's zeros.

    Attributes:
        names: (c,) I1+Im1, I2+Im2, I3…I23, g1…g5, Im3…Im6.
        of_base: (c, b) matrix: constants = of_base @ base parameters.
        degrees: number of independent parameters of an arm with the paper's zeros: the rank of both maps.
        error: largest relative error of both maps for arms to which they were not fitted.
    """

    names: tuple[str, ...]
    of_base: FloatArray
    degrees: int
    error: float


@lru_cache(maxsize=8)
def constant_map(arm: Arm, base: BaseSet, seed: int = 1986) -> ConstantMap:
    """Return the maps for the geometry of `arm`; recent results are cached, because every table and plot needs them.

    Raises:
        UnsupportedArmError: the arm does not have the paper's structure.
    """
    check_structure(arm)
    rng = np.random.default_rng(seed)
    made, fresh = (_sample(arm, base, rng) for _ in range(2))
    names = made[2]
    of_base, _ = _linear(made[0], made[1])
    to_base, degrees = _linear(made[1], made[0])
    pairs = ((fresh[0], fresh[1], of_base), (fresh[1], fresh[0], to_base))
    errors = [np.abs(source @ matrix.T - target) / _sizes(target) for source, target, matrix in pairs]
    return ConstantMap(names, of_base, degrees, float(max(error.max() for error in errors)))


def torque_constants(arm: Arm) -> Mapping[str, float]:
    """Return the constants of table A2 of `arm`, kg·m² and N·m, with the pairs in `TOGETHER` added.

    Raises:
        UnsupportedArmError: the arm does not have the paper's structure.
    """
    single = table_constants(arm)
    result: dict[str, float] = {}
    for name, value in single.items():
        if name in TOGETHER:
            result[f"{name}+{TOGETHER[name]}"] = value + single[TOGETHER[name]]
        elif name not in TOGETHER.values():
            result[name] = value
    return result


def _sample(arm: Arm, base: BaseSet, rng: np.random.Generator) -> tuple[FloatArray, FloatArray, tuple[str, ...]]:
    """Return base parameters (ARMS, b), constants (ARMS, c) and names (c) for random arms with the zeros of `arm`."""
    arms = [_varied(arm, rng) for _ in range(ARMS)]
    values = [torque_constants(each) for each in arms]
    names = tuple(values[0])
    return (
        np.array([base.map @ arm_parameters(each) for each in arms]),
        np.array([[each[name] for name in names] for each in values]),
        names,
    )


def _varied(arm: Arm, rng: np.random.Generator) -> Arm:
    """Return `arm` with random masses, centers, moments and motors; values of 0 are kept."""
    links = []
    for index, link in enumerate(arm.links):
        moments = np.diag(link.inertia) * rng.uniform(0.5, 1.5, 3)
        if index == arm.n - 1:
            moments[1] = moments[0]
        center = link.center_of_gravity * rng.uniform(0.5, 1.5, 3)
        links.append(replace(link, mass=link.mass * rng.uniform(0.5, 1.5), center_of_gravity=center,
                             inertia=np.diag(moments)))  # fmt: skip
    motors = tuple(replace(motor, inertia=motor.inertia * rng.uniform(0.5, 1.5)) for motor in arm.motors)
    return arm.with_(links=tuple(links), motors=motors)


def _linear(source: FloatArray, target: FloatArray) -> tuple[FloatArray, int]:
    """Return the smallest matrix with ``target = source @ matrix.T``, with scaled columns, and the rank of `source`."""
    solution, _, rank, _ = np.linalg.lstsq(source / _sizes(source), target / _sizes(target), rcond=1e-9)
    solution[np.abs(solution) < 1e-9] = 0.0
    size = np.where(np.isfinite(_sizes(target)), _sizes(target), 0.0)
    return read_only((solution / _sizes(source)[:, None]).T * size[:, None]), int(rank)


def _sizes(columns: FloatArray) -> FloatArray:
    """Return the largest absolute value in each column; infinity for a column of zeros."""
    largest = np.abs(columns).max(axis=0)
    return np.where(largest > ROUNDING, largest, np.inf)
