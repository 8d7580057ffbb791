"""Convert the tables to Python functions, for the modules in `generated/` and for uncorrected versions of tables.

The functions consist of plain assignments in the order of the tables, for floats and for arrays of many states.
Constant parts of the expressions are computed in advance by the function ``coefficients``.
"""

from __future__ import annotations

import ast
import copy
import textwrap
from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from .table import TableEntry, angle, factors_of, is_trigonometric, names_in

_FUNCTIONS = {
    "kinetic_energy": ("a4",),
    "coriolis": ("a5",),
    "centrifugal": ("a6",),
    "gravity": ("a7",),
    "all_elements": ("a4", "a5", "a6", "a7"),
}


def table_functions(tables: Mapping[str, TableEntry]) -> SimpleNamespace:
    """Compile the functions of the full model from other versions of tables A4 to A7; entries of A2 are ignored."""
    every = {name: entry.tree for name, entry in tables.items() if "_" in name}
    namespace: dict[str, Any] = {}
    exec(compile(table_source(every), "tables", "exec"), namespace)
    return SimpleNamespace(**namespace)


def table_source(every: Mapping[str, ast.expr]) -> str:
    """Return the Python source of ``coefficients`` and of the functions of a model.

    Args:
        every: expressions of the model's entries by name, in the order of the tables.
    """
    hoist = _Hoist()
    every = copy.deepcopy(dict(every))
    compiled = {name: hoist.visit(tree) for name, tree in every.items()}
    blocks = [_coefficients(hoist)]
    blocks += [
        _function(name, [entry for entry in every if _belongs(entry, tables)], compiled, every, hoist)
        for name, tables in _FUNCTIONS.items()
    ]
    return "\n\n".join(blocks)


class _Hoist(ast.NodeTransformer):
    """Transformer that replaces subexpressions with only constants of the arm by named coefficients."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}  # expression -> name

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.expr) and not isinstance(node, ast.Constant):
            names = names_in(node)
            if names and not any(is_trigonometric(name) or "_" in name for name in names):
                text = ast.unparse(node)
                compounds = sum(name[0] == "K" for name in self.known.values())
                name = text if isinstance(node, ast.Name) else f"K{compounds + 1}"
                return ast.Name(self.known.setdefault(text, name), ast.Load())
        return self.generic_visit(node)


def _belongs(entry: str, tables: tuple[str, ...]) -> bool:
    return {"a": "a4", "b": "a5", "c": "a6", "g": "a7"}[entry[0]] in tables


def _coefficients(hoist: _Hoist) -> str:
    names = sorted({name for text in hoist.known for name in names_in(ast.parse(text))})
    lines = ["def coefficients(constants):", '    """Constant parts of the expressions, from table A2\'s constants."""']
    lines += [f'    {name} = constants["{name}"]' for name in names]
    lines += [f"    {name} = {text}" for text, name in hoist.known.items() if name != text]
    return "\n".join([*lines, f"    return {_tuple(hoist.known.values())}", ""])


def _tuple(names: Iterable[str]) -> str:
    """Return the source of a tuple of names, with several names per line."""
    body = textwrap.fill(", ".join(names) + ",", 100, initial_indent=" " * 8, subsequent_indent=" " * 8)
    return f"(\n{body}\n    )"


def _function(
    function: str,
    entries: list[str],
    compiled: Mapping[str, ast.AST],
    every: Mapping[str, ast.expr],
    hoist: _Hoist,
) -> str:
    needed = _closure(entries, every)
    names = [name for entry in needed for name in names_in(compiled[entry])]
    products = sorted({name for name in names if is_trigonometric(name)}, key=lambda name: (len(name), name))
    singles = sorted({factor for name in products for factor in factors_of(name)}, key=lambda name: (len(name), name))
    wanted = [entry for entry in entries if not _is_zero(entry, every)]
    label = function.upper()
    lines = [
        f"{label} = {_tuple(repr(entry) for entry in wanted)}",
        f'"""Entries that `{function}` returns, in its order; all others are zero."""',
        "",
        "",
        f"def {function}(k, q, sin, cos):",
        f'    """Values of the entries `{label}`."""',
    ]
    lines.append(f"    {_tuple(hoist.known.values())} = k")
    for single in singles:
        total = " + ".join(f"q[{joint - 1}]" for joint in angle(single))
        lines.append(f"    {single} = {'sin' if single[0] == 'S' else 'cos'}({total})")
    lines += [f"    {product} = {' * '.join(factors_of(product))}" for product in products if product not in singles]
    lines += [f"    {entry} = {ast.unparse(compiled[entry])}" for entry in needed]
    return "\n".join([*lines, f"    return {_tuple(wanted)}", ""])


def _is_zero(entry: str, every: Mapping[str, ast.expr]) -> bool:
    tree = every[entry]
    if isinstance(tree, ast.Constant):
        return tree.value == 0
    others = [name for name in names_in(tree) if name in every]
    return bool(others) and len(others) == len(names_in(tree)) and all(_is_zero(name, every) for name in others)


def _closure(entries: list[str], every: Mapping[str, ast.expr]) -> list[str]:
    """Return the nonzero ones of the entries and of the entries that they refer to, in the order of the tables."""
    needed: set[str] = set()

    def add(entry: str) -> None:
        if entry not in needed and not _is_zero(entry, every):
            needed.add(entry)
            for name in names_in(every[entry]):
                if name in every:
                    add(name)

    for entry in entries:
        add(entry)
    return [entry for entry in every if entry in needed]
