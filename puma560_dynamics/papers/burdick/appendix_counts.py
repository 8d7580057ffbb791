"""Count the multiplications and additions in the lines of Burdick's appendix II.

The paper counts subtractions as additions. It does not print whether a change of sign, a doubling or a product of
constants counts; each reading gives another number.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from ...models.tables.table import names_in, parse
from ...models.terms import OperationCount
from .appendix_lines import AppendixLine, appendix_lines, lines_of

PARTS = {"M": "M", "c": "c", "b": "b", "g": "g", "T": "products T", "V": "sums V and η", "e": "sums V and η", "D": "D"}
"""Parts of the appendix, by the first letter of a line's name."""

IN_CONSTANTS = "KIg"
"""First letters of the names of constants."""


def literal(line: AppendixLine) -> OperationCount:
    """Count every product and every sum of a line as it is printed; changes of sign are not counted."""
    operators = [type(node.op) for node in ast.walk(parse(line.printed)) if isinstance(node, ast.BinOp)]
    return OperationCount(operators.count(ast.Mult), operators.count(ast.Add) + operators.count(ast.Sub))


def signs(line: AppendixLine) -> int:
    """Count the changes of sign in a line: each minus before a name that has nothing to be subtracted from."""
    return sum(
        isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant)
        for node in ast.walk(parse(line.printed))
    )


def negative_terms(line: AppendixLine) -> int:
    """Count the changes of sign that cannot be saved by the order of a sum: 1 for a line of one negative term."""
    return signs(line) if not literal(line).additions else 0


def products_of_constants(line: AppendixLine) -> int:
    """Count the products of a number and a constant, which can be made beforehand."""
    return sum(
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult)
        and isinstance(node.left, ast.Constant)
        and isinstance(node.right, ast.Name)
        and node.right.id[0] in IN_CONSTANTS
        for node in ast.walk(parse(line.printed))
    )


def count_lines(lines: Iterable[AppendixLine], more: Callable[[AppendixLine], int] = lambda line: 0) -> OperationCount:
    """Return the literal count of lines; `more` returns the multiplications that another reading counts in addition."""
    counts = [(literal(line), more(line)) for line in lines]
    return OperationCount(
        sum(count.multiplications + extra for count, extra in counts), sum(count.additions for count, _ in counts)
    )


def count_parts() -> dict[str, OperationCount]:
    """Return the literal count of each part of the appendix."""
    parts: dict[str, list[AppendixLine]] = {}
    for line in appendix_lines().values():
        parts.setdefault(PARTS[line.name[0]], []).append(line)
    return {part: count_lines(lines) for part, lines in parts.items()}


def count_readings() -> dict[str, OperationCount]:
    """Return the count of the appendix by several readings; the first is the literal count of all lines."""
    lines = list(appendix_lines().values())
    present = [line for line in lines if line.in_scan]
    used = {name for line in present for name in names_in(parse(line.printed))}
    lost = [line for line in lines if not line.in_scan]
    products = [line for line in lost if line.name[0] == "T" and line.name in used]
    return {
        f"all lines, {', '.join(line.name for line in lost)} derived": count_lines(lines),
        "only the lines in the scan": count_lines(present),
        f"with the products {' and '.join(line.name for line in products)}, which they use": count_lines(
            present + products
        ),
        "all lines; a line of one negative term counts as a multiplication": count_lines(lines, negative_terms),
        "all lines; every change of sign counts as a multiplication": count_lines(lines, signs),
        "all lines; products of constants are made beforehand": count_lines(
            lines, lambda line: -products_of_constants(line)
        ),
    }


def torque_products() -> dict[str, OperationCount]:
    """Count the sums (12) and (13) with the elements that appendix II has, by two orders of computing them.

    Products of two velocities count once, or each velocity multiplies the sum of its terms.
    """
    inertia = [line.name[1:] for line in lines_of("M") if line.printed != "0"]
    inertia += [name[::-1] for name in inertia if name[0] != name[1]]
    squares = [line.name[1:] for line in lines_of("c")]
    mixed = [line.name[1:] for line in lines_of("b")]
    gravity = [line.name[1:] for line in lines_of("g") if line.printed != "0"]
    terms = len(inertia) + len(squares) + len(mixed) + len(gravity)
    sums = terms - len({name[0] for name in inertia})
    pairs = {name[1:] for name in squares + mixed}
    groups = {name[:2] for name in squares + mixed}
    coefficients = len(inertia) + len(squares) + len(mixed)
    return {
        "each product of velocities made once": OperationCount(coefficients + len(pairs), sums),
        "each velocity times the sum of its terms": OperationCount(coefficients + len(groups), sums),
    }
