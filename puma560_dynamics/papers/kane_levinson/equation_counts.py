"""Calculations of the paper's equations.

Convention: `puma560_dynamics.models.counting`; sums of parameters (B2 - B3, mE L6 + mF L3) are made beforehand. Of the
paper's quantities those count that the torques follow from, each once.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from ...models.counting import Counted, Tally
from ...models.terms import OperationCount
from .equation_code import DERIVATIVES, RATES, SECOND, SPEEDS
from .equations import ANGLES, ELEMENTS, TORQUES, equation_values
from .parameters import SYMBOLS


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
    equation_values(wanted, _known(tally, symbols, motion))
    return tally.count


def _known(tally: Tally, symbols: Mapping[str, float], motion: Mapping[str, float | None]) -> dict[str, Any]:
    known: dict[str, Any] = {name: tally.constant(value) for name, value in symbols.items()}
    known |= {name: tally.variable() for name in ANGLES}
    return known | {name: Counted(tally, value) for name, value in motion.items()}


def _matrix(symbols: Mapping[str, float]) -> OperationCount:
    """X and -Jᵀ X J, upper triangle."""
    tally = Tally()
    known = _known(tally, symbols, dict.fromkeys(SPEEDS, 0.0))
    found = dict(zip(ELEMENTS, equation_values(ELEMENTS, known), strict=True))
    x = [[found[f"X{min(r, s)}{max(r, s)}"] for s in range(1, 7)] for r in range(1, 7)]
    configuration = {name: value for name, value in known.items() if name not in SPEEDS}
    columns = [equation_values(SPEEDS, configuration | _unit(tally, j)) for j in range(6)]
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
