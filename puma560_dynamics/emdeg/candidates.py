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
from collections.abc import Mapping

from .coefficients import ONE, Coefficients
from .system import Monomial, Polynomial, System, cost

Candidate = tuple[tuple[Monomial, int], ...]


def quotient(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    """`monomial` without the factors of `divisor`; None if it lacks one."""
    rest = list(monomial)
    for factor in divisor:
        if factor not in rest:
            return None
        rest.remove(factor)
    return tuple(rest)


def common(a: Monomial, b: Monomial) -> tuple[Monomial, Monomial, Monomial]:
    """Greatest common divisor of two monomials, and what each has beside it."""
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
    """Candidates in one polynomial -> calculations that taking each out of it saves, its definition not counted."""
    result: Counter[Candidate] = Counter()
    sizes = Counter(abs(k) for m, k in polynomial.items() if m)
    terms = sorted(polynomial.items())
    for monomial, k in terms:
        for i, a in enumerate(monomial):
            if i and monomial[i - 1] == a and monomial.count(a) != 2:
                continue
            for j in range(i + 1, len(monomial)):
                if j == i + 1 or monomial[j] != monomial[j - 1]:
                    result[(((a, monomial[j]), ONE),)] += 1
        if abs(k) != ONE and sizes[abs(k)] == 1:
            for a in set(monomial):
                result[(((a,), abs(k)),)] += 1
    for i, (one, k) in enumerate(terms):
        for two, h in terms[i + 1 :]:
            shared, left, right = common(one, two)
            if left > right:
                left, right, kept, lost = right, left, h, k
            else:
                kept, lost = k, h
            with_kept, with_lost = (one, two) if kept is k else (two, one)
            saved = max(len(one) - 1, 0) + max(len(two) - 1, 0) - len(shared) + 1
            exact = saved + _freed(sizes, (with_kept, kept), (with_lost, lost))
            if abs(kept) == ONE:
                result[(left, kept), (right, lost)] += exact  # one sign for both forms
                if kept < 0:
                    result[(left, ONE), (right, -lost)] += result.pop(((left, kept), (right, lost)))
                continue
            ratio = saved + _freed(sizes, (with_lost, lost)) * (abs(lost) != abs(kept)) - (not with_kept)
            result[(left, ONE), (right, numbers.over(lost, kept))] += ratio
            if kept < 0:
                kept, lost = -kept, -lost
            result[(left, kept), (right, lost)] += exact
    return dict(result)


def _freed(sizes: Counter[int], *terms: tuple[Monomial, int]) -> int:
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
