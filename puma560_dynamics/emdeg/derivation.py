"""From a chain to its programs: torque, gravity, kinetic energy matrix, and all elements.

For each program several *forms* are tried (which gauge of the matter, which links explicitly, which
dyads named), each factored for a while; the cheapest is factored on. The same chain, effort and seed
give the same programs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

from ..errors import ChainError
from .algebra.ring import collection_paused
from .chain.chain import Chain
from .chain.gauge import PLAIN
from .effort import DEFAULT_EFFORT, OWN, SearchEffort
from .equations.inverse_dynamics import prepared
from .program import system_text
from .program.lowering import lowered
from .program.program import Program
from .program.system import System
from .program.variables import Variables
from .simplify.search import simplify_system
from .starting_forms import StartingForm, neighbours, start, usual_forms

PROGRAM_NAMES = ("torque", "gravity", "kinetic_energy_matrix", "all_elements")
"""What `derive` makes."""

HOPELESS = 2.0
"""A route whose best form costs so many times the best of all after a few rounds is not pursued."""

LAGGING = 1.1
"""A route that after a fifth of its rounds costs so many times what another one ended with is given up."""

SearchProgress = Callable[[str, float, int], None]
"""Called with the program, the share done and the calculations so far."""


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
    programs: tuple[str, ...] = PROGRAM_NAMES,
    effort: SearchEffort | Mapping[str, SearchEffort] = DEFAULT_EFFORT,
    seed: int = 0,
    progress: SearchProgress = lambda name, share, cost: None,
) -> Derived:
    """Derive, factor and order the programs of a chain.

    Args:
        chain: the arm.
        programs: which of `PROGRAM_NAMES`.
        effort: for all or for each of them.
        seed: of the search.
        progress: called with the share done.

    Returns:
        The programs by name, and the form that each was made from.

    Raises:
        ChainError: `chain` is not a `Chain`.
    """
    if not isinstance(chain, Chain):
        given = "a Reading; give its `chain`" if hasattr(chain, "chain") else f"{chain!r:.80}; `load_urdf` reads one"
        raise ChainError(f"derive: expected a Chain, got {given}")
    made, forms = {}, {}
    for name in programs:
        asked = effort if isinstance(effort, SearchEffort) else effort[name]
        forms[name], system, variables = cheapest_system(chain, name, asked, seed, progress)
        made[name] = program_of(chain, name, system, variables)
        progress(name, 1.0, made[name].count.total)
    return Derived(chain, made, forms)


def cheapest_system(
    chain: Chain, name: str, effort: SearchEffort, seed: int, progress: SearchProgress = lambda name, share, cost: None
) -> FactoredSystem:
    """The cheapest form found of one program, and its factored system."""
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
    """Where the search of one program ends: factored systems, those of each route at least.

    Args:
        chain: the arm.
        name: one of `PROGRAM_NAMES`.
        effort: of the search.
        seed: of the search.
        progress: called with the share done.
        every: the best form of every depth to its end, not of every route: what costs most may still take least time.
    """
    own = OWN[name]
    tried: list[StartingForm] = []

    @cache
    def begun(form: StartingForm) -> tuple[System, Variables]:
        return start(chain, name, form)

    @cache
    def sketch(form: StartingForm) -> System:
        tried.append(form)
        return simplify_system(begun(form)[0], effort.sketch, seed, heat=own.heat)

    def sketched(form: StartingForm) -> int:
        return sketch(form).cost

    def kind(form: StartingForm) -> int:
        # A few rounds rank the forms of one route; routes compete to the end.
        if name == "gravity" and not every:
            return int(bool(form.unturned))  # turned and unturned links are two routes, all depths are one
        return form.depth if every else min(form.depth, 1 if name == "torque" else 0)

    usual = usual_forms(chain, name)
    for turn, form in enumerate(usual):
        progress(name, 0.4 * turn / len(usual), sketched(form))
    finalists = [
        min((form for form in usual if kind(form) == route), key=sketched) for route in dict.fromkeys(map(kind, usual))
    ]
    limit = HOPELESS * min(map(sketched, finalists))
    finalists = [form for form in finalists if sketched(form) <= limit]
    for place, best in enumerate(finalists):
        for turn in range(effort.forms):
            others = neighbours(best, chain, name)
            if not others:
                break
            best = min(best, others[turn % len(others)], key=sketched)
            progress(name, 0.4 + 0.3 * (place + turn / effort.forms) / len(finalists), sketched(best))
        finalists[place] = best
    shared = len(finalists) if name == "gravity" else 1
    finalists.sort(key=sketched)
    times = {form: max(1, effort.seeds_for(sketched(form)) // shared) for form in finalists}
    found: list[FactoredSystem] = []
    for form in finalists:
        most = LAGGING * min(each.system.cost for each in found) if found and not every else float("inf")
        rounds = own.first(effort, sketched(form), len(finalists))

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
            system = simplify_system(begin, rounds, seed + run, report, heat=own.heat)
            found.append(FactoredSystem(start_form, system, variables))
            costs.append(found[-1].system.cost)
            if costs.count(min(costs)) > 1 or min(costs) > most:
                break  # where two different searches ended at the same cost, a third hardly finds less
    # Where g5 = -p - r and t = g5 + r, t is -p with the output g5 written out, an addition less. From the beginning
    # such changes help some programs and harm others; from the end they can only help.
    least = min(found, key=lambda each: each.system.cost)
    rounds = own.last(effort, least.system.cost)
    last = simplify_system(least.system, rounds, seed, outputs=True, heat=own.heat)
    return [*found, least._replace(system=last)] if last.cost < least.system.cost else found


def plain_variables(chain: Chain) -> Variables:
    """The variables of a chain's programs; they are the same for every form."""
    return prepared(chain, (PLAIN,) * chain.n)[2]


