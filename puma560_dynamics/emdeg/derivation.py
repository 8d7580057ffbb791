"""Derive the programs of a chain, one for each task.

For each program, several starting forms (`StartingForm`: gauge, explicit links, named dyads) are factored briefly into
a *sketch*. Forms of one kind (e.g. the number of explicit links) are a *route*; the cheapest form of each promising
route is factored longer. Cost is the number of calculations. The same chain, effort and seed give the same programs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from ..errors import ChainError
from .algebra.ring import collection_paused
from .chain.chain import Chain
from .effort import DEFAULT_EFFORT, SearchEffort
from .program.lowering import lowered
from .program.program import Program, linear
from .program.system import System, read_definitions
from .program.variables import Variables
from .simplify.search import simplify_system
from .tasks import checked_names, model_names, task_of
from .tasks.starting_form import StartingForm, changed

HOPELESS_RATIO = 2.0
"""Largest ratio of the cost of a route's best sketch to the best sketch of all for which the route is pursued."""

LAGGING_RATIO = 1.1
"""Largest ratio of a route's cost after 1/5 of its rounds to the best final cost so far; else the route is stopped."""

SearchProgress = Callable[[str, float, int], None]
"""Function that is called with the program's name, the completed fraction and the cost so far."""


class FactoredSystem(NamedTuple):
    """System of a program after the search, with its starting form and variables."""

    form: StartingForm
    system: System
    variables: Variables


@dataclass(frozen=True)
class Derived:
    """Programs of a chain and the starting form of each, by name."""

    chain: Chain
    programs: Mapping[str, Program]
    forms: Mapping[str, StartingForm]


def derive(
    chain: Chain,
    programs: tuple[str, ...] = (),
    effort: SearchEffort | Mapping[str, SearchEffort] = DEFAULT_EFFORT,
    seed: int = 0,
    progress: SearchProgress = lambda name, share, cost: None,
) -> Derived:
    """Derive, factor and order the programs of a chain.

    Args:
        chain: chain of the arm.
        programs: names of the programs (`task_of`); by default the programs of a model (`model_names`).
        effort: effort of the search, for all programs or by name.
        seed: seed of the search.
        progress: function that is called with name, completed fraction and cost.

    Returns:
        The programs and their starting forms, by name.

    Raises:
        ChainError: `chain` is not a `Chain`.
        DerivationError: a function is not known, or the chain does not have it.
    """
    if not isinstance(chain, Chain):
        given = "a Reading; give its `chain`" if hasattr(chain, "chain") else f"{chain!r:.80}; `load_urdf` reads one"
        raise ChainError(f"derive: expected a Chain, got {given}")
    made, forms = {}, {}
    checked_names(programs or model_names(), chain)
    for name in programs or model_names():
        asked = effort if isinstance(effort, SearchEffort) else effort[name]
        forms[name], system, variables = cheapest_system(chain, name, asked, seed, progress)
        made[name] = program_of(chain, name, system, variables)
        progress(name, 1.0, made[name].count.total)
    return Derived(chain, made, forms)


def cheapest_system(
    chain: Chain, name: str, effort: SearchEffort, seed: int, progress: SearchProgress = lambda name, share, cost: None
) -> FactoredSystem:
    """Return the factored system of a program with the lowest cost found."""
    return min(factored_systems(chain, name, effort, seed, progress), key=lambda each: each.system.cost)


