"""Call the compiled search for a system with fewer calculations, which the docstring of this folder explains."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ...errors import MissingDependencyError
from ..program.system import Polynomial, System

START = 0.5
"""Default initial temperature of the annealing."""

Stop = Callable[[int, int], bool]
"""Function that is called regularly with the number of rounds and the lowest cost; True ends the search."""

Look = Callable[[dict[int, Polynomial], int], None]
"""Function that is called with the definitions and their cost."""


def simplify_system(
    system: System,
    rounds: int,
    seed: int = 0,
    stop: Stop = lambda done, cost: False,
    outputs: bool = False,
    heat: float = START,
    look: Look | None = None,
) -> System:
    """Search for an equivalent system with fewer calculations, and return the cheapest one found.

    The same arguments give the same result on all machines. `system` is not changed.

    Args:
        system: system to factor.
        rounds: number of random changes to try; with 0, only one pass of greedy steps is made.
        seed: seed of the random choices.
        stop: function that is called regularly with the number of rounds and the lowest cost; True ends the search.
        outputs: whether outputs may be substituted in the definitions that use them.
        heat: initial temperature: one additional calculation is accepted with probability exp(-1 / heat).
        look: function for tests that is called with all definitions and their cost after every step (first pass, and in
            each round: change, greedy steps, acceptance or undo); it slows the search considerably.

    Raises:
        MissingDependencyError: the compiled search is missing or was built from different sources.
    """
    search = _compiled()
    best = system.copy()
    best.prune()
    wanted = list(best.outputs.values())
    best.definitions, names = search.improve(
        best.definitions,
        wanted,
        len(best.names),
        best.atoms,
        best.free,
        best.circles,
        best.numbers,
        random.Random(seed),
        rounds,
        stop,
        outputs,
        heat,
        look,
    )
    while len(best.names) < names:
        best.fresh()
    best.prune()
    return best


@lru_cache(maxsize=1)
def _compiled() -> Any:
    """Import the compiled search.

    Raises:
        MissingDependencyError: the compiled search is missing or was built from different sources.
    """
    sources = sorted((Path(__file__).parent / "compiled").glob("*pp"))
    try:
        found = import_module("._search", __package__)
    except ImportError:
        reason = "is not compiled"
    else:
        if zlib.crc32(b"".join(path.read_bytes() for path in sources)) & 0x7FFFFFFF == found.SOURCES:
            return found
        reason = "was compiled from other sources than those installed"
    raise MissingDependencyError(
        f"deriving an arm needs the generator's search, which {reason}; install a C++17 compiler and Python's headers, "
        "then puma560_dynamics again, or use the model 'newton_euler', which derives nothing"
    )
