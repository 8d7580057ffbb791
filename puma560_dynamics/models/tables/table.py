"""Read the paper's tables from text in the paper's notation into expression trees, and evaluate them.

A table file contains entries ``name = expression`` over several lines. An entry may be followed by ``~ expression``,
the paper's abbreviated form (printed as ``≈``), or by ``[~] expression``, an abbreviated form that is not in the scan
and was added by the paper's rule. Braces are used like parentheses and ``^`` is a power, as in print. Expressions are
sums, products and powers of numbers and names; nothing else is accepted.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ...errors import Puma560Error

TABLES = Path(__file__).parent / "text"

PRINTED, INSERTED = "~", "[~]"
"""Signs before an abbreviated form that is printed, and before one that is not in the scan but added by the rule."""

_NODES = (
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.Constant, ast.Name, ast.Load,
    ast.Add, ast.Sub, ast.Mult, ast.Pow, ast.USub, ast.UAdd,
)  # fmt: skip
_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_ENTRY = re.compile(r"^(?P<name>\w+)\s*=(?P<body>.*)$")


@dataclass(frozen=True)
class TableEntry:
    """An entry of a table.

    Attributes:
        name: printed name, e.g. ``a_11``, ``b_123``, ``I7``.
        text: expression in the paper's notation, on one line.
        abbreviated: abbreviated (``≈``) expression; `None` if there is none.
        inserted: whether the abbreviated expression is not in the scan but follows from the paper's significance rule.
    """

    name: str
    text: str
    abbreviated: str | None = None
    inserted: bool = False

    @property
    def tree(self) -> ast.expr:
        """Full expression as a tree, from `parse`."""
        return parse(self.text)


@lru_cache(maxsize=4096)
def parse(text: str) -> ast.expr:
    """Parse an expression in the paper's notation; the tree is cached and shared, so copy it before changing it.

    Raises:
        Puma560Error: the text is not a sum of products of names and numbers.
    """
    python = text.replace("{", "(").replace("}", ")").replace("^", "**")
    try:
        tree = ast.parse(python.strip(), mode="eval")
    except SyntaxError as error:
        raise Puma560Error(f"table expression {text!r} does not parse: {error.msg}") from None
    for node in ast.walk(tree):
        if not isinstance(node, _NODES):
            raise Puma560Error(f"table expression {text!r} holds {type(node).__name__}, which no table has")
    return tree.body


def parse_table(text: str) -> Mapping[str, TableEntry]:
    """Return the entries of a table file by name, in the order of the file.

    Raises:
        Puma560Error: a line belongs to no entry, or an entry is defined twice.
    """
    raw: dict[str, list[str]] = {}
    short: dict[str, list[str]] = {}
    inserted: set[str] = set()
    current: list[str] | None = None
    name = ""
    for line in text.splitlines():
        stripped = line.split("#")[0].strip()
        if not stripped:
            continue
        match = _ENTRY.match(stripped)
        if match:
            name = match["name"]
            if name in raw:
                raise Puma560Error(f"table entry {name} is defined twice; expected one definition of each")
            current = raw[name] = [match["body"]]
        elif name and (sign := next((sign for sign in (PRINTED, INSERTED) if stripped.startswith(sign)), "")):
            current = short[name] = [stripped.removeprefix(sign)]
            if sign == INSERTED:
                inserted.add(name)
        elif current is not None:
            current.append(stripped)
        else:
            raise Puma560Error(f"table line {stripped!r} belongs to no entry; start with 'name = …'")
    entries = (
        TableEntry(key, _join(lines), _join(short[key]) if key in short else None, key in inserted)
        for key, lines in raw.items()
    )
    return MappingProxyType({entry.name: entry for entry in entries})


def _join(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


@cache
def read_table(name: str) -> Mapping[str, TableEntry]:
    """Return the entries of a table of the paper, e.g. ``read_table("a4")``; cached."""
    return parse_table((TABLES / f"{name}.txt").read_text(encoding="utf-8"))


def names_in(tree: ast.AST) -> list[str]:
    """Return the names in an expression, each once, in order of appearance."""
    seen = dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
    return list(seen)


def evaluate(tree: ast.expr, values: Mapping[str, Any]) -> Any:
    """Evaluate an expression tree for any type of number: floats, arrays, exact fractions, counting numbers.

    Args:
        tree: expression tree from `parse`.
        values: values by name.

    Raises:
        Puma560Error: a name has no value.
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


_NAME = re.compile(r"^(?P<functions>[SC]{1,2})(?P<angles>[1-6]+)$")


def is_trigonometric(name: str) -> bool:
    """Return whether a table symbol is one of the paper's trigonometric shorthands."""
    return _NAME.match(name) is not None


def factors_of(name: str) -> tuple[str, ...]:
    """Return the sines and cosines whose product a shorthand is: ``("S23", "C23")`` for ``SC23``.

    Raises:
        Puma560Error: `name` is not a shorthand.
    """
    match = _NAME.match(name)
    if match is None:
        raise Puma560Error(f"{name!r} is not a trigonometric term such as S2, C23 or SC4")
    return tuple(function + match["angles"] for function in match["functions"])


def angle(name: str) -> tuple[int, ...]:
    """Return the joint numbers in the angle sum of a sine or cosine: ``(2, 2, 3)`` for ``S223``."""
    return tuple(int(digit) for digit in name[1:])


def shorthand_values(
    names: Iterable[str], q: Any, sin: Callable[[Any], Any], cos: Callable[[Any], Any]
) -> dict[str, Any]:
    """Return the values of shorthands, by name, for joint angles `q` (rad), indexed by joint from 0."""
    result: dict[str, Any] = {}
    for name in names:
        product: Any = None
        for factor in factors_of(name):
            total = sum(q[joint - 1] for joint in angle(factor))
            value = sin(total) if factor[0] == "S" else cos(total)
            product = value if product is None else product * value
        result[name] = product
    return result
