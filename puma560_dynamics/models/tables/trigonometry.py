"""The paper's shorthand for trigonometric terms (appendix): S23, C223, CC4, SC5 ….

``S23`` is sin(q2 + q3) and ``S223`` is sin(q2 + q2 + q3); ``CC2`` is cos(q2)·cos(q2) and ``SC23`` is
sin(q2 + q3)·cos(q2 + q3).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ...errors import Puma560Error

_NAME = re.compile(r"^(?P<functions>[SC]{1,2})(?P<angles>[1-6]+)$")


def is_trigonometric(name: str) -> bool:
    """Whether a table symbol is one of the paper's trigonometric shorthands."""
    return _NAME.match(name) is not None


def factors_of(name: str) -> tuple[str, ...]:
    """The sines and cosines that a shorthand multiplies: ``SC23`` -> ``("S23", "C23")``.

    Raises:
        Puma560Error: `name` is no shorthand.
    """
    match = _NAME.match(name)
    if match is None:
        raise Puma560Error(f"{name!r} is not a trigonometric term such as S2, C23 or SC4")
    return tuple(function + match["angles"] for function in match["functions"])


def angle(name: str) -> tuple[int, ...]:
    """Joint numbers whose sum is the angle of a sine or cosine: ``S223`` -> ``(2, 2, 3)``."""
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
