"""Express the coefficients of the paper's abbreviated expressions by the constants of table A2.

The ``≈`` expressions of the paper have numbers as coefficients (``7.44e-1*C2*S23``). Each number is the value of the
coefficient of the same trigonometric product in the full expression (``2*I5``). With these coefficients, an abbreviated
model exists for any arm, and each printed number can be checked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from ...errors import Puma560Error
from .constants import PRINTED
from .polynomial import Linear, expand
from .table import TableEntry, parse, read_table

EXPLICIT_MODELS = ("full", "abbreviated")
"""Names of the explicit models."""

PRINT_ROUNDING = 0.02
"""Largest relative rounding error of a coefficient that is printed with two digits."""


@dataclass(frozen=True)
class PrintedTerm:
    """A term of an abbreviated expression.

    Attributes:
        entry: name of the table entry.
        printed: printed number, with its sign.
        factor: trigonometric factor as printed; ``"1"`` for a constant term.
        coefficient: corresponding coefficient of the full expression, linear in the constants.
    """

    entry: str
    printed: float
    factor: str
    coefficient: Linear

    def value(self, constants: Mapping[str, float]) -> float:
        """Return the value of the coefficient for given constants, by name."""
        return sum(float(scale) * (1.0 if name == "1" else constants[name]) for name, scale in self.coefficient.items())


def printed_terms(entry: TableEntry) -> Iterator[PrintedTerm]:
    """Yield the terms of the abbreviated expression of `entry`; nothing if it is 0, an alias, or not printed.

    Raises:
        Puma560Error: the full expression does not have a printed term.
    """
    if entry.abbreviated is None:
        return
    full = expand(entry.tree)
    for sign, tree in _summands(parse(entry.abbreviated), 1):
        if isinstance(tree, ast.Name):
            return  # an alias, such as c_35 ~ c_34
        number, factor = _leading_number(tree)
        if number == 0:
            continue
        text = "1" if factor is None else ast.unparse(factor).replace(" ", "")
        monomials = {(): {"1": Fraction(1)}} if factor is None else expand(factor)
        found: set[tuple[tuple[str, Fraction], ...]] = set()
        for monomial, scale in monomials.items():
            linear = full.get(monomial)
            if linear is None:
                raise Puma560Error(f"{entry.name}: the full expression has no term in {'*'.join(monomial) or '1'}")
            found.add(tuple(sorted((name, value / scale["1"]) for name, value in linear.items())))
        # A group such as (1-2*SS23) may share a monomial with other terms; its own constant occurs in all monomials.
        common = set.intersection(*(set(pairs) for pairs in found))
        yield PrintedTerm(entry.name, float(sign * number), text, _kept(sorted(common), float(sign * number)))


def _kept(pairs: Sequence[tuple[str, Fraction]], printed: float) -> Linear:
    """Return the part of an expanded coefficient that the paper kept.

    The paper dropped whole terms of factored expressions. Expansion adds parts of dropped terms to kept products: for
    example, I20*(C23*S4*(1-2*SS5) …) contributes to C23*S4. The kept part is the largest subset whose value is the
    printed number; if there is none (a misprint), it is everything.
    """
    for size in range(len(pairs), 0, -1):
        for subset in combinations(pairs, size):
            value = sum(float(scale) * (1.0 if name == "1" else PRINTED[name].value) for name, scale in subset)
            if abs(value - printed) <= PRINT_ROUNDING * abs(printed):
                return dict(subset)
    return dict(pairs)


def abbreviated_tree(entry: TableEntry) -> ast.expr:
    """Return the abbreviated expression of `entry` with constants for numbers; the full one if none is printed."""
    if entry.abbreviated is None:
        return entry.tree
    shortened = parse(entry.abbreviated)
    if isinstance(shortened, ast.Name):
        return shortened
    parts = []
    for term in printed_terms(entry):
        coefficient = "+".join(
            (f"{scale}" if name == "1" else name if scale == 1 else f"{scale}*{name}")
            for name, scale in term.coefficient.items()
        )
        parts.append(f"({coefficient})" if term.factor == "1" else f"({coefficient})*{_grouped(term.factor)}")
    return parse(" + ".join(parts) or "0")


def trees(model: str, tables: tuple[str, ...] = ("a4", "a5", "a6", "a7")) -> dict[str, ast.expr]:
    """Return the expressions of a model (one of `EXPLICIT_MODELS`), by entry, in the order of the tables."""
    return {
        name: entry.tree if model == "full" else abbreviated_tree(entry)
        for table in tables
        for name, entry in read_table(table).items()
    }


def _grouped(factor: str) -> str:
    return f"({factor})" if isinstance(parse(factor), ast.BinOp) and not _is_product(parse(factor)) else factor


def _is_product(tree: ast.expr) -> bool:
    return isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Mult)


def _summands(tree: ast.expr, sign: int) -> Iterator[tuple[int, ast.expr]]:
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, (ast.Add, ast.Sub)):
        yield from _summands(tree.left, sign)
        yield from _summands(tree.right, sign if isinstance(tree.op, ast.Add) else -sign)
    else:
        yield sign, tree


def _leading_number(tree: ast.expr) -> tuple[Fraction, ast.expr | None]:
    """Split a term into its number and the rest: ``-1.34e-1*C2*S3`` into -0.134 and ``C2*S3``."""
    if isinstance(tree, ast.UnaryOp):
        number, factor = _leading_number(tree.operand)
        return (-number if isinstance(tree.op, ast.USub) else number), factor
    if isinstance(tree, ast.Constant):
        return Fraction(str(tree.value)), None
    if _is_product(tree):
        assert isinstance(tree, ast.BinOp)
        number, rest = _leading_number(tree.left)
        return number, tree.right if rest is None else ast.BinOp(rest, ast.Mult(), tree.right)
    return Fraction(1), tree
