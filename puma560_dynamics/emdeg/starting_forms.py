"""Forms that the factoring of a program starts from: which gauge of the matter, which links explicitly, which route."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from .chain.chain import Body, Chain, ChainJoint
from .chain.gauge import LEVEL, PLAIN, SECOND, Gauge, slid
from .chain.groups import groups
from .chain.inertia import moments, step
from .equations.composite_bodies import CompositeBodies
from .equations.elements import ElementDerivation, energy_elements, share_multiples, steady
from .equations.inverse_dynamics import gravity_system, prepared, torque_system
from .equations.recursive_elements import RecursiveElements
from .program.system import System
from .program.variables import Variables

ONE = Fraction(1)
RECURSIVE = -1
COMPOSITE = -2

LONG = 300
"""Terms of the expanded kinetic energy matrix beyond which elements are derived explicitly in one form alone."""

LONGEST = 600
"""Terms of the expanded kinetic energy matrix beyond which elements are derived by recursion."""


@dataclass(frozen=True)
class StartingForm:
    """Where the factoring of a program starts from.

    Attributes:
        gauge: one a joint.
        depth: links explicit (torque, gravity), or last bodies whose dyads are named (elements), or
            `RECURSIVE` for elements by recursion, or `COMPOSITE` for A by composite rigid bodies.
        unit: of length, m.
        unturned: links (torque, gravity) whose bodies are turned in place of their motion and loads, where that can be.
    """

    gauge: tuple[Gauge, ...]
    depth: int
    unit: Fraction = ONE
    unturned: frozenset[int] = frozenset()


def usual_forms(chain: Chain, name: str) -> list[StartingForm]:
    """Forms that are good for most arms."""
    plain = (PLAIN,) * chain.n
    wrist = list(plain)
    if chain.n >= 2:  # a last body that only spins, and one before it with two equal moments of inertia
        wrist[-1], wrist[-2] = Gauge("-xx"), Gauge("xx")
    if name in ("torque", "gravity"):
        depths = range(min(3, chain.n + 1))
        gauges = [plain]
        if name == "torque":
            # One explicit link is hardly different from what the recursion makes of it.
            depths, gauges = depths[::2], [plain, tuple(replace(PLAIN, carried=i > 2) for i in range(chain.n))]
        every = frozenset(link for links in _may_stay(chain) for link in links)
        forms = [StartingForm(gauge, depth) for gauge in gauges for depth in depths]
        forms += [replace(form, unturned=every) for form in forms if every]
        return forms + [StartingForm(tuple(wrist), depth) for depth in depths if name == "torque"]
    composite = [StartingForm(gauge, COMPOSITE) for gauge in (plain, tuple(wrist))] if name != "all_elements" else []
    if has_more_terms(chain, LONGEST):
        return composite or [StartingForm(plain, RECURSIVE)]
    depths = range(1 if has_more_terms(chain, LONG) else min(3, chain.n + 1))
    return composite + [StartingForm(tuple(wrist), depth) for depth in depths]


def has_more_terms(chain: Chain, terms: int) -> bool:
    """Whether the expanded kinetic energy matrix has more terms than that.

    Its lower right part is the matrix of the last joints alone: it is made larger joint by joint, so
    that what would take minutes to expand is known to be too long in a moment.
    """
    joints, bodies = tuple(chain.joints), tuple(chain.bodies)
    return any(_terms(joints[first:], bodies[first:]) > terms for first in reversed(range(chain.n)))


@lru_cache(maxsize=64)  # asked for each program of a chain, with two limits
def _terms(joints: tuple[ChainJoint, ...], matter: tuple[Body, ...]) -> int:
    """Terms of the expanded kinetic energy matrix, which gravity has no part in."""
    chain, bodies, _ = prepared(Chain("", joints, matter, (0, 0, 0)), (PLAIN,) * len(joints))
    return sum(len(element) for element in energy_elements(chain, bodies, steady(chain, bodies)).values())


def neighbours(form: StartingForm, chain: Chain, name: str) -> list[StartingForm]:
    """Forms with one other choice, where that may save something: unit of length, unturned links, gauge of one joint.

    A mass costs less than the first moment that it replaces, which enters moments as well. Other second moments pay
    at the last joint, if anywhere. A by composite bodies gains from the unit alone, gravity and other elements nothing.
    """
    alike = [replace(form, unit=unit) for unit in units(chain) if unit != form.unit]
    if form.depth == COMPOSITE:
        return alike
    if name != "torque":
        return []
    alike[:0] = [replace(form, unturned=links) for links in _unturned(form.unturned, chain) if links != form.unturned]
    found = []
    for joint in reversed(range(1, chain.n)):
        own = form.gauge[joint]
        apart = step(chain.joints[joint])[1]
        levels = ["", *(level for level in LEVEL if all(apart["xyz".index(axis)] for axis in level))]
        others = [replace(own, carried=not own.carried), *(replace(own, level=level) for level in levels)]
        if joint == chain.n - 1:
            others += [replace(own, second=second) for second in SECOND]
        found += [(joint, other) for other in others if other != own]
    return alike + [replace(form, gauge=(*form.gauge[:at], other, *form.gauge[at + 1 :])) for at, other in found]


def _unturned(links: frozenset[int], chain: Chain) -> list[frozenset[int]]:
    """Unturned links, with others of one group of parallel axes."""
    return [
        links.difference(own).union(own[:count]) for own in _may_stay(chain) for count in reversed(range(len(own) + 1))
    ]


def _may_stay(chain: Chain) -> list[list[int]]:
    """Of each group of parallel axes the links that may be left unturned, in their order."""
    found = []
    for group in groups(chain, tuple(map(moments, chain.bodies))):
        own = [turn.joint for turn in group if turn.total is not None]
        found.append(own if chain.n - 1 in own else own[:-1])
    return [own for own in found if own]


def units(chain: Chain) -> list[Fraction]:
    """Units of length in which a distance between successive frames is 1: nothing is multiplied by it then."""
    if not all(joint.revolute for joint in chain.joints):
        return []
    slid_chain, _ = slid(chain, tuple(map(moments, chain.bodies)))
    distances = [abs(x) for joint in slid_chain.joints[1:] for x in (joint.a, joint.d) if x]
    return sorted(set(distances), key=lambda x: (-distances.count(x), x))


def changed(form: StartingForm, chain: Chain, rng: random.Random) -> StartingForm:
    """A form with the gauge of one or two joints, unturned links, the unit or the depth changed at random."""
    gauge, depth = list(form.gauge), form.depth
    for _ in range(rng.choice((1, 1, 2))):
        gauge[rng.randrange(chain.n)] = Gauge(rng.choice(SECOND), rng.choice(("", "", *LEVEL)), rng.random() < 0.5)
    if depth != RECURSIVE and rng.random() < 0.2:
        depth = rng.randrange(min(4, chain.n + 1))
    unit = rng.choice((form.unit, form.unit, ONE, *units(chain)))
    unturned = rng.choice((form.unturned, form.unturned, *_unturned(form.unturned, chain)))
    return replace(form, gauge=tuple(gauge), depth=depth, unit=unit, unturned=unturned)


def start(chain: Chain, name: str, form: StartingForm) -> tuple[System, Variables]:
    """The system of a program in one form, not yet factored."""
    chain = chain.in_unit(form.unit)
    if name == "torque":
        return torque_system(chain, form.gauge, form.depth, form.unturned)
    if name == "gravity":
        system, variables = gravity_system(chain, form.gauge, form.depth, form.unturned)
        share_multiples(system, variables)  # as that of a first joint along gravity, which the recursion cannot see
        return system, variables
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
