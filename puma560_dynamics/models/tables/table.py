"""Reads the paper's tables from text that looks like the paper into expression trees, and evaluates these.

A table file holds entries ``name = expression`` over several lines, each perhaps followed by
``~ expression``, the paper's abbreviated form (printed there as ``≈``), or by ``[~] expression``, an
abbreviated form that is not in the scan and was put there by the paper's rule. Braces group like
parentheses and ``^`` is a power, as in print. Expressions are sums, products and powers of numbers
and names; nothing else is accepted.
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
"""Signs before an abbreviated form: as printed; not in the scan, put there by the rule."""

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
    """One entry of a table.

    Attributes:
        name: as in print, e.g. ``a_11``, ``b_123``, ``I7``.
        text: the expression in the paper's notation, on one line.
        abbreviated: the ``≈`` expression, `None` where there is none.
        inserted: whether that expression is not in the scan but put there by the paper's significance rule.
    """

    name: str
    text: str
    abbreviated: str | None = None
    inserted: bool = False

    @property
    def tree(self) -> ast.expr:
        """The full expression as a tree, as `parse` gives it."""
        return parse(self.text)


@lru_cache(maxsize=4096)
def parse(text: str) -> ast.expr:
    """Return an expression in the paper's notation as a tree; parsed once and shared: copy it before a change.

    Raises:
        Puma560Error: it is not a sum of products of names and numbers.
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
    """Entries of a table file, in its order.

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
    """Return a table of the paper, e.g. ``read_table("a4")``; read once."""
    return parse_table((TABLES / f"{name}.txt").read_text(encoding="utf-8"))


def names_in(tree: ast.AST) -> list[str]:
    """Names an expression uses, in order of appearance, each once."""
    seen = dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
    return list(seen)


def evaluate(tree: ast.expr, values: Mapping[str, Any]) -> Any:
    """Evaluate an expression tree over any kind of number: floats, arrays, exact fractions, counting numbers.

    Args:
        tree: as `parse` gives it.
        values: of its names.

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


_NAME = re.compile(r"^(?P<functions>[SC]{1,2})(?P<angles>[1-6]+)$")


def is_trigonometric(name: str) -> bool:
    """Return whether a table symbol is one of the paper's trigonometric shorthands."""
    return _NAME.match(name) is not None


def factors_of(name: str) -> tuple[str, ...]:
    """Return the sines and cosines that a shorthand multiplies: ``SC23`` -> ``("S23", "C23")``.

    Raises:
        Puma560Error: `name` is no shorthand.
    """
    match = _NAME.match(name)
    if match is None:
        raise Puma560Error(f"{name!r} is not a trigonometric term such as S2, C23 or SC4")
    return tuple(function + match["angles"] for function in match["functions"])


def angle(name: str) -> tuple[int, ...]:
    """Return the joint numbers of the angle sum of a sine or cosine: ``S223`` -> ``(2, 2, 3)``."""
    return tuple(int(digit) for digit in name[1:])


def shorthand_values(
    names: Iterable[str], q: Any, sin: Callable[[Any], Any], cos: Callable[[Any], Any]
) -> dict[str, Any]:
    """Values of shorthands for joint angles `q` (indexable from joint 1 at 0), rad."""
    result: dict[str, Any] = {}
    for name in names:
        product: Any = None
        for factor in factors_of(name):
            total = sum(q[joint - 1] for joint in angle(factor))
            value = sin(total) if factor[0] == "S" else cos(total)
            product = value if product is None else product * value
        result[name] = product
    return result
