"""Causes of a difference between model and arm; `cause_types` finds them.

In: sums over the samples of a recording. Out: each cause fitted separately, with its values in a sentence.

A cause defines its columns (the torque that it would add to the residual per unit of each value), its possible values,
its sentence, headline and advice, and an artificial example. To add a cause, write a module in this folder with a class
derived from `Cause`: sums, ranking, verdict, pages and tests use `cause_types`. A module may contain two closely
related causes.
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