@collection_paused()
def factored_systems(
    chain: Chain,
    name: str,
    effort: SearchEffort,
    seed: int,
    progress: SearchProgress = lambda name, share, cost: None,
    every: bool = False,
) -> list[FactoredSystem]:
    """Search for cheap systems of a program; return the result of every search of every route.

    Args:
        chain: chain of the arm.
        name: one of `TASK_NAMES`.
        effort: effort of the search.
        seed: seed of the search.
        progress: function that is called with name, completed fraction and cost.
        every: whether to search every depth (`StartingForm.depth`) to its end instead of every route, because a
            program of higher cost may still be faster.
    """
    own, heat, effort = task_of(name), task_of(name).search.heat, effort.for_arms(chain.arms)
    tried: list[StartingForm] = []

    @cache
    def begun(form: StartingForm) -> tuple[System, Variables]:
        return own.system(chain, form)

    @cache
    def sketch(form: StartingForm) -> System:
        tried.append(form)
        return simplify_system(begun(form)[0], effort.sketch, seed, heat=heat)

    def sketched(form: StartingForm) -> int:
        return sketch(form).cost

    def kind(form: StartingForm) -> int:
        return form.depth if every else own.route(form)

    usual = own.forms(chain)
    for turn, form in enumerate(usual):
        progress(name, 0.4 * turn / len(usual), sketched(form))
    finalists = [
        min((form for form in usual if kind(form) == route), key=sketched) for route in dict.fromkeys(map(kind, usual))
    ]
    limit = HOPELESS_RATIO * min(map(sketched, finalists))
    finalists = [form for form in finalists if sketched(form) <= limit]
    for place, best in enumerate(finalists):
        for turn in range(effort.forms):
            others = own.neighbours(best, chain)
            if not others:
                break
            best = min(best, others[turn % len(others)], key=sketched)
            progress(name, 0.4 + 0.3 * (place + turn / effort.forms) / len(finalists), sketched(best))
        finalists[place] = best
    shared = len(finalists) if own.shares_rounds else 1
    finalists.sort(key=sketched)
    times = {form: max(1, effort.seeds_for(sketched(form)) // shared) for form in finalists}
    found: list[FactoredSystem] = []
    for form in finalists:
        most = LAGGING_RATIO * min(each.system.cost for each in found) if found and not every else float("inf")
        rounds = own.search.first(effort, sketched(form), len(finalists))

        def report(done: int, cost: int, most: float = most, rounds: int = rounds) -> bool:
            progress(name, 0.7 + 0.3 * (len(found) + done / rounds) / sum(times.values()), cost)
            return 5 * done >= rounds and cost > most

        # The costs of the best sketches hardly differ, so each search begins with a different one of them.
        ordered = sorted((each for each in tried if kind(each) == kind(form)), key=sketched)
        cheapest = own.starts(ordered, sketched)[: effort.seeds]
        costs: list[int] = []
        for run in range(times[form]):
            # Continue from the sketch, because factoring a large system from its beginning takes long.
            start_form = cheapest[run % len(cheapest)]
            system, variables = begun(start_form)
            begin = sketch(start_form) if run < len(cheapest) else system
            system = simplify_system(begin, rounds, seed + run, report, heat=heat)
            found.append(FactoredSystem(start_form, system, variables))
            costs.append(found[-1].system.cost)
            if costs.count(min(costs)) > 1 or min(costs) > most:
                break  # if two searches end at the same cost, a third rarely finds less
    # If g5 = -p - r and t = g5 + r, substituting the output g5 gives t = -p, which saves an addition. At the beginning
    # of a search, such substitutions help some programs and harm others; at the end they can only help.
    least = min(found, key=lambda each: each.system.cost)
    rounds = own.search.last(effort, least.system.cost)
    last = simplify_system(least.system, rounds, seed, outputs=True, heat=heat)
    return [*found, least._replace(system=last)] if last.cost < least.system.cost else found


def system_from_text(text: str, chain: Chain, name: str) -> tuple[System, Variables]:
    """Read a program's factored system from the text of `system_as_text`; return it with its variables.

    Args:
        text: text of the system.
        chain: chain of the arm.
        name: name of the program, one of `TASK_NAMES`.

    Raises:
        DerivationError: a name is neither a variable of the chain nor defined earlier in the text.
        ValueError: a coefficient is not a number.
    """
    own = task_of(name)
    variables = own.variables(chain)
    return read_definitions(text, variables.system(), set(own.layout(chain).places)), variables


def program_of(chain: Chain, name: str, system: System, variables: Variables) -> Program:
    """Convert a factored system to a program."""
    own = task_of(name)
    places, shape = own.layout(chain)
    sums = tuple((parameter, linear(factors)) for parameter, factors in own.sums(chain).items())
    empty = Program(
        own.name, chain.n, own.inputs, (), (), (), shape, own.description, own.result, sums, own.own_sizes(chain)
    )
    wanted = {label: places[label] for label in system.outputs}
    return own.completed(lowered(system, empty, wanted, variables.trigonometry()), chain)


SKETCH = 800
"""Rounds of factoring for a sketch in `long_search`."""

ROUNDS = 12_000
"""Rounds of factoring for a promising form in `long_search`."""

PROMISING = 4
"""Number of promising forms that `long_search` factors in turn."""


def long_search(
    chain: Chain,
    name: str,
    seed: int,
    spent: Callable[[], float],
    progress: SearchProgress = lambda name, share, cost: None,
) -> Iterator[FactoredSystem]:
    """Yield systems of a program with decreasing cost, as they are found.

    Args:
        chain: chain of the arm.
        name: one of `TASK_NAMES`.
        seed: seed of the search.
        spent: function that returns the elapsed fraction of the search time; the search ends at 1.
        progress: function that is called with name, completed fraction and cost.
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
        outputs = not sketch and (run - 1) // PROMISING % 2 == 1  # substituting outputs helps some programs only
        system = simplify_system(
            system, SKETCH if sketch else ROUNDS, seed if sketch else 1000 * seed + run, stop, outputs
        )
        if sketch:
            tried[form] = system.cost
        if lowest is None or system.cost < lowest:
            lowest = system.cost
            yield FactoredSystem(form, system, variables)
