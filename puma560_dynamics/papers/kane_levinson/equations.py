"""Equations of the paper as text in the paper's notation, and as expression trees.

The files in ``equations/`` contain the generalized speeds ((3), (5) to (7)), appendix 1 (Z1 to Z196), appendix 2
(X_rs), equations (118) to (126) and appendix 4 (W1 to W31), each entry once. Corrections are listed in
``equations/errata.yaml``.
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
"""Functions of the configuration that the equations use; no equation contains q1."""

TORQUES = ("tau1", "tau2", "tau3", "tau4", "tau5", "sigma")
"""Results of inverse dynamics by (118) to (126), in the paper's order and with its signs."""

ELEMENTS = tuple(f"X{r}{s}" for r in range(1, 7) for s in range(r, 7))
"""X_rs of (88), upper triangle by rows."""

INERTIA = tuple(f"Z{181 + r}" for r in range(1, 7))
"""Z182 to Z187 of (88): inertia forces if the derivatives of the generalized speeds are zero."""

GRAVITY = (*(f"Z{number}" for number in range(192, 196)), None, "Z196")
"""Z192 to Z196 of (111) to (116); gravity does not contribute to the fifth generalized active force."""

MOMENTUM = "W31"
"""Vertical component of the angular momentum about A*, (138)."""


@lru_cache
def texts() -> Mapping[str, str]:
    """Return the text of every equation by the name that it defines, in the order of evaluation."""
    found: dict[str, str] = {}
    for file in FILES:
        for name, entry in parse_table((EQUATIONS / f"{file}.txt").read_text(encoding="utf-8")).items():
            if name in found:
                raise Puma560Error(f"equation {name} is in two files of {EQUATIONS}; remove one of them")
            found[name] = entry.text
    return MappingProxyType(found)


@lru_cache(maxsize=4096)
def tree(text: str) -> ast.expr:
    """Return the right-hand side of an equation as an expression tree, which is cached: copy it before a change.

    Raises:
        Puma560Error: the text is not an expression.
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
    """Return the equations that determine `wanted`, in the order of evaluation.

    Args:
        wanted: names of results.
        equations: text of each equation by name; `texts` by default.
        given: names that are known and need no equation (for example the generalized speeds).
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
    """Evaluate `wanted` from the text of the equations, for any kind of number; `generated` does the same faster.

    Raises:
        Puma560Error: an equation uses a name that is neither known nor defined.
    """
    wanted = tuple(wanted)
    found = dict(known)
    for name, expression in needed(wanted, equations, known):
        found[name] = evaluate(expression, found)
    return [found[name] for name in wanted]
