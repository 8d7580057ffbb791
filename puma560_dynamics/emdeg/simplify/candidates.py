"""What could be taken out of a system: products of two factors, multiples, sums of two terms.

A candidate is a polynomial of one or two terms, written as the tuple of its (monomial, coefficient):

* ``a·b``: the product of two factors;
* ``k·a``: the multiple of a factor;
* ``m + r·n``: a sum of two monomials, up to a common factor and a coefficient (a kernel);
* ``k·m + h·n``: the same with its coefficients.

It is found in a definition wherever it, times some monomial and number, is part of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations

from ..algebra.coefficients import ONE, Coefficients
from ..program.system import Monomial, Polynomial, System, cost

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


def occurrences(polynomial: Polynomial, numbers: Coefficients) -> dict[Candidate, int]:
    """Candidates in one polynomial -> calculations that taking each out of it saves, its definition not counted.

    Where places of one candidate overlap (``1 + x`` in ``1 + x + x²``), all are counted.
    """
    found: Counter[Candidate] = Counter()
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
            for kernel, saved in _kernels(one, two, sizes, numbers):
                found[kernel] += saved
    return dict(found)


@lru_cache(maxsize=1 << 14)
def _pairs(monomial: Monomial) -> tuple[tuple[Monomial, int], ...]:
    """Products of two of its factors, and how many of each fit into a monomial side by side."""
    powers = list(Counter(monomial).items())
    result = [((a, a), power // 2) for a, power in powers if power > 1]
    result += [((a, b), min(p, q)) for (a, p), (b, q) in combinations(powers, 2)]
    return tuple(result)


def _kernels(
    one: ScaledMonomial, two: ScaledMonomial, sizes: Counter[int], numbers: Coefficients
) -> Iterator[tuple[Candidate, int]]:
    """The sum of two terms up to their common factor: with its coefficients, and up to a coefficient as well."""
    shared, left, right = common(one[0], two[0])
    if left > right:
        one, two, left, right = two, one, right, left
    (first, k), (second, h) = one, two
    # The products of both terms become those of the common factors with the kernel's name; an addition goes.
    fewer = max(len(first) - 1, 0) + max(len(second) - 1, 0) - len(shared) + 1
    sign = 1 if k > 0 else -1
    exact = fewer + _freed(sizes, one, two)
    yield ((left, sign * k), (right, sign * h)), exact
    if abs(k) != ONE:
        # The name takes the first term's coefficient; a constant needed no multiplication by it.
        new = not first and not sizes[abs(k)]
        freed = _freed(sizes, two) if abs(h) != abs(k) else 0
        yield ((left, ONE), (right, numbers.over(h, k))), fewer + freed - new


def _freed(sizes: Counter[int], *terms: ScaledMonomial) -> int:
    """Coefficients that need no multiplication any more when these terms go."""
    gone = Counter(abs(k) for monomial, k in terms if monomial and abs(k) != ONE)
    return sum(sizes[k] == count for k, count in gone.items())


class Candidates:
    """The candidates of a whole system, kept up to date definition by definition.

    Attributes:
        places: candidate -> definition -> calculations saved there.
        hot: candidates whose saving may have changed since it was last looked at.
    """

    def __init__(self, system: System) -> None:
        self._system = system
        self._of: dict[int, dict[Candidate, int]] = {}
        self.places: dict[Candidate, dict[int, int]] = {}
        self.hot: set[Candidate] = set()
        for index in system.definitions:
            self.refresh(index)

    def refresh(self, index: int) -> None:
        """Look at a definition again that is new, changed or gone."""
        for candidate in self._of.pop(index, ()):
            places = self.places[candidate]
            del places[index]
            if not places:
                del self.places[candidate]
        polynomial = self._system.definitions.get(index)
        if polynomial is None:
            return
        found = occurrences(polynomial, self._system.numbers)
        self._of[index] = found
        for candidate, saved in found.items():
            self.places.setdefault(candidate, {})[index] = saved
            self.hot.add(candidate)

    def saving(self, candidate: Candidate) -> int:
        """Calculations that taking a candidate out everywhere saves, its definition deducted."""
        places: Mapping[int, int] = self.places.get(candidate, {})
        return sum(places.values()) - cost(dict(candidate))
