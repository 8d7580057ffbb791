"""What could be taken out of a system: products of two factors, multiples, sums of two terms.

A candidate is a polynomial of one or two terms, written as the tuple of its (monomial, coefficient):

* ``a·b``: the product of two factors;
* ``k·a``: the multiple of a factor;
* ``m + r·n``: a sum of two monomials, up to a common factor and a coefficient (a kernel);
* ``k·m + h·n``: the same with its coefficients.

It is found in a definition wherever it, times some monomial and number, is part of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from itertools import combinations

from ..algebra.coefficients import ONE, Coefficients
from ..program.system import Monomial, Polynomial, System, polynomial_cost

ScaledMonomial = tuple[Monomial, int]
Candidate = tuple[ScaledMonomial, ...]

REMEMBERED = 20_000
"""Polynomials whose candidates are kept."""


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


def occurrences(polynomial: Polynomial, numbers: Coefficients) -> dict[Candidate, int]:
    """Candidates in one polynomial -> calculations that taking each out of it saves, its definition not counted.

    Where places of one candidate overlap (``1 + x`` in ``1 + x + x²``), all are counted.
    """
    found: defaultdict[Candidate, int] = defaultdict(int)
    sizes = Counter(abs(k) for monomial, k in polynomial.items() if monomial)
    terms = sorted(polynomial.items())
    for monomial, k in terms:
        size = abs(k)
        for pair, count in _pairs(monomial):
            found[((pair, ONE),)] += count
        if size != ONE and sizes[size] == 1:
            for factor in dict.fromkeys(monomial):
                found[(((factor,), size),)] += 1
    for at, one in enumerate(terms):
        for two in terms[at + 1 :]:
            _kernels(one, two, sizes, numbers, found)
    return dict(found)


@lru_cache(maxsize=1 << 14)
def _pairs(monomial: Monomial) -> tuple[tuple[Monomial, int], ...]:
    """Products of two of its factors, and how many of each fit into a monomial side by side."""
    powers = list(Counter(monomial).items())
    result = [((a, a), power // 2) for a, power in powers if power > 1]
    result += [((a, b), min(p, q)) for (a, p), (b, q) in combinations(powers, 2)]
    return tuple(result)


def _kernels(
    one: ScaledMonomial, two: ScaledMonomial, sizes: Counter[int], numbers: Coefficients, found: dict[Candidate, int]
) -> None:
    """Count the sum of two terms up to their common factor: with its coefficients, and up to a coefficient as well."""
    first, second = one[0], two[0]
    if len(first) <= 1 and len(second) <= 1:  # as most are; they differ, and are sorted
        left, right, fewer = first, second, 1
    else:
        shared, left, right = common(first, second)
        if left > right:
            one, two, left, right = two, one, right, left
            first, second = second, first
        # The products of both terms become those of the common factors with the kernel's name; an addition goes.
        fewer = max(len(first) - 1, 0) + max(len(second) - 1, 0) - len(shared) + 1
    k, h = one[1], two[1]
    sign, k_size, h_size = 1 if k > 0 else -1, abs(k), abs(h)
    # Coefficients that need no multiplication any more when these terms go.
    k_freed = k_size != ONE and first != () and sizes[k_size] == 1
    h_freed = h_size != ONE and second != () and sizes[h_size] == 1
    both = k_size == h_size != ONE and first != () != second and sizes[k_size] == 2
    found[((left, sign * k), (right, sign * h))] += fewer + k_freed + h_freed + both
    if k_size != ONE:
        # The name takes the first term's coefficient; a constant needed no multiplication by it.
        new = not first and not sizes[k_size]
        freed = h_freed if h_size != k_size else 0
        found[((left, ONE), (right, numbers.over(h, k)))] += fewer + freed - new


class Candidates:
    """The candidates of a whole system, kept up to date definition by definition.

    Each candidate has a number, since numbers are compared and looked up faster than tuples.

    Attributes:
        places: number of a candidate -> definition -> calculations saved there.
        hot: numbers of candidates whose saving may have changed since it was last looked at.
    """

    def __init__(self, system: System) -> None:
        self._system = system
        self._numbers: dict[Candidate, int] = {}
        self._candidates: list[Candidate] = []
        self._costs: list[int] = []
        self._saved: list[int] = []
        self._of: dict[int, dict[int, int]] = {}
        self._seen: dict[frozenset[ScaledMonomial], dict[int, int]] = {}  # the search comes back to polynomials
        self.places: dict[int, dict[int, int]] = {}
        self.hot: set[int] = set()
        for index in system.definitions:
            self.refresh(index)

    def refresh(self, index: int) -> None:
        """Look at a definition again that is new, changed or gone."""
        before, after = self._of.pop(index, {}), self._found(self._system.definitions.get(index))
        all_places, saved, hot = self.places, self._saved, self.hot
        for number, was in before.items():
            if number not in after:
                places = all_places[number]
                del places[index]
                saved[number] -= was
                if not places:
                    del all_places[number]
        for number, now in after.items():
            earlier = before.get(number)
            if earlier != now:
                saved[number] += now - (earlier or 0)
                hot.add(number)
                if number in all_places:
                    all_places[number][index] = now
                else:
                    all_places[number] = {index: now}
        if after:
            self._of[index] = after

    def _found(self, polynomial: Polynomial | None) -> dict[int, int]:
        """Numbers of the candidates in a polynomial -> calculations saved there."""
        if polynomial is None:
            return {}
        key = frozenset(polynomial.items())
        found = self._seen.get(key)
        if found is None:
            if len(self._seen) >= REMEMBERED:
                self._seen.clear()
            here = occurrences(polynomial, self._system.numbers)
            found = self._seen[key] = {self._number(candidate): saved for candidate, saved in here.items()}
        return found

    def _number(self, candidate: Candidate) -> int:
        number = self._numbers.get(candidate)
        if number is None:
            number = self._numbers[candidate] = len(self._candidates)
            self._candidates.append(candidate)
            self._costs.append(polynomial_cost(dict(candidate)))
            self._saved.append(0)
        return number

    def candidate(self, number: int) -> Candidate:
        """The candidate of a number."""
        return self._candidates[number]

    def best(self) -> list[int]:
        """Those that save most in the order of their candidates, none if none saves anything; `hot` is tidied."""
        saved, costs = self._saved, self._costs
        most = 1
        best: list[int] = []
        cold: list[int] = []
        for number in self.hot:
            saving = saved[number] - costs[number]
            if saving >= most:
                if saving > most:
                    most, best = saving, []
                best.append(number)
            elif saving <= 0:
                cold.append(number)
        self.hot.difference_update(cold)
        return sorted(best, key=self.candidate)
