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
from ..program.system import Monomial, Polynomial, System, cost

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


@lru_cache(maxsize=1 << 16)
def _cost(candidate: Candidate) -> int:
    """Calculations of its definition."""
    return cost(dict(candidate))


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

    Attributes:
        places: candidate -> definition -> calculations saved there.
        hot: candidates whose saving may have changed since it was last looked at.
    """

    def __init__(self, system: System) -> None:
        self._system = system
        self._of: dict[int, dict[Candidate, int]] = {}
        self._seen: dict[frozenset[ScaledMonomial], dict[Candidate, int]] = {}  # the search comes back to polynomials
        self._saved: dict[Candidate, int] = {}
        self.places: dict[Candidate, dict[int, int]] = {}
        self.hot: set[Candidate] = set()
        for index in system.definitions:
            self.refresh(index)

    def refresh(self, index: int) -> None:
        """Look at a definition again that is new, changed or gone."""
        for candidate, saved in self._of.pop(index, {}).items():
            places = self.places[candidate]
            del places[index]
            self._saved[candidate] -= saved
            if not places:
                del self.places[candidate], self._saved[candidate]
        polynomial = self._system.definitions.get(index)
        if polynomial is None:
            return
        key = frozenset(polynomial.items())
        found = self._seen.get(key)
        if found is None:
            if len(self._seen) >= REMEMBERED:
                self._seen.clear()
            found = self._seen[key] = occurrences(polynomial, self._system.numbers)
        self._of[index] = found
        for candidate, saved in found.items():
            self.places.setdefault(candidate, {})[index] = saved
            self._saved[candidate] = self._saved.get(candidate, 0) + saved
        self.hot.update(found)

    def saving(self, candidate: Candidate) -> int:
        """Calculations that taking a candidate out everywhere saves, its definition deducted."""
        return self._saved.get(candidate, 0) - _cost(candidate)
