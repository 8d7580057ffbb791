"""Kane and Levinson: states at which the equations are compared, and the loss of accuracy near q2 = 0.

Equations (8) and (10) divide by sin q2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import FloatArray, read_only
from ...models.recursive.newton_euler import NewtonEulerModel
from ..bench import Bench
from ..corrections import Corrections, of_place
from ..entry import EQUALITY, ROUNDING, TO_ROUNDING, EntryResult
from .equations import ANGLES, equation_values
from .errata import stanford_errata
from .model import KaneLevinsonModel, trigonometry
from .parameters import ORDER, stanford_parameters

MORE = "puma560 paper stanford"

SAMPLE = (
    "random states (our choice: q2 more than 0.5 rad from 0 and 180°, the other coordinates and all q̇ and q̈ up to 1.5 "
    "in SI units)"
)
"""Description of `chain_states`, for criteria."""

STATES = f"200 {SAMPLE}: largest difference, {TO_ROUNDING}"


LABELS_READ = (
    "appendix 3 is read with the labels C1, F1 and F3 (C_i, F_l and a second F_2 in the scan), without stray marks"
)
"""What a motion with the numbers of appendix 3 depends on beyond the errata of its equations."""


def section_2_errata(words: Iterable[str]) -> Corrections:
    """Return the errata of section 2 whose entry contains one of these words."""
    words = tuple(words)
    return of_place(stanford_errata(), "section 2", entries=lambda name: any(word in name for word in words))


def chain_states(seed: int = 0, count: int = 200) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return random states (count, 6) in the order of the chain, as in `SAMPLE`."""
    q, qd, qdd = np.random.default_rng(seed).uniform(-1.5, 1.5, (3, count, 6))
    q[:, 1] = np.pi / 2 + 0.7 * q[:, 1]
    return q, qd, qdd


def against(ours: FloatArray, expected: FloatArray, corrections: Corrections) -> EntryResult:
    """Return the result of a comparison: the largest difference, relative to the largest expected value."""
    error = float(np.abs(ours - expected).max() / np.abs(expected).max())
    return EntryResult(
        EQUALITY, error, error < ROUNDING, "relative", corrected=corrections.sentences, note=corrections.note
    )


def known_at(bench: Bench, count: int) -> tuple[dict[str, Any], FloatArray, FloatArray, FloatArray]:
    """Return the inputs of the equations at random states, and the states (q, qd, qdd) in the order of the chain."""
    q, qd, qdd = chain_states(count=count)
    return known_of(bench, q, qd, qdd), q, qd, qdd


def known_of(bench: Bench, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> dict[str, Any]:
    """Return the inputs of the equations at states (N, 6) in the order of the chain."""
    known: dict[str, Any] = {**stanford_parameters(bench.stanford), "0": 0.0}
    known |= dict(zip(ANGLES, trigonometry(q), strict=True))
    known |= {f"qd{i}": qd[:, place] for i, place in enumerate(ORDER, start=1)}
    known |= {f"qdd{i}": qdd[:, place] for i, place in enumerate(ORDER, start=1)}
    return known


def rates_of_speeds(known: Mapping[str, Any], count: int) -> FloatArray:
    """Return ∂q̇_j/∂u_r (count, 6, 6) by (11) and (12), with Z1 to Z3, which have no undecided errata."""
    columns = []
    for r in range(1, 7):
        unit = {f"u{s}": np.full(count, float(s == r)) for s in range(1, 7)}
        found = equation_values(("Z1", "Z2", "Z3", "u4", "u5", "u6"), {**known, **unit})
        columns.append(np.column_stack(np.broadcast_arrays(*found)))
    return np.stack(columns, axis=-1)


DECADES = read_only(10.0 ** -np.arange(0.0, 7.0))
"""Values of q2 at which the loss of accuracy is shown, rad."""


@dataclass(frozen=True)
class Loss:
    """Relative errors against Newton-Euler, which has no singular position.

    Attributes:
        q2: (N,) values of q2, rad.
        inverse: (N,) error of the torques by (118) to (126).
        forward: (N,) error of the accelerations by (8) to (11) and (118) to (123), from Newton-Euler's torques.
    """

    q2: FloatArray
    inverse: FloatArray
    forward: FloatArray


def loss_of_digits(
    model: KaneLevinsonModel, q2: Sequence[float] = tuple(DECADES), states: int = 200, seed: int = 1983
) -> Loss:
    """Compute the errors at each `q2` over random values of all other coordinates and all derivatives."""
    rng = np.random.default_rng(seed)
    q, qd, qdd = rng.uniform(-1.0, 1.0, (3, states, 6))
    engine = NewtonEulerModel(model.arm)
    inverse, forward = [], []
    for angle in q2:
        q[:, 1] = angle
        torque = engine.torque(q, qd, qdd)
        inverse.append(np.abs(model.torque(q, qd, qdd) - torque).max() / np.abs(torque).max())
        forward.append(np.abs(model.acceleration(q, qd, torque) - qdd).max() / np.abs(qdd).max())
    return Loss(read_only(q2), read_only(inverse), read_only(forward))
