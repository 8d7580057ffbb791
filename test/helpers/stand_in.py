"""Stand-ins of tests for classes of the package: a stand-in that differs from the class is refused at import."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def stands_in_for(original: type, *names: str) -> Callable[[type[T]], type[T]]:
    """Require that a stand-in has methods of the class in whose place a test puts it; a decorator.

    A parameter that has a default in `original` may be missing in the stand-in, which then takes no calls with it;
    ``*rest`` stands for all that follow by position.

    Args:
        original: the class.
        names: its methods and properties that the test needs; the constructor and all public ones by default.

    Returns:
        The decorator, which returns the stand-in unchanged.

    Raises:
        TypeError: `original` or the stand-in lacks one of them, or their parameters differ.
    """
    needed = names or ("__init__", *(name for name in dir(original) if not name.startswith("_")))

    def check(stand_in: type[T]) -> type[T]:
        for name in needed:
            for owner in (original, stand_in):
                if not hasattr(owner, name):
                    raise TypeError(
                        f"{stand_in.__name__} stands in for {original.__name__}: {owner.__name__} has no {name}"
                    )
            theirs = getattr(original, name)
            if inspect.isroutine(theirs):
                _compare(f"{stand_in.__name__}.{name}", _parameters(theirs), _parameters(getattr(stand_in, name)))
        return stand_in

    return check


def _parameters(function: Callable[..., object]) -> list[inspect.Parameter]:
    return [each for each in inspect.signature(function).parameters.values() if each.name != "self"]


def _compare(name: str, theirs: list[inspect.Parameter], ours: list[inspect.Parameter]) -> None:
    known = {each.name: each.kind for each in theirs}
    named = [each.name for each in ours if each.kind in NAMED]
    rest = any(each.kind is each.VAR_POSITIONAL for each in ours)  # takes whatever follows by position
    needed = [each.name for each in theirs if each.default is each.empty and not (rest and each.kind is NAMED[0])]
    order = [one for one in named if known.get(one) is NAMED[0]]
    if (
        any(known.get(each.name) is not each.kind for each in ours if each.name in named)
        or not set(needed) <= set(named)
        or order != list(known)[: len(order)]
    ):
        raise TypeError(
            f"{name}: expected the parameters {', '.join(known)}, got {', '.join(each.name for each in ours)}"
        )
