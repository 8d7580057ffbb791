"""A longer search for one program: half of the time for other forms, then the best forms factored at length.

The result depends on how fast the machine is; what it finds is exact all the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from .chain.chain import Chain
from .derivation import FactoredSystem, SearchProgress
from .simplify.search import simplify_system
from .tasks import task_of
from .tasks.starting_form import StartingForm, changed

SKETCH = 800
ROUNDS = 12_000
"""Rounds of factoring for a form that is tried, and for one that is good."""

PROMISING = 4
"""Forms that are factored at length, in turn."""


def long_search(
    chain: Chain,
    name: str,
    seed: int,
    spent: Callable[[], float],
    progress: SearchProgress = lambda name, share, cost: None,
) -> Iterator[FactoredSystem]:
    """Ever cheaper systems of a program, as they are found.

    Args:
        chain: the arm.
        name: one of `TASK_NAMES`.
        seed: of the search.
        spent: share of the time that is over; the search ends at 1.
        progress: called with the share done.
    """
    rng = random.Random(seed)
    usual = task_of(name).forms(chain)
    tried: dict[StartingForm, int] = {}
    lowest, run = None, 0

    def stop(done: int, cost: int) -> bool:
        progress(name, min(spent(), 1.0), cost if lowest is None else min(lowest, cost))
        return spent() >= 1

    while spent() < 1:
        sketch = bool(usual) or spent() < 0.5
        if sketch:
            form = usual.pop(0) if usual else changed(min(tried, key=lambda form: tried[form]), chain, rng)
            if form in tried:
                continue
        else:
            promising = sorted(tried, key=lambda form: tried[form])[:PROMISING]
            form = promising[run % len(promising)]
            run += 1
        system, variables = task_of(name).system(chain, form)
        outputs = not sketch and (run - 1) // PROMISING % 2 == 1  # such changes help some programs and harm others
        system = simplify_system(
            system, SKETCH if sketch else ROUNDS, seed if sketch else 1000 * seed + run, stop, outputs
        )
        if sketch:
            tried[form] = system.cost
        if lowest is None or system.cost < lowest:
            lowest = system.cost
            yield FactoredSystem(form, system, variables)
