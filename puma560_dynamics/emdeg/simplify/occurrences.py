"""Where candidates for factoring occur in a polynomial, remembered term by term and pair by pair.

A candidate is a polynomial of one or two terms, written as the tuple of its (monomial, coefficient):

* ``a·b``: the product of two factors;
* ``k·a``: the multiple of a factor;
* ``m + r·n``: a sum of two monomials, up to a common factor and a coefficient (a kernel);
* ``k·m + h·n``: the same with its coefficients.

It is found in a polynomial wherever it, times some monomial and number, is part of it. The search changes few terms
at a time: most pairs of terms of a polynomial were together in an earlier one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ..algebra.coefficients import ONE, Coefficients
from ..program.system import Monomial, Polynomial

ScaledMonomial = tuple[Monomial, int]
Candidate = tuple[ScaledMonomial, ...]


def quotient(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    """`monomial` without the factors of `divisor`; None if it lacks one."""
    rest = list(monomial)
    for factor in divisor:
        if factor not in rest:
            return None
        rest.remove(factor)
    return tuple(rest)


@lru_cache(maxsize=1 << 16)
def common(a: Monomial, b: Monomial) -> tuple[Monomial, Monomial, Monomial]:
    """Greatest common divisor of two monomials, and what each has next to it."""
    shared, left, right = [], [], []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            shared.append(a[i])
            i += 1
            j += 1
        elif a[i] < b[j]:
            left.append(a[i])
            i += 1
        else:
            right.append(b[j])
            j += 1
    return tuple(shared), tuple(left) + a[i:], tuple(right) + b[j:]


_Pair = tuple[int, int, int, bool]
"""Of two terms: their kernel with its coefficients, that up to a coefficient (-1: there is none), the calculations that
both save wherever they are, and whether the kernel begins with the second term."""


class _Term(NamedTuple):
    """A term of polynomials: what it offers alone, and its pairs with the terms after it, by their number."""

    number: int
    monomial: Monomial
    coefficient: int
    size: int
    products: tuple[tuple[int, int], ...]
    multiples: tuple[int, ...]
    pairs: dict[int, _Pair]


class Occurrences:
    """Candidates, each with a number, since numbers are compared and looked up faster than tuples.

    Attributes:
        candidates: by number.
        costs: by number: calculations of the candidate itself.
    """

    def __init__(self, numbers: Coefficients) -> None:
        self._coefficients = numbers
        self._numbers: dict[Candidate, int] = {}
        self._terms: dict[ScaledMonomial, _Term] = {}
        self.candidates: list[Candidate] = []
        self.costs: list[int] = []

    def of(self, polynomial: Polynomial) -> dict[int, int]:
        """Candidates in one polynomial -> calculations that taking each out of it saves, its definition not counted.

        Where places of one candidate overlap (``1 + x`` in ``1 + x + x²``), all are counted.

        Args:
            polynomial: with coefficients of the table.
        """
        found: defaultdict[int, int] = defaultdict(int)
        known, plain, terms = self._terms, True, []
        for scaled in sorted(polynomial.items()):
            term = known.get(scaled) or self._term(scaled)
            terms.append(term)
            for number, count in term.products:
                found[number] += count
            plain = plain and term.size == ONE
        if not plain:
            self._scaled(terms, found)
            return dict(found)
        for at, one in enumerate(terms, 1):
            pairs = one.pairs
            for two in terms[at:]:
                whole, _, fewer, _ = pairs.get(two.number) or self._pair(one, two)
                found[whole] += fewer
        return dict(found)

    def _scaled(self, terms: list[_Term], found: defaultdict[int, int]) -> None:
        """Count multiples and pairs where some coefficients are not 1."""
        uses = Counter([term.size for term in terms if term.monomial and term.size != ONE])
        # Coefficients that need no multiplication any more when a term goes, or it and its twin; and a constant, which
        # needs none, but will when a kernel takes its coefficient.
        freed = [1 if uses.get(term.size) == 1 and term.monomial else 0 for term in terms]
        twins = [term.size if uses.get(term.size) == 2 and term.monomial else 0 for term in terms]
        lone = [0 if term.monomial or term.size == ONE or term.size in uses else 1 for term in terms]
        for at, one in enumerate(terms):
            pairs, size, one_freed, one_twin, one_lone = one.pairs, one.size, freed[at], twins[at], lone[at]
            if one_freed:
                for number in one.multiples:
                    found[number] += 1
            for to in range(at + 1, len(terms)):
                two = terms[to]
                whole, scaled, fewer, turned = pairs.get(two.number) or self._pair(one, two)
                found[whole] += fewer + one_freed + freed[to] + (1 if one_twin and one_twin == twins[to] else 0)
                if scaled >= 0:  # the name takes the first term's coefficient
                    other = 0 if size == two.size else one_freed if turned else freed[to]
                    found[scaled] += fewer + other - (lone[to] if turned else one_lone)

    def _term(self, scaled: ScaledMonomial) -> _Term:
        monomial, k = scaled
        size = abs(k)
        products = tuple((self._number(((pair, ONE),), 1), count) for pair, count in _products(monomial))
        factors = dict.fromkeys(monomial) if size != ONE else ()
        multiples = tuple(self._number((((factor,), size),), 1) for factor in factors)
        term = self._terms[scaled] = _Term(len(self._terms), monomial, k, size, products, multiples, {})
        return term

    def _pair(self, one: _Term, two: _Term) -> _Pair:
        """The sum of two terms up to their common factor: with its coefficients, and up to a coefficient as well."""
        left, right, k, h = one.monomial, two.monomial, one.coefficient, two.coefficient
        fewer, cost, turned = 1, 1, False
        if len(left) > 1 or len(right) > 1:  # most are not; they differ, and are sorted
            shared, left, right = common(left, right)
            # The products of both terms become those of the common factors with the kernel's name; an addition goes.
            fewer += max(len(one.monomial) - 1, 0) + max(len(two.monomial) - 1, 0) - len(shared)
            cost += max(len(left) - 1, 0) + max(len(right) - 1, 0)
            if left > right:
                turned, left, right, k, h = True, right, left, h, k
        size, other = abs(k), h if k > 0 else -h
        k_costs = size != ONE and left != ()
        h_costs = abs(h) != ONE and right != () and not (k_costs and abs(h) == size)
        whole, scaled = self._number(((left, size), (right, other)), cost + k_costs + h_costs), -1
        if size != ONE:
            ratio = self._coefficients.over(h, k)
            scaled = self._number(((left, ONE), (right, ratio)), cost + (abs(ratio) != ONE and right != ()))
        pair = one.pairs[two.number] = whole, scaled, fewer, turned
        return pair

    def _number(self, candidate: Candidate, cost: int) -> int:
        number = self._numbers.get(candidate)
        if number is None:
            number = self._numbers[candidate] = len(self.candidates)
            self.candidates.append(candidate)
            self.costs.append(cost)
        return number


@lru_cache(maxsize=1 << 14)
def _products(monomial: Monomial) -> tuple[tuple[Monomial, int], ...]:
    """Products of two of its factors, and how many of each fit into a monomial side by side."""
    powers = list(Counter(monomial).items())
    result = [((a, a), power // 2) for a, power in powers if power > 1]
    result += [((a, b), min(p, q)) for (a, p), (b, q) in combinations(powers, 2)]
    return tuple(result)
