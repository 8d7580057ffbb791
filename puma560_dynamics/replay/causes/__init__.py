"""Causes of a difference between model and arm; `cause_types` finds them.

In: sums over the samples of a recording. Out: each cause fitted alone, with its numbers in a sentence.

A cause defines its columns (what it would add to the residual), its possible values, its sentence, headline and advice,
and an artificial example that shows it. A new cause needs only a module in this folder with a class derived from
`Cause`: sums, ranking, verdict, pages and tests ask `cause_types`. A module may hold two closely related causes.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from inspect import isabstract
from pkgutil import iter_modules

from .cause import Cause

__all__ = ["cause_type", "cause_types"]


@lru_cache(maxsize=1)
def cause_types() -> tuple[type[Cause], ...]:
    """Return the classes of all causes, in the order of their modules' names."""
    found = []
    for each in iter_modules(__path__):
        module = import_module(f".{each.name}", __package__)
        for value in vars(module).values():
            own = isinstance(value, type) and issubclass(value, Cause) and value.__module__ == module.__name__
            if own and not isabstract(value):
                found.append(value)
    return tuple(found)


def cause_type(kind: str) -> type[Cause]:
    """Return the class of the cause with this `Cause.kind`."""
    return next(one for one in cause_types() if one.kind == kind)
