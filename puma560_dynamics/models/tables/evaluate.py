"""Evaluates table expressions over any kind of number: floats, arrays, exact fractions, counting numbers."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from ...errors import Puma560Error

_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def evaluate(tree: ast.expr, values: Mapping[str, Any]) -> Any:
    """Value of an expression tree, with `values` for its names.

    Raises:
        Puma560Error: a name without a value.
    """
    if isinstance(tree, ast.Constant):
        return tree.value
    if isinstance(tree, ast.Name):
        if tree.id not in values:
            raise Puma560Error(f"table symbol {tree.id!r} has no value; it is defined in none of the tables")
        return values[tree.id]
    if isinstance(tree, ast.UnaryOp):
        operand = evaluate(tree.operand, values)
        return -operand if isinstance(tree.op, ast.USub) else operand
    if isinstance(tree, ast.BinOp):
        return _BINARY[type(tree.op)](evaluate(tree.left, values), evaluate(tree.right, values))
    raise Puma560Error(f"table node {type(tree).__name__} cannot be evaluated")
