"""From a chain to its programs: torque, gravity, kinetic energy matrix, and all elements.

For each program several *forms* are tried (which gauge of the matter, which links explicitly, which
dyads named), each factored for a while; the cheapest is factored on. The same chain, effort and seed
give the same programs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from .chain.chain import Chain
from .chain.gauge import LEVEL, PLAIN, SECOND, Gauge
from .chain.inertia import step
from .equations.composite_bodies import CompositeBodies
from .equations.elements import ElementDerivation, energy_elements, share_multiples, steady
from .equations.inverse_dynamics import gravity_system, prepared, torque_system
from .equations.recursive_elements import RecursiveElements
from .program.lowering import lowered
from .program.program import Program
from .program.system import System
from .program.variables import Variables
from .simplify.search import improve

PROGRAMS = ("torque", "gravity", "kinetic_energy_matrix", "all_elements")
"""What `derive` makes."""

RECURSIVE = -1
COMPOSITE = -2

ORDINARY = 300
"""Calculations of inverse dynamics of an arm like the PUMA, after a few rounds."""

HOPELESS = 2.0
"""A route whose best form costs so many times the best of all after a few rounds is not pursued."""

LONG = 300
"""Terms of the expanded kinetic energy matrix beyond which elements are derived explicitly in one form alone."""

LONGEST = 600
"""Terms of the expanded kinetic energy matrix beyond which elements are derived by recursion."""

Progress = Callable[[str, float, int], None]
"""Called with the program, the share done and the calculations so far."""


@dataclass(frozen=True)
class StartingForm:
    """Where the factoring of a program starts from.

    Attributes:
        gauge: one a joint.
        depth: links explicit (torque, gravity), or last bodies whose dyads are named (elements), or
            `RECURSIVE` for elements by recursion, or `COMPOSITE` for A by composite rigid bodies.
    """

    gauge: tuple[Gauge, ...]
    depth: int

    @property
    def route(self) -> int:
        """Forms of one route differ in details, and a few rounds of factoring rank them; routes compete to the end."""
        return min(self.depth, 0)


@dataclass(frozen=True)
class SearchEffort:
    """How long to search, in steps, so that the result does not depend on the machine.

    Attributes:
        forms: forms to try in addition to the usual ones, each with another gauge of one joint (`neighbours`).
        sketch: rounds of factoring for each form.
        rounds: rounds of factoring for the best form of each route, while it costs at most `ORDINARY`; a larger one
            gets fewer, so that the time does not grow with its square.
        seeds: how many times the best form is factored.
    """

    forms: int = 24
    sketch: int = 10
    rounds: int = 1000
    seeds: int = 1

    def rounds_for(self, cost: int) -> int:
        """Rounds for a form of that many calculations."""
        return max(1, round(self.rounds * min(1.0, ORDINARY / max(cost, 1))))


USUAL = SearchEffort()
"""Some seconds for an arm like the PUMA."""


@dataclass(frozen=True)
class Derived:
    """The programs of a chain, and the form that each was made from."""

    chain: Chain
    programs: Mapping[str, Program]
    forms: Mapping[str, StartingForm]


def derive(
    chain: Chain,
    programs: tuple[str, ...] = PROGRAMS,
    effort: SearchEffort | Mapping[str, SearchEffort] = USUAL,
    seed: int = 0,
    progress: Progress = lambda name, share, cost: None,
) -> Derived:
    """Derive, factor and order the programs of a chain.

    Args:
        chain: the arm.
        programs: which of `PROGRAMS`.
        effort: for all or for each of them.
        seed: of the search.
        progress: called with the share done.

    Returns:
        The programs by name, and the form that each was made from.
    """
    made, forms = {}, {}
    for name in programs:
        own = effort if isinstance(effort, SearchEffort) else effort[name]
        forms[name], system, variables = find(chain, name, own, seed, progress)
        made[name] = program_of(chain, name, system, variables)
        progress(name, 1.0, made[name].count.total)
    return Derived(chain, made, forms)


def find(
    chain: Chain, name: str, effort: SearchEffort, seed: int, progress: Progress = lambda name, share, cost: None
) -> tuple[StartingForm, System, Variables]:
    """The cheapest form found of one program, and its factored system."""
    tried: dict[StartingForm, tuple[System, Variables]] = {}

    def sketch(form: StartingForm) -> tuple[System, Variables]:
        if form not in tried:
            system, variables = start(chain, name, form)
            tried[form] = improve(system, effort.sketch, seed), variables
        return tried[form]

    def sketched(form: StartingForm) -> int:
        return sketch(form)[0].cost

    usual = usual_forms(chain, name)
    for turn, form in enumerate(usual):
        progress(name, 0.4 * turn / len(usual), sketched(form))
    finalists = [
        min((form for form in usual if form.route == route), key=sketched)
        for route in dict.fromkeys(form.route for form in usual)
    ]
    least = min(map(sketched, finalists))
    finalists = [form for form in finalists if sketched(form) <= HOPELESS * least]
    for place, best in enumerate(finalists):
        for turn in range(effort.forms):
            others = neighbours(best, chain, name)
            if not others:
                break
            best = min(best, others[turn % len(others)], key=sketched)
            progress(name, 0.4 + 0.3 * (place + turn / effort.forms) / len(finalists), sketched(best))
        finalists[place] = best
    runs = [(form, seed + run) for form in finalists for run in range(effort.seeds)]
    found: list[tuple[StartingForm, System, Variables]] = []
    for place, (form, own) in enumerate(runs):
        system, variables = sketch(form)  # factored further, not anew: to begin anew takes long for a large system
        rounds = effort.rounds_for(system.cost)

        def told(done: int, cost: int, place: int = place, rounds: int = rounds) -> bool:
            progress(name, 0.7 + 0.3 * (place + done / rounds) / len(runs), cost)
            return False

        found.append((form, improve(system, rounds, own, told), variables))
    return min(found, key=lambda each: each[1].cost)


def start(chain: Chain, name: str, form: StartingForm) -> tuple[System, Variables]:
    """The system of a program in one form, not yet factored."""
    if name == "torque":
        return torque_system(chain, form.gauge, form.depth)
    if name == "gravity":
        return gravity_system(chain, form.gauge, form.depth)
    elements: ElementDerivation | RecursiveElements | CompositeBodies
    if form.depth == COMPOSITE:
        elements = CompositeBodies(chain, form.gauge)
    elif form.depth == RECURSIVE:
        elements = RecursiveElements(chain, form.gauge)
    else:
        elements = ElementDerivation(chain, form.gauge, form.depth)
    wanted = elements.kinetic_energy()
    if name == "all_elements" and not isinstance(elements, CompositeBodies):
        wanted |= elements.coriolis() | elements.centrifugal() | elements.gravity()
    for label, polynomial in wanted.items():
        if polynomial:
            elements.system.output(label, polynomial)
    if isinstance(elements, ElementDerivation):
        share_multiples(elements.system, elements.variables)
    elements.system.prune()
    return elements.system, elements.variables


def plain_variables(chain: Chain) -> Variables:
    """The variables of a chain's programs; they are the same for every form."""
    return prepared(chain, (PLAIN,) * chain.n)[2]


