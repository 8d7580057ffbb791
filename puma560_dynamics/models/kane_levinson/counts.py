"""Calculations of the paper's equations compared with the number it gives, and what others need for the same arm.

Convention: `puma560_dynamics.models.counting`; sums of parameters (B2 - B3, mE L6 + mF L3) are made beforehand. Of the
paper's quantities those count that the torques follow from, each once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from ...arm import Arm, Link
from ..counting import Counted, Tally
from ..generated.chain_of_arm import chain_of
from ..generated.factored_programs import programs_of
from ..recursive.newton_euler import NewtonEulerModel
from ..terms import OperationCount
from .equations import ANGLES, ELEMENTS, TORQUES, values
from .generate import DERIVATIVES, RATES, SECOND, SPEEDS
from .parameters import SYMBOLS, parameters

PRINTED = OperationCount(646, 394)
"""What section 3 of the paper says: inverse dynamics of one state."""

OTHERS_IN_THE_PAPER: Mapping[str, OperationCount] = {
    "Lagrange, Hollerbach": OperationCount(2195, 1719),
    "Newton-Euler, Walker and Orin": OperationCount(1541, 1196),
    "Newton-Euler, Hollerbach's count": OperationCount(852, 738),
}
"""What the paper compares itself with: algorithms for any arm of six joints, which know nothing of its zeros."""


@dataclass(frozen=True)
class CountedAlgorithm:
    """One line of the comparison.

    Attributes:
        algorithm: what is counted.
        knows: what of the arm it knows beforehand: nothing, the kinds of its joints, its structure (what is zero) or
            its numbers.
        count: for inverse dynamics of one state.
        printed: whether the paper says so (else it is counted here).
    """

    algorithm: str
    knows: str
    count: OperationCount
    printed: bool = False


def comparison(arm: Arm) -> list[CountedAlgorithm]:
    """Inverse dynamics of `arm`: the paper's numbers, then ours, by how much of the arm each algorithm knows.

    Raises:
        UnsupportedArmError: as `parameters`.
    """
    numbers, symbols, other = parameters(arm), any_numbers(), any_arm(arm)
    return [
        *(CountedAlgorithm(name, "nothing", count, True) for name, count in OTHERS_IN_THE_PAPER.items()),
        CountedAlgorithm("Kane and Levinson", "structure", PRINTED, True),
        CountedAlgorithm(
            "Kane and Levinson, (118) to (126) from u and its derivatives", "structure", of_torques(symbols, False)
        ),
        CountedAlgorithm("Kane and Levinson, from q and its derivatives", "structure", of_torques(symbols)),
        CountedAlgorithm("Kane and Levinson, from q and its derivatives", "numbers", of_torques(numbers)),
        CountedAlgorithm("Newton-Euler", "kinds of joints", NewtonEulerModel(arm).general_counts()["torque"]),
        *(
            CountedAlgorithm(name, knows, count(who))
            for name, count in (("Newton-Euler", _of_newton_euler), ("generated", _of_generator))
            for knows, who in (("structure", other), ("numbers", arm))
        ),
    ]


def any_arm(arm: Arm) -> Arm:
    """`arm` with other numbers where it has numbers and zeros where it has zeros, so that nothing cancels by chance."""
    factors = np.random.default_rng(1983).uniform(0.8, 1.2, (arm.n, 6))
    links = [
        Link(
            link.name,
            link.mass * row[0],
            link.center_of_gravity * row[1],
            np.diag(float(np.diag(link.inertia).max()) * (1.0 + 0.2 * row[2:5])),
        )
        for link, row in zip(arm.links, factors, strict=True)
    ]
    joints = [replace(joint, d=joint.d * float(row[5])) for joint, row in zip(arm.joints, factors, strict=True)]
    return arm.with_(links=tuple(links), joints=tuple(joints))


def _of_newton_euler(arm: Arm) -> OperationCount:
    return NewtonEulerModel(arm).operation_counts()["torque"]


def _of_generator(arm: Arm) -> OperationCount:
    return OperationCount(*programs_of(chain_of(arm))["torque"].count)


def of_torques(symbols: Mapping[str, float], with_speeds: bool = True) -> OperationCount:
    """Calculations of (118) to (126).

    Args:
        symbols: the parameters; equal ones may cancel, so give different numbers to count what holds for any.
        with_speeds: whether u and its derivatives are made from those of q, (3) and (5) to (7).
    """
    given = (*RATES, *SECOND) if with_speeds else (*SPEEDS, *DERIVATIVES)
    return _count(symbols, dict.fromkeys(given), TORQUES)


def operation_counts() -> dict[str, OperationCount]:
    """Calculations of the parts of `KaneLevinsonModel`, for any numbers in the paper's structure."""
    symbols = any_numbers()
    rest = dict.fromkeys((*RATES, *SECOND), 0.0)
    weightless = symbols | {"g": 0.0}
    matrix = _matrix(symbols)
    gravity = _count(symbols, rest, TORQUES)
    columns = [(i,) for i in range(6)] + list(combinations(range(6), 2))
    velocity = [_count(weightless, rest | {RATES[i]: None for i in moving}, TORQUES) for moving in columns]
    differences = OperationCount(0, 2 * 6 * (len(columns) - 6))
    return {
        "torque": of_torques(symbols),
        "gravity": gravity,
        "kinetic_energy_matrix": matrix,
        "all_elements": _total([matrix, gravity, differences, *velocity]),
    }


def any_numbers() -> dict[str, float]:
    """A different number for each symbol, so that nothing cancels by chance."""
    return {name: 0.1 + 0.01 * 2.0**0.5 * place for place, name in enumerate(SYMBOLS)}


def _count(symbols: Mapping[str, float], motion: Mapping[str, float | None], wanted: tuple[str, ...]) -> OperationCount:
    tally = Tally()
    values(wanted, _known(tally, symbols, motion))
    return tally.count


def _known(tally: Tally, symbols: Mapping[str, float], motion: Mapping[str, float | None]) -> dict[str, Any]:
    known: dict[str, Any] = {name: tally.constant(value) for name, value in symbols.items()}
    known |= {name: tally.variable() for name in ANGLES}
    return known | {name: Counted(tally, value) for name, value in motion.items()}


def _matrix(symbols: Mapping[str, float]) -> OperationCount:
    """X and -Jᵀ X J, upper triangle."""
    tally = Tally()
    known = _known(tally, symbols, dict.fromkeys(SPEEDS, 0.0))
    found = dict(zip(ELEMENTS, values(ELEMENTS, known), strict=True))
    x = [[found[f"X{min(r, s)}{max(r, s)}"] for s in range(1, 7)] for r in range(1, 7)]
    configuration = {name: value for name, value in known.items() if name not in SPEEDS}
    columns = [values(SPEEDS, configuration | _unit(tally, j)) for j in range(6)]
    zero = tally.zero()
    for j in range(6):
        product = [sum((x[r][s] * columns[j][s] for s in range(6)), zero) for r in range(6)]
        for i in range(j + 1):
            sum((columns[i][r] * product[r] for r in range(6)), zero)
    return tally.count


def _unit(tally: Tally, joint: int) -> dict[str, Counted]:
    return {name: Counted(tally, float(place == joint)) for place, name in enumerate(RATES)}


def _total(counts: list[OperationCount]) -> OperationCount:
    return OperationCount(sum(c.multiplications for c in counts), sum(c.additions for c in counts))
