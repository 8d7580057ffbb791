"""Local search: write a few definitions out, factor again, keep what is not worse.

Greed ends where no single step saves anything. Writing out definitions that are used near each other
and factoring again with other ties leads from one such end to another; what costs as much is
accepted, and what costs a little more now and then, less and less often (simulated annealing). It is
reproducible: a seed, and a number of rounds.

`compiled/` is the same search in C++, draw for draw, which takes a small part of the time. Installation
compiles it where a compiler is found; where none is, this module searches, and finds the same.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from ..algebra.coefficients import ONE
from ..algebra.collection import collection_paused
from ..program.system import Polynomial, System
from .compiled_search import compiled
from .factoring import Factoring

START = 0.5
"""Temperature at first, unless another is given."""


Stop = Callable[[int, int], bool]
"""Called now and then with rounds done and the lowest cost; ends the search when true."""


def simplify_system(
    system: System,
    rounds: int,
    seed: int = 0,
    stop: Stop = lambda done, cost: False,
    outputs: bool = False,
    heat: float = START,
) -> System:
    """The cheapest form found of `system`, which is left as it is.

    Args:
        system: what to factor.
        rounds: how many changes to try.
        seed: of the random choices.
        stop: called now and then with rounds done and the lowest cost; ends the search when true.
        outputs: whether an output that other definitions use may be written out there as well.
        heat: temperature at first, in calculations: what costs one more is accepted with odds exp(-1 / heat).
    """
    work = system.copy()
    work.prune()
    best = (searched if compiled is None else compiled)(work, rounds, random.Random(seed), stop, outputs, heat)
    best.prune()
    return best


@collection_paused()
def searched(work: System, rounds: int, rng: random.Random, stop: Stop, outputs: bool, heat: float) -> System:
    """The cheapest form found of `work`, which is changed; the arguments are those of `simplify_system`."""
    factoring = Factoring(work)
    factoring.settle(rng)
    factoring.commit()
    best, lowest = work.copy(), factoring.total
    for done in range(rounds):
        if done % 64 == 0 and stop(done, lowest):
            break
        before = factoring.total
        _disturb(factoring, rng, outputs)
        factoring.settle(rng)
        worse = factoring.total - before
        if worse <= 0 or rng.random() < math.exp(-worse / (heat * (1 - done / rounds) + 1e-9)):
            factoring.commit()
            if factoring.total < lowest:
                best, lowest = work.copy(), factoring.total
        else:
            factoring.undo()
    return best


def _disturb(factoring: Factoring, rng: random.Random, outputs: bool = False) -> None:
    """One random change that leaves every value as it is."""
    inner = [i for i in factoring.system.definitions if i not in factoring.wanted]
    choice = rng.random()
    if choice < 0.75 and inner:
        used = inner + [i for i in sorted(factoring.wanted) if factoring.users.get(i)] if outputs else inner
        first = used[rng.randrange(len(used))]
        _write_out(factoring, first, rng, 1 + (rng.random() < 0.5) + (rng.random() < 0.3), outputs)
    elif choice < 0.85 and inner:
        _rescale(factoring, inner[rng.randrange(len(inner))], rng)
    elif choice < 0.92:
        _use_multiple(factoring, rng)
    else:
        _round_the_circle(factoring, rng)


def _write_out(factoring: Factoring, index: int, rng: random.Random, count: int, outputs: bool = False) -> None:
    """Write out a definition, and some that it used or that used it; an output stays, and its users lose it."""
    system = factoring.system
    for _ in range(count):
        polynomial = system.definitions.get(index)
        if polynomial is None or (index in factoring.wanted and not outputs):
            break
        near = {f for m in polynomial for f in m if f >= system.atoms}
        near |= {f for user in factoring.users.get(index, ()) for m in system.definitions[user] for f in m}
        near = {f for f in near if f >= system.atoms and f in system.definitions and f != index}
        factoring.inline(index)
        choices = sorted(near & system.definitions.keys())
        if not choices:
            break
        index = choices[rng.randrange(len(choices))]


def _rescale(factoring: Factoring, index: int, rng: random.Random) -> None:
    """Give a definition another factor, which its users divide by."""
    system = factoring.system
    numbers = system.numbers
    polynomial = system.definitions[index]
    users = sorted(factoring.users.get(index, ()))
    found = {abs(k) for k in polynomial.values()}
    for user in users:  # or the users' coefficient moves into the definition
        found |= {numbers.over(ONE, abs(k)) for m, k in system.definitions[user].items() if index in m}
    scales = sorted(found - {ONE})
    if not scales:
        return
    scale = scales[rng.randrange(len(scales))]
    factoring.replace(index, {m: numbers.over(k, scale) for m, k in polynomial.items()})
    for user in users:
        form: Polynomial = {}
        for m, k in system.definitions[user].items():
            for _ in range(m.count(index)):
                k = numbers.times(k, scale)
            form[m] = k
        factoring.replace(user, form)


def _use_multiple(factoring: Factoring, rng: random.Random) -> None:
    """Name a multiple u = k·a of a factor, and write u/k for a where it is used."""
    system = factoring.system
    numbers = system.numbers
    terms = [
        (abs(k), factor)
        for index in sorted(system.definitions)
        for monomial, k in system.definitions[index].items()
        if abs(k) != ONE
        for factor in monomial
    ]
    if not terms:
        return
    scale, factor = terms[rng.randrange(len(terms))]
    users = sorted(factoring.users[factor])
    multiple = system.fresh()
    factoring.replace(multiple, {(factor,): scale})
    inverse = numbers.over(ONE, scale)
    for user in users:
        if rng.random() < 0.7:
            form = system.substituted(system.definitions[user], factor, {(multiple,): inverse})
            factoring.replace(user, form)


def _round_the_circle(factoring: Factoring, rng: random.Random) -> None:
    """Use c² + s² = 1 in one definition: a square for one less the other."""
    system = factoring.system
    squares = [
        (index, monomial, one, other)
        for index, polynomial in system.definitions.items()
        for monomial in polynomial
        if len(set(monomial)) < len(monomial)
        for pair in system.circles
        for one, other in (pair, pair[::-1])
        if monomial.count(one) > 1
    ]
    if not squares:
        return
    index, monomial, one, other = squares[rng.randrange(len(squares))]
    form = dict(system.definitions[index])
    coefficient = form.pop(monomial)
    rest = list(monomial)
    rest.remove(one)
    rest.remove(one)
    form = system.plus(form, {tuple(rest): coefficient})
    form = system.plus(form, {tuple(sorted((*rest, other, other))): -coefficient})
    factoring.replace(index, form)