def system_from_text(text: str, chain: Chain, name: str) -> tuple[System, Variables]:
    """A program's factored system as `system_as_text` wrote it, and the variables of the chain's programs.

    Args:
        text: the system.
        chain: the arm.
        name: one of `PROGRAM_NAMES`.

    Raises:
        DerivationError: a name that is neither a variable of the chain nor defined before.
        ValueError: a coefficient that is not a number.
    """
    variables = plain_variables(chain)
    return system_text.read(text, variables.system(), set(layout(chain.n, name)[0])), variables


def program_of(chain: Chain, name: str, system: System, variables: Variables) -> Program:
    """A factored system as a program."""
    places, shape = layout(chain.n, name)
    inputs = ("q", "qd", "qdd") if name == "torque" else ("q",)
    wanted = {label: places[label] for label in system.outputs}
    return lowered(system, name, chain.n, inputs, shape, wanted, variables.trigonometry())


def layout(n: int, name: str) -> tuple[dict[str, tuple[int, ...]], tuple[int, ...]]:
    """Where each output goes in the flat result, and the result's shape."""
    joints = range(n)
    if name in ("torque", "gravity"):
        letter = "tau" if name == "torque" else "g"
        return {f"{letter}_{i + 1}": (i,) for i in joints}, (n,)
    pairs = list(combinations(joints, 2))
    places: dict[str, tuple[int, ...]] = {
        f"a_{i + 1}{j + 1}": (i * n + j,) if i == j else (i * n + j, j * n + i) for i in joints for j in range(i, n)
    }
    if name == "kinetic_energy_matrix":
        return places, (n, n)
    b, c = n * n, n * n + n * len(pairs)
    places |= {f"b_{i + 1}{j + 1}{k + 1}": (b + i * len(pairs) + p,) for i in joints for p, (j, k) in enumerate(pairs)}
    places |= {f"c_{i + 1}{j + 1}": (c + i * n + j,) for i in joints for j in joints}
    places |= {f"g_{i + 1}": (c + n * n + i,) for i in joints}
    return places, (c + n * n + n,)
