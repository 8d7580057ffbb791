"""Define the starting forms of a program: equivalent forms of its equations from which factoring starts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ..chain.chain import Chain
from ..chain.gauge import LEVEL, PLAIN, SECOND, Gauge, slid
from ..chain.groups import groups
from ..chain.inertia import matter, step

ONE = Fraction(1)
RECURSIVE = -1
"""`StartingForm.depth` of elements by recursion."""

COMPOSITE = -2
"""`StartingForm.depth` of A by composite rigid bodies."""


@dataclass(frozen=True)
class StartingForm:
    """Form of the equations from which the factoring of a program starts.

    Attributes:
        gauge: inertial gauge of each joint.
        depth: number of inner links with explicit equations (torque, gravity), or number of last bodies whose dyads are
            written separately (elements), or `RECURSIVE`, or `COMPOSITE`.
        unit: unit of length, m.
        unturned: indices of links (torque, gravity) that should have unturned axes (`chain.groups`).
    """

    gauge: tuple[Gauge, ...]
    depth: int
    unit: Fraction = ONE
    unturned: frozenset[int] = frozenset()


def wrist_gauge(n: int) -> tuple[Gauge, ...]:
    """Return gauges that make the last body's inertia act only about its axis, and the previous body symmetric."""
    gauge = [PLAIN] * n
    if n >= 2:
        gauge[-1], gauge[-2] = Gauge("-xx"), Gauge("xx")
    return tuple(gauge)


def every_unturned(forms: Sequence[StartingForm], chain: Chain) -> list[StartingForm]:
    """Return the forms with as many unturned links as possible; an empty list if no link can be unturned."""
    every = frozenset(link for links in _may_stay(chain) for link in links)
    return [replace(form, unturned=every) for form in forms if every]


def other_units(form: StartingForm, chain: Chain) -> list[StartingForm]:
    """Return the form in each other suitable unit of length."""
    return [replace(form, unit=unit) for unit in units(chain) if unit != form.unit]


def other_unturned(form: StartingForm, chain: Chain) -> list[StartingForm]:
    """Return the form with each other number of unturned links in one group of parallel axes."""
    return [replace(form, unturned=links) for links in _unturned(form.unturned, chain) if links != form.unturned]


def other_gauges(form: StartingForm, chain: Chain) -> list[StartingForm]:
    """Return the form with each other gauge of one joint that may save calculations.

    A mass costs less than the first moment that it replaces, because first moments also occur in moments. Changes of
    the second moment save calculations only at the last joint.
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
    """Return the sets of unturned links that differ from `links` in one group of parallel axes."""
    return [
        links.difference(own).union(own[:count]) for own in _may_stay(chain) for count in reversed(range(len(own) + 1))
    ]


def _may_stay(chain: Chain) -> list[list[int]]:
    """Return the links that may be unturned, in order, for each group of parallel axes."""
    found = []
    for group in groups(chain, matter(chain)):
        own = [turn.joint for turn in group if turn.total is not None]
        found.append(own if chain.n - 1 in own else own[:-1])
    return [own for own in found if own]


def units(chain: Chain) -> list[Fraction]:
    """Return units of length in which a distance between consecutive frames is 1, which saves multiplications."""
    if not all(joint.revolute for joint in chain.joints):
        return []
    slid_chain, _ = slid(chain, matter(chain))
    distances = [abs(x) for joint in slid_chain.joints[1:] for x in (joint.a, joint.d) if x]
    return sorted(set(distances), key=lambda x: (-distances.count(x), x))


def changed(form: StartingForm, chain: Chain, rng: random.Random) -> StartingForm:
    """Return a form with random changes of the gauges of one or two joints, unturned links, unit and depth."""
    gauge, depth = list(form.gauge), form.depth
    for _ in range(rng.choice((1, 1, 2))):
        gauge[rng.randrange(chain.n)] = Gauge(rng.choice(SECOND), rng.choice(("", "", *LEVEL)), rng.random() < 0.5)
    if depth != RECURSIVE and rng.random() < 0.2:
        depth = rng.randrange(min(4, chain.n + 1))
    unit = rng.choice((form.unit, form.unit, ONE, *units(chain)))
    unturned = rng.choice((form.unturned, form.unturned, *_unturned(form.unturned, chain)))
    return replace(form, gauge=tuple(gauge), depth=depth, unit=unit, unturned=unturned)
