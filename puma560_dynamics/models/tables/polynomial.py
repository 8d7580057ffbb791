"""Expand table expressions to polynomials in trigonometric terms, with coefficients linear in the constants.

This algebra is only sufficient to compare printed expressions.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from ...errors import Puma560Error
from .table import is_trigonometric

Monomial = tuple[str, ...]
"""Sorted trigonometric terms of a product; empty for a constant."""

Linear = Mapping[str, Fraction]
"""Coefficient: factor of each constant, by name; the name ``"1"`` is for a plain number."""


def expand(tree: ast.expr) -> dict[Monomial, dict[str, Fraction]]:
    """Expand a table expression; zero coefficients are omitted.

    Raises:
        Puma560Error: the expression has a product of two constants, which tables A4 to A7 do not have.
    """
    result = {
        monomial: {name: factor for name, factor in linear.items() if factor}
        for monomial, linear in _expand(tree).items()
    }
    return {monomial: linear for monomial, linear in result.items() if linear}


def _expand(tree: ast.expr) -> dict[Monomial, dict[str, Fraction]]:
    if isinstance(tree, ast.Constant):
        return {(): {"1": Fraction(str(tree.value))}}
    if isinstance(tree, ast.Name):
        return {(tree.id,): {"1": Fraction(1)}} if is_trigonometric(tree.id) else {(): {tree.id: Fraction(1)}}
    if isinstance(tree, ast.UnaryOp):
        sign = -1 if isinstance(tree.op, ast.USub) else 1
        return _scaled(_expand(tree.operand), sign)
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Mult):
        return _product(_expand(tree.left), _expand(tree.right))
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, (ast.Add, ast.Sub)):
        right = _expand(tree.right)
        return _sum(_expand(tree.left), right if isinstance(tree.op, ast.Add) else _scaled(right, -1))
    raise Puma560Error(f"{ast.unparse(tree)!r} cannot be multiplied out")


def _scaled(terms: dict[Monomial, dict[str, Fraction]], factor: int) -> dict[Monomial, dict[str, Fraction]]:
    return {monomial: {name: factor * value for name, value in linear.items()} for monomial, linear in terms.items()}


def _sum(
    left: dict[Monomial, dict[str, Fraction]], right: dict[Monomial, dict[str, Fraction]]
) -> dict[Monomial, dict[str, Fraction]]:
    total: dict[Monomial, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for terms in (left, right):
        for monomial, linear in terms.items():
            for name, value in linear.items():
                total[monomial][name] += value
    return {monomial: dict(linear) for monomial, linear in total.items()}


def _product(
    left: dict[Monomial, dict[str, Fraction]], right: dict[Monomial, dict[str, Fraction]]
) -> dict[Monomial, dict[str, Fraction]]:
    total: dict[Monomial, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for one, first in left.items():
        for two, second in right.items():
            monomial = tuple(sorted(one + two))
            for name, value in first.items():
                for other, factor in second.items():
                    total[monomial][_constant(name, other)] += value * factor
    return {monomial: dict(linear) for monomial, linear in total.items()}


def _constant(one: str, two: str) -> str:
    if one == "1":
        return two
    if two == "1":
        return one
    raise Puma560Error(f"a product of the constants {one} and {two} is not linear in the arm's constants")
