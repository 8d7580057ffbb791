"""Evaluate arithmetic expressions with pi, such as ``-3*pi/4`` in Denavit-Hartenberg tables."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable

LONGEST = 100
"""Maximum length of an expression, characters."""

_BINARY: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_UNARY: dict[type[ast.unaryop], Callable[[float], float]] = {ast.UAdd: operator.pos, ast.USub: operator.neg}
_NAMES = {"pi": math.pi, "π": math.pi}


def expression_value(text: str) -> float:
    """Return the value of an expression.

    Args:
        text: numbers and ``pi`` with ``+ - * /`` and parentheses.

    Raises:
        ValueError: anything else in the text (the message names an unknown symbol), or a division by zero.
    """
    if len(text) > LONGEST:
        raise ValueError(f"the expression has {len(text)} characters; give at most {LONGEST}")
    try:
        return _value(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, RecursionError, MemoryError, ZeroDivisionError, OverflowError):
        raise ValueError(f"{text!r} is no expression of numbers and pi") from None


def number_of(value: object) -> float:
    """Convert an entry of a YAML file to a number.

    YAML 1.1 reads ``1e-3`` (no dot) and ``pi/2`` as text, so that text is evaluated.

    Args:
        value: a number, its text, or an expression of numbers and pi.

    Raises:
        ValueError: anything else; the message is empty if the value is neither a number nor text.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise ValueError
    try:
        return float(value)
    except OverflowError:
        return math.inf
    except ValueError:
        return expression_value(str(value))


def _value(node: ast.expr) -> float:
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        return float(node.value)
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        return _BINARY[type(node.op)](_value(node.left), _value(node.right))
    if isinstance(node, ast.UnaryOp) and type(node.op) in _UNARY:
        return _UNARY[type(node.op)](_value(node.operand))
    if isinstance(node, ast.Name):
        if node.id in _NAMES:
            return _NAMES[node.id]
        raise ValueError(f"symbol {node.id!r} has no value; give its number: code is generated for one arm")
    raise ValueError("only numbers, pi, + - * / and parentheses are evaluated")
