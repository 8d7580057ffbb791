"""The search in C++, where it was compiled at installation."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from ..program.system import System

_search: Any = None  # no compiler at installation
with suppress(ImportError):
    _search = import_module("._search", __package__)


def _searched(
    work: System, rounds: int, rng: random.Random, stop: Callable[[int, int], bool], outputs: bool, heat: float
) -> System:
    """What `search.searched` finds, with the same draws of `rng`."""
    wanted = [*work.outputs.values()]
    definitions, names = _search.improve(
        work.definitions,
        wanted,
        len(work.names),
        work.atoms,
        work.free,
        work.circles,
        work.numbers,
        rng,
        rounds,
        stop,
        outputs,
        heat,
    )
    best = work.copy()
    best.definitions = definitions
    while len(best.names) < names:
        best.fresh()
    return best


compiled = None if _search is None else _searched
"""The search, None where it was not compiled."""