def usual_forms(chain: Chain, name: str) -> list[StartingForm]:
    """Forms that are good for most arms."""
    plain = (PLAIN,) * chain.n
    wrist = list(plain)
    if chain.n >= 2:  # a last body that only spins, and one before it with two equal moments of inertia
        wrist[-1], wrist[-2] = Gauge("-xx"), Gauge("xx")
    if name in ("torque", "gravity"):
        depths = range(min(3, chain.n + 1))
        gauges = (plain, tuple(wrist)) if name == "torque" else (plain,)
    else:
        composite = (
            [StartingForm(gauge, COMPOSITE) for gauge in (plain, tuple(wrist))] if name != "all_elements" else []
        )
        if longer_than(chain, LONGEST):
            return composite or [StartingForm(plain, RECURSIVE)]
        depths = range(1 if longer_than(chain, LONG) else min(3, chain.n + 1))
        return composite + [StartingForm(tuple(wrist), depth) for depth in depths]
    return [StartingForm(gauge, depth) for gauge in gauges for depth in depths]


def longer_than(chain: Chain, terms: int) -> bool:
    """Whether the expanded kinetic energy matrix has more terms than that.

    Its lower right part is the matrix of the last joints alone: it is made larger joint by joint, so
    that what would take minutes to expand is known to be too long in a moment.
    """
    return any(_terms(chain.part(slice(first, None))) > terms for first in reversed(range(chain.n)))


def _terms(chain: Chain) -> int:
    """Terms of the expanded kinetic energy matrix."""
    chain, bodies, _ = prepared(chain, (PLAIN,) * chain.n)
    return sum(len(element) for element in energy_elements(chain, bodies, steady(chain, bodies)).values())


def neighbours(form: StartingForm, chain: Chain, name: str) -> list[StartingForm]:
    """Forms of torque or gravity with another gauge of one joint, where that may save something.

    A mass costs less than the first moment that it replaces, which enters moments as well. Other second moments pay
    at the last joint, if anywhere. The elements gain nothing.
    """
    if name not in ("torque", "gravity"):
        return []
    found = []
    for joint in reversed(range(1, chain.n)):
        own = form.gauge[joint]
        apart = step(chain.joints[joint])[1]
        levels = ["", *(axis for axis, along in zip(LEVEL, apart, strict=True) if along)]
        others = [replace(own, level=level) for level in levels]
        if joint == chain.n - 1:
            others += [replace(own, second=second) for second in SECOND]
        found += [(joint, other) for other in others if other != own]
    return [replace(form, gauge=(*form.gauge[:at], other, *form.gauge[at + 1 :])) for at, other in found]


def changed(form: StartingForm, chain: Chain, rng: random.Random) -> StartingForm:
    """A form with the gauge of one or two joints, or the depth, changed at random."""
    gauge, depth = list(form.gauge), form.depth
    for _ in range(rng.choice((1, 1, 2))):
        gauge[rng.randrange(chain.n)] = Gauge(rng.choice(SECOND), rng.choice(("", "", *LEVEL)))
    if depth != RECURSIVE and rng.random() < 0.2:
        depth = rng.randrange(min(4, chain.n + 1))
    return replace(form, gauge=tuple(gauge), depth=depth)


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
