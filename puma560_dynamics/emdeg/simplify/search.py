"""The search for fewer calculations: calls the C++ of `compiled/`, which the docstring of this folder explains."""

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
"""Temperature at first, unless another is given."""

Stop = Callable[[int, int], bool]
"""Called now and then with rounds done and the lowest cost; ends the search when true."""

Look = Callable[[dict[int, Polynomial], int], None]
"""Called with the definitions and their cost."""


def simplify_system(
    system: System,
    rounds: int,
    seed: int = 0,
    stop: Stop = lambda done, cost: False,
    outputs: bool = False,
    heat: float = START,
    look: Look | None = None,
) -> System:
    """Return the cheapest form found of `system`, which is left as it is.

    The same arguments give the same form, on every machine.

    Args:
        system: what to factor.
        rounds: how many changes to try; with 0 it is factored once, by greed.
        seed: of the random choices.
        stop: called now and then with rounds done and the lowest cost; ends the search when true.
        outputs: whether an output that other definitions use may be written out there as well.
        heat: temperature at first, in calculations: what costs one more is accepted with odds exp(-1 / heat).
        look: called after every step, to watch or check the search, which takes far longer then: once factored, then
            in every round when the system is changed, when it is factored again, when that is kept or taken back.

    Raises:
        MissingDependencyError: the search was not compiled at installation, or from other sources.
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
    """Return the search as a module.

    Raises:
        MissingDependencyError: it was not compiled at installation, or from other sources.
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
