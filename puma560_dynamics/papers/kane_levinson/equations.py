"""The paper's equations as text that looks like the paper, and as expression trees.

The files in ``equations/`` hold the generalized speeds ((3), (5) to (7)), appendix 1 (Z1 to Z196), appendix 2 (X_rs),
equations (118) to (126) and appendix 4 (W1 to W31), each entry where the paper has it and none twice. What had to be
corrected is in ``equations/errata.yaml``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ...errors import Puma560Error
from ...models.tables.table import evaluate, names_in, parse_table

EQUATIONS = Path(__file__).parent / "equations"
FILES = ("speeds", "z", "x", "dynamics", "w")

ANGLES = ("s2", "c2", "s3", "c3", "s4", "c4", "s5", "c5", "q6")
"""What the equations need of the configuration; q1 is in none."""

TORQUES = ("tau1", "tau2", "tau3", "tau4", "tau5", "sigma")
"""What inverse dynamics returns, (118) to (126), in the paper's order and with its signs."""

ELEMENTS = tuple(f"X{r}{s}" for r in range(1, 7) for s in range(r, 7))
"""X_rs of (88), upper triangle by rows."""

INERTIA = tuple(f"Z{181 + r}" for r in range(1, 7))
"""Z182 to Z187 of (88): what inertia takes when the derivatives of the generalized speeds are zero."""

GRAVITY = (*(f"Z{number}" for number in range(192, 196)), None, "Z196")
"""Z192 to Z196 of (111) to (116); the fifth generalized active force has no part of gravity."""

MOMENTUM = "W31"
"""Vertical component of the angular momentum about A*, (138)."""


@lru_cache
def texts() -> Mapping[str, str]:
    """Every equation by the name of what it defines, in an order in which each can be evaluated."""
    found: dict[str, str] = {}
    for file in FILES:
        for name, entry in parse_table((EQUATIONS / f"{file}.txt").read_text(encoding="utf-8")).items():
            if name in found:
                raise Puma560Error(f"equation {name} stands in two files of {EQUATIONS}; each has one place")
            found[name] = entry.text
    return MappingProxyType(found)


@lru_cache(maxsize=4096)
def tree(text: str) -> ast.expr:
    """An equation's right-hand side as an expression tree; parsed once and shared: copy it before a change.

    Raises:
        Puma560Error: it is no expression.
    """
    try:
        return ast.parse(text.replace("^", "**"), mode="eval").body
    except SyntaxError as error:
        raise Puma560Error(f"equation {text!r} does not parse: {error.msg}; see {EQUATIONS}") from None


@lru_cache(maxsize=4096)
def _names(text: str) -> tuple[str, ...]:
    return tuple(names_in(tree(text)))


def needed(
    wanted: Iterable[str], equations: Mapping[str, str] | None = None, given: Iterable[str] = ()
) -> list[tuple[str, ast.expr]]:
    """Return the equations that determine `wanted`, in an order in which each can be evaluated.

    Args:
        wanted: names of results.
        equations: as `texts`, which is the default; errata are tested with other readings.
        given: names that are known and need no equation (the generalized speeds, for instance).
    """
    equations = texts() if equations is None else equations
    order: dict[str, ast.expr] = {}
    known = set(given)

    def add(name: str) -> None:
        if name in order or name in known or name not in equations:
            return
        text = equations[name]
        for other in _names(text):
            add(other)
        order[name] = tree(text)

    for name in wanted:
        add(name)
    return list(order.items())


def equation_values(
    wanted: Iterable[str], known: Mapping[str, Any], equations: Mapping[str, str] | None = None
) -> list[Any]:
    """Values of `wanted` over any kind of number, from the text itself; `generated` does the same, faster.

    Raises:
        Puma560Error: an equation uses a name that is neither known nor defined.
    """
    wanted = tuple(wanted)
    found = dict(known)
    for name, expression in needed(wanted, equations, known):
        found[name] = evaluate(expression, found)
    return [found[name] for name in wanted]
