"""Derives the programs of a chain, one for each task.

For each program several *forms* are tried (which gauge of the matter, which links explicitly, which
dyads named), each factored for a while; the cheapest is factored on. The same chain, effort and seed
give the same programs.
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
from .program.program import Program
from .program.system import System, read_definitions
from .program.variables import Variables
from .simplify.search import simplify_system
from .tasks import model_names, task_of
from .tasks.starting_form import StartingForm, changed

HOPELESS_RATIO = 2.0
"""A route whose best form costs so many times the best of all after a few rounds is not pursued."""

LAGGING_RATIO = 1.1
"""A route that after a fifth of its rounds costs so many times what another one ended with is given up."""

SearchProgress = Callable[[str, float, int], None]
"""Called with the program, the fraction that is done and the calculations so far."""


class FactoredSystem(NamedTuple):
    """A program's system after the search, and the form that it was made from."""

    form: StartingForm
    system: System
    variables: Variables


@dataclass(frozen=True)
class Derived:
    """The programs of a chain, and the form that each was made from."""

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
        chain: the arm.
        programs: some of `TASK_NAMES`; by default those of a model (`model_names`).
        effort: for all or for each of them.
        seed: of the search.
        progress: called with the share done.

    Returns:
        The programs by name, and the form that each was made from.

    Raises:
        ChainError: `chain` is not a `Chain`.
        DerivationError: there is no such program.
    """
    if not isinstance(chain, Chain):
        given = "a Reading; give its `chain`" if hasattr(chain, "chain") else f"{chain!r:.80}; `load_urdf` reads one"
        raise ChainError(f"derive: expected a Chain, got {given}")
    made, forms = {}, {}
    for name in programs or model_names():
        asked = effort if isinstance(effort, SearchEffort) else effort[name]
        forms[name], system, variables = cheapest_system(chain, name, asked, seed, progress)
        made[name] = program_of(chain, name, system, variables)
        progress(name, 1.0, made[name].count.total)
    return Derived(chain, made, forms)


def cheapest_system(
    chain: Chain, name: str, effort: SearchEffort, seed: int, progress: SearchProgress = lambda name, share, cost: None
) -> FactoredSystem:
    """Return the cheapest factored system found of one program."""
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
    """Search one program and return the factored systems at the end of each route.

    Args:
        chain: the arm.
        name: one of `TASK_NAMES`.
        effort: of the search.
        seed: of the search.
        progress: called with the share done.
        every: the best form of every depth to its end, not of every route: what costs most may still take least time.
    """
    own, heat = task_of(name), task_of(name).search.heat
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

        # Sketches differ by little from form to form: each search begins with the next of the cheapest.
        cheapest = sorted((each for each in tried if kind(each) == kind(form)), key=sketched)[: effort.seeds]
        costs: list[int] = []
        for run in range(times[form]):
            # The sketch is factored further: to begin again takes long for a large system.
            start_form = cheapest[run % len(cheapest)]
            system, variables = begun(start_form)
            begin = sketch(start_form) if run < len(cheapest) else system
            system = simplify_system(begin, rounds, seed + run, report, heat=heat)
            found.append(FactoredSystem(start_form, system, variables))
            costs.append(found[-1].system.cost)
            if costs.count(min(costs)) > 1 or min(costs) > most:
                break  # where two different searches ended at the same cost, a third hardly finds less
    # Where g5 = -p - r and t = g5 + r, t is -p with the output g5 written out, an addition less. From the beginning
    # such changes help some programs and harm others; from the end they can only help.
    least = min(found, key=lambda each: each.system.cost)
    rounds = own.search.last(effort, least.system.cost)
    last = simplify_system(least.system, rounds, seed, outputs=True, heat=heat)
    return [*found, least._replace(system=last)] if last.cost < least.system.cost else found


def system_from_text(text: str, chain: Chain, name: str) -> tuple[System, Variables]:
    """Return a program's factored system as `system_as_text` wrote it, and the variables of the chain's programs.

    Args:
        text: the system.
        chain: the arm.
        name: one of `TASK_NAMES`.

    Raises:
        DerivationError: a name that is neither a variable of the chain nor defined before.
        ValueError: a coefficient that is not a number.
    """
    own = task_of(name)
    variables = own.variables(chain)
    return read_definitions(text, variables.system(), set(own.layout(chain.n).places)), variables


def program_of(chain: Chain, name: str, system: System, variables: Variables) -> Program:
    """Return a factored system as a program."""
    own = task_of(name)
    places, shape = own.layout(chain.n)
    empty = Program(name, chain.n, own.inputs, (), (), (), shape, own.description, own.result)
    wanted = {label: places[label] for label in system.outputs}
    return lowered(system, empty, wanted, variables.trigonometry())


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
    """Yield ever cheaper systems of a program, as they are found.

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
