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
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

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


@dataclass(slots=True)
class _Term:
    """A term of polynomials: what it offers alone, and its pairs with the terms after it, by their number.

    Attributes:
        number: of the term.
        monomial: its factors.
        coefficient: in front of them.
        factors: each of them once.
        size: of the coefficient.
        multiplied: the size where it costs a multiplication, else 0.
        multiplications: of its factors with each other.
        products: numbers of the products of two factors, and how often each fits.
        multiples: numbers of the multiples of a factor.
        pairs: what it makes with terms after it.
    """

    number: int
    monomial: Monomial
    coefficient: int
    factors: frozenset[int]
    size: int
    multiplied: int
    multiplications: int
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
            if term.size != ONE:
                plain = False
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
        uses: dict[int, int] = {}
        for term in terms:
            uses[term.multiplied] = uses.get(term.multiplied, 0) + 1
        uses[0] = 0  # nothing to free where nothing is multiplied
        # Coefficients that need no multiplication any more when a term goes, or it and its twin; and a constant, which
        # needs none, but will when a kernel takes its coefficient.
        freed = [1 if uses[term.multiplied] == 1 else 0 for term in terms]
        twins = [term.multiplied if uses[term.multiplied] == 2 else 0 for term in terms]
        lone = [0 if term.monomial or term.size == ONE or term.size in uses else 1 for term in terms]
        counted = list(zip(terms, freed, twins, lone, strict=True))
        for at, (one, one_freed, one_twin, one_lone) in enumerate(counted, 1):
            pairs, size = one.pairs, one.size
            if one_freed:
                for number in one.multiples:
                    found[number] += 1
            for two, two_freed, two_twin, two_lone in counted[at:]:
                whole, scaled, fewer, turned = pairs.get(two.number) or self._pair(one, two)
                found[whole] += fewer + one_freed + two_freed + (1 if one_twin and one_twin == two_twin else 0)
                if scaled >= 0:  # the name takes the first term's coefficient
                    other = 0 if size == two.size else one_freed if turned else two_freed
                    found[scaled] += fewer + other - (two_lone if turned else one_lone)

    def _term(self, scaled: ScaledMonomial) -> _Term:
        monomial, k = scaled
        size = abs(k)
        factors = frozenset(monomial)
        made = self._terms[scaled] = _Term(
            number=len(self._terms),
            monomial=monomial,
            coefficient=k,
            factors=factors,
            size=size,
            multiplied=size if monomial and size != ONE else 0,
            multiplications=max(len(monomial) - 1, 0),
            products=tuple([(self._number(((pair, ONE),), 1), count) for pair, count in _products(monomial)]),
            multiples=tuple([self._number((((factor,), size),), 1) for factor in factors]) if size != ONE else (),
            pairs={},
        )
        return made

    def _pair(self, one: _Term, two: _Term) -> _Pair:
        """The sum of two terms up to their common factor: with its coefficients, and up to a coefficient as well."""
        left, right, k, h = one.monomial, two.monomial, one.coefficient, two.coefficient
        fewer = cost = 1 + one.multiplications + two.multiplications
        turned = False
        if not one.factors.isdisjoint(right):  # most have nothing in common; they differ, and are sorted
            shared, left, right = common(left, right)
            # The products of both terms become those of the common factors with the kernel's name; an addition goes.
            fewer -= len(shared)
            cost = 1 + max(len(left) - 1, 0) + max(len(right) - 1, 0)
            if left > right:
                turned, left, right, k, h = True, right, left, h, k
        size, h_costs = abs(k), right != ()
        k_costs = size != ONE and left != () and not (h_costs and abs(h) == size)
        both = cost + k_costs + (h_costs and abs(h) != ONE)
        whole, scaled = self._number(((left, size), (right, h if k > 0 else -h)), both), -1
        if size != ONE:
            ratio = self._coefficients.over(h, k)
            scaled = self._number(((left, ONE), (right, ratio)), cost + (h_costs and abs(ratio) != ONE))
        pair = one.pairs[two.number] = whole, scaled, fewer, turned
        return pair

    def _number(self, candidate: Candidate, cost: int) -> int:
        number = self._numbers.setdefault(candidate, len(self.costs))
        if number == len(self.costs):
            self.candidates.append(candidate)
            self.costs.append(cost)
        return number


@lru_cache(maxsize=1 << 14)
def _products(monomial: Monomial) -> tuple[tuple[Monomial, int], ...]:
    """Products of two of its factors, and how many of each fit into a monomial side by side."""
    if len(set(monomial)) == len(monomial):
        return tuple([(pair, 1) for pair in combinations(monomial, 2)])
    powers = list(Counter(monomial).items())
    result = [((a, a), power // 2) for a, power in powers if power > 1]
    result += [((a, b), min(p, q)) for (a, p), (b, q) in combinations(powers, 2)]
    return tuple(result)
