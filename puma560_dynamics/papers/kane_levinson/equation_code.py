"""Conversion of the equations to Python functions, for the module `generated` and for uncorrected readings.

The functions consist of assignments in the order of evaluation, and work for floats and for arrays of many states. Each
function only contains the quantities of the paper that its results need.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterable, Mapping
from itertools import combinations
from types import SimpleNamespace
from typing import Any

from ...models.counting import Counted, Tally
from ...models.tables.table import names_in
from ...models.terms import OperationCount
from .equations import ANGLES, ELEMENTS, GRAVITY, INERTIA, MOMENTUM, TORQUES, equation_values, needed
from .parameters import SYMBOLS

RATES = tuple(f"qd{i}" for i in range(1, 7))
SECOND = tuple(f"qdd{i}" for i in range(1, 7))
SPEEDS = tuple(f"u{i}" for i in range(1, 7))
DERIVATIVES = tuple(f"ud{i}" for i in range(1, 7))
POSITION_RATES = ("Z1", "Z2", "Z3")
"""Names of the derivatives of q1, q2, q3 in (12)."""

BACK = ("a1", "a2", "a3")
"""Names of the second derivatives of q1, q2, q3."""

CONTROL = ("Z4", "Z5", "Z6", "Z7")
"""Names of the factors of tau1 and tau3 in (118) and (120)."""

FUNCTIONS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "speeds": ("u1 to u6, equations (3) and (5) to (7).", RATES, SPEEDS),
    "speed_derivatives": ("Derivatives of u1 to u6.", (*RATES, *SECOND), DERIVATIVES),
    "torques": ("tau1 to tau5 and sigma, equations (118) to (126).", (*SPEEDS, *DERIVATIVES), TORQUES),
    "position_rates": ("Derivatives of q1, q2, q3, equations (8) to (10).", SPEEDS, POSITION_RATES),
    "torque_parts": (
        "Parts of (118) to (123): X_rs, Z182 to Z187, Z192 to Z196, Z4 to Z7.",
        SPEEDS,
        (*ELEMENTS, *INERTIA, *(name for name in GRAVITY if name), *CONTROL),
    ),
    "position_derivatives": ("Second derivatives of q1, q2, q3.", (*SPEEDS, *DERIVATIVES[:3]), BACK),
    "momentum": ("W31, the vertical angular momentum about A*.", SPEEDS, (MOMENTUM,)),
}
"""Docstring, arguments and results of every function."""


def equation_source(equations: Mapping[str, str] | None = None) -> str:
    """Return the Python source of all `FUNCTIONS`.

    Args:
        equations: text of each equation by name; `equations.texts` by default.
    """
    return "\n\n".join(_function(name, *parts, equations) for name, parts in FUNCTIONS.items())


def equation_functions(equations: Mapping[str, str]) -> SimpleNamespace:
    """Return the `FUNCTIONS` for other texts of the equations, for `KaneLevinsonModel`."""
    namespace: dict[str, Any] = {}
    exec(compile(equation_source(equations), "equations", "exec"), namespace)
    return SimpleNamespace(**{name: namespace[name] for name in FUNCTIONS})


def _function(
    name: str, words: str, arguments: tuple[str, ...], results: tuple[str, ...], equations: Mapping[str, str] | None
) -> str:
    lines = needed(results, equations, given=arguments)
    used = {symbol for _, expression in lines for symbol in names_in(expression)}
    signature = f"def {name}(p, t, {', '.join(arguments)}):"
    if len(signature) > 100:
        signature = f"def {name}(\n{_wrapped(('p', 't', *arguments))}\n):"
    body = [f'    """{words}"""']
    for source_name, symbols in (("p", SYMBOLS), ("t", ANGLES)):
        if used.intersection(symbols):
            body.append(f"    {_unpacked(symbols, used)} = {source_name}")
    body += [f"    {result} = {ast.unparse(expression)}" for result, expression in lines]
    return "\n".join([signature, *body, f"    return {_tuple(results)}", ""])


def _unpacked(symbols: Iterable[str], used: set[str]) -> str:
    return _tuple([symbol if symbol in used else "_" for symbol in symbols])


def _tuple(names: Iterable[str]) -> str:
    return f"(\n{_wrapped(names)}\n    )"


def _wrapped(names: Iterable[str]) -> str:
    return textwrap.fill(", ".join(names) + ",", 100, initial_indent=" " * 8, subsequent_indent=" " * 8)


def of_torques(symbols: Mapping[str, float], with_speeds: bool = True) -> OperationCount:
    """Return the calculations of (118) to (126).

    Args:
        symbols: values of the parameters; use different values for a general count, because equal ones may cancel.
        with_speeds: whether u and its derivatives are computed from the derivatives of q by (3) and (5) to (7).
    """
    given = (*RATES, *SECOND) if with_speeds else (*SPEEDS, *DERIVATIVES)
    return _count(symbols, dict.fromkeys(given), TORQUES)


def operation_counts() -> dict[str, OperationCount]:
    """Return the calculations of the parts of `KaneLevinsonModel`, for any values of the paper's parameters."""
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
    """Return a different value for each parameter, so that no terms cancel by chance."""
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
    """Return the calculations of X and of the upper triangle of -Jᵀ X J."""
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
