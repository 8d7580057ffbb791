"""Count the calculations of table expressions, by the convention of `puma560_dynamics.models.counting`.

Each product and sum of an entry is counted as often as it is printed. Shorthands of products such as CC4 are counted
once for all tables (as in the paper). An entry defined by another entry (b_134 = b_124) and expressions of only
constants of the arm (Im1 + I1), which are computed in advance, are not counted. Sines and cosines of joint angles, of
q2 + q3 and of 2·q2 + q3 are not counted either, nor are these sums, as in the paper. For equation (1), zero elements
are omitted, each velocity product is counted once, and the symmetry of A is only used for its elements.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from itertools import combinations

from ..counting import Counted, Tally
from ..terms import OperationCount
from .table import evaluate, factors_of, is_trigonometric, names_in

PART_TABLES = {
    "gravity": ("a7",),
    "kinetic_energy_matrix": ("a4",),
    "all_elements": ("a4", "a5", "a6", "a7"),
}
"""Tables that a function needs, by name of the function."""


def count_elements(trees: Mapping[str, ast.expr], literal: bool = False) -> OperationCount:
    """Count the calculations of the entries `trees`; with `literal`, calculations with constants are also counted."""
    tally = Tally(skip_known=not literal)
    _elements(trees, tally)
    return tally.count


def count_torque(trees: Mapping[str, ast.expr], literal: bool = False) -> OperationCount:
    """Count the calculations of all elements and of equation (1); `literal` as in `count_elements`."""
    tally = Tally(skip_known=not literal)
    elements = _elements(trees, tally)
    rates = [tally.variable() for _ in range(6)]
    second = [tally.variable() for _ in range(6)]
    pairs = list(combinations(range(6), 2))
    columns = {(i, i): rates[i] * rates[i] for i in range(6) if _used(elements, "c", i)}
    columns |= {(j, k): rates[j] * rates[k] for j, k in pairs if any(_at(elements, "b", i, j, k) for i in range(6))}
    for i in range(6):
        torque = elements[f"g_{i + 1}"]
        for j in range(6):
            torque = torque + elements[f"a_{min(i, j) + 1}{max(i, j) + 1}"] * second[j]
            if _at(elements, "c", i, j):
                torque = torque + elements[f"c_{i + 1}{j + 1}"] * columns[j, j]
        for j, k in pairs:
            if _at(elements, "b", i, j, k):
                torque = torque + elements[f"b_{i + 1}{j + 1}{k + 1}"] * columns[j, k]
    return tally.count


def _at(elements: Mapping[str, Counted], table: str, i: int, *columns: int) -> bool:
    name = f"{table}_{i + 1}" + "".join(str(column + 1) for column in columns)
    return elements[name].known != 0.0


def _used(elements: Mapping[str, Counted], table: str, column: int) -> bool:
    return any(_at(elements, table, i, column) for i in range(6))


def _elements(trees: Mapping[str, ast.expr], tally: Tally) -> dict[str, Counted]:
    values: dict[str, Counted] = {}
    result: dict[str, Counted] = {}
    for name, tree in trees.items():
        for symbol in names_in(tree):
            if symbol in values:
                continue
            if not is_trigonometric(symbol):
                # Any value except 0 and 1, so that products with a constant of the arm are counted.
                values[symbol] = tally.constant(0.1234)
                continue
            product: Counted | None = None
            for _ in factors_of(symbol):
                product = tally.variable() if product is None else product * tally.variable()
            assert product is not None
            values[symbol] = product
        value = evaluate(tree, values)
        values[name] = result[name] = value if isinstance(value, Counted) else Counted(tally, float(value))
    return result
