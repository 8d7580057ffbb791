"""Forms that the factoring of a program starts from: which gauge of the matter, which links explicitly, which route."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ..chain.chain import Chain
from ..chain.gauge import LEVEL, PLAIN, SECOND, Gauge, slid
from ..chain.groups import groups
from ..chain.inertia import moments, step

ONE = Fraction(1)
RECURSIVE = -1
COMPOSITE = -2


@dataclass(frozen=True)
class StartingForm:
    """Form of the equations from which the factoring of a program starts.

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


def wrist_gauge(n: int) -> tuple[Gauge, ...]:
    """Return a gauge for a last body that only spins, and one before it with two equal moments of inertia."""
    gauge = [PLAIN] * n
    if n >= 2:
        gauge[-1], gauge[-2] = Gauge("-xx"), Gauge("xx")
    return tuple(gauge)


def every_unturned(forms: Sequence[StartingForm], chain: Chain) -> list[StartingForm]:
    """Return the same forms with every link unturned that can be; none if no link can."""
    every = frozenset(link for links in _may_stay(chain) for link in links)
    return [replace(form, unturned=every) for form in forms if every]


def other_units(form: StartingForm, chain: Chain) -> list[StartingForm]:
    """Return the form in other units of length."""
    return [replace(form, unit=unit) for unit in units(chain) if unit != form.unit]


def other_unturned(form: StartingForm, chain: Chain) -> list[StartingForm]:
    """Return the form with another number of unturned links in one group of parallel axes."""
    return [replace(form, unturned=links) for links in _unturned(form.unturned, chain) if links != form.unturned]


def other_gauges(form: StartingForm, chain: Chain) -> list[StartingForm]:
    """Return the form with another gauge of one joint, where that may save something.

    A mass costs less than the first moment that it replaces, which enters moments as well. Other second moments save
    calculations at the last joint, if anywhere.
    """
    found = []
    for joint in reversed(range(1, chain.n)):
        own = form.gauge[joint]
        apart = step(chain.joints[joint])[1]
        levels = ["", *(level for level in LEVEL if all(apart["xyz".index(axis)] for axis in level))]
        others = [replace(own, carried=not own.carried), *(replace(own, level=level) for level in levels)]
        if joint == chain.n - 1:
            others += [replace(own, second=second) for second in SECOND]
        found += [(joint, other) for other in others if other != own]
    return [replace(form, gauge=(*form.gauge[:at], other, *form.gauge[at + 1 :])) for at, other in found]


def _unturned(links: frozenset[int], chain: Chain) -> list[frozenset[int]]:
    """Unturned links, with others of one group of parallel axes."""
    return [
        links.difference(own).union(own[:count]) for own in _may_stay(chain) for count in reversed(range(len(own) + 1))
    ]


def _may_stay(chain: Chain) -> list[list[int]]:
    """Return for each group of parallel axes the links that may be left unturned, in order."""
    found = []
    for group in groups(chain, tuple(map(moments, chain.bodies))):
        own = [turn.joint for turn in group if turn.total is not None]
        found.append(own if chain.n - 1 in own else own[:-1])
    return [own for own in found if own]


def units(chain: Chain) -> list[Fraction]:
    """Return units of length in which a distance between successive frames is 1, which saves multiplications."""
    if not all(joint.revolute for joint in chain.joints):
        return []
    slid_chain, _ = slid(chain, tuple(map(moments, chain.bodies)))
    distances = [abs(x) for joint in slid_chain.joints[1:] for x in (joint.a, joint.d) if x]
    return sorted(set(distances), key=lambda x: (-distances.count(x), x))


def changed(form: StartingForm, chain: Chain, rng: random.Random) -> StartingForm:
    """Return a form with the gauge of one or two joints, unturned links, the unit or the depth changed at random."""
    gauge, depth = list(form.gauge), form.depth
    for _ in range(rng.choice((1, 1, 2))):
        gauge[rng.randrange(chain.n)] = Gauge(rng.choice(SECOND), rng.choice(("", "", *LEVEL)), rng.random() < 0.5)
    if depth != RECURSIVE and rng.random() < 0.2:
        depth = rng.randrange(min(4, chain.n + 1))
    unit = rng.choice((form.unit, form.unit, ONE, *units(chain)))
    unturned = rng.choice((form.unturned, form.unturned, *_unturned(form.unturned, chain)))
    return replace(form, gauge=tuple(gauge), depth=depth, unit=unit, unturned=unturned)
