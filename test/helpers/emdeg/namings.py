"""What a name for a product or a sum saves in a system, tried out for one after the other: slow and plain."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from puma560_dynamics.emdeg.algebra.coefficients import ONE
from puma560_dynamics.emdeg.program.system import Monomial, Polynomial, System, polynomial_cost


def most_saved(system: System) -> int:
    """Calculations that the best of all new names would save; 0 or less where none saves any.

    What a definition is a multiple of has a name: where it occurs, greed uses that definition or leaves it.
    """
    found = {frozenset(named.items()) for form in system.definitions.values() for named in namings(system, form)}
    new = [dict(named) for named in found if not is_named(system, dict(named))]
    return max((saved(system, named) for named in new), default=0)


def namings(system: System, polynomial: Polynomial) -> list[Polynomial]:
    """Products of two factors, and sums of two terms up to a common factor, with and without a common coefficient."""
    found: list[Polynomial] = [{pair: ONE} for monomial in polynomial for pair in combinations(monomial, 2)]
    for (a, k), (b, h) in combinations(polynomial.items(), 2):
        (left, k), (right, h) = sorted(((without(a, b), k), (without(b, a), h)))
        found.append({left: ONE, right: system.numbers.over(h, k)})
        found += [{left: k, right: h}] * (left != ())  # greed finds 1/2 + x in 1/2 + x alone, not in y + 2·x·y
    return found


def is_named(system: System, named: Polynomial) -> bool:
    """Whether a definition is a multiple of it."""
    over = system.numbers.over
    return any(
        form.keys() == named.keys() and len({over(form[m], named[m]) for m in named}) == 1
        for form in system.definitions.values()
    )


def saved(system: System, named: Polynomial) -> int:
    """Calculations that a name for `named` saves wherever it fits, less those of its definition."""
    name = len(system.names)
    forms = [used(system, form, named, name) for form in system.definitions.values()]
    return system.cost - sum(map(polynomial_cost, forms)) - polynomial_cost(named)


def used(system: System, polynomial: Polynomial, named: Polynomial, name: int) -> Polynomial:
    """`polynomial` with the name, from its first term on, as often as all terms of `named` are there."""
    numbers, result = system.numbers, dict(polynomial)
    lead = min(named)
    for term in sorted(polynomial):
        while term in result and not Counter(lead) - Counter(term):
            rest = without(term, lead)
            factor = numbers.over(result[term], named[lead])
            parts = {tuple(sorted(rest + m)): numbers.times(factor, k) for m, k in named.items()}
            if len(parts) < len(named) or any(result.get(m) != k for m, k in parts.items()):
                break
            for part in parts:
                del result[part]
            term = tuple(sorted((*rest, name)))
            system.add(result, term, factor)
    return result


def without(a: Monomial, b: Monomial) -> Monomial:
    """`a` without the factors that it shares with `b`."""
    return tuple(sorted((Counter(a) - Counter(b)).elements()))
