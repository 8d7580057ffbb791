"""What could be taken out of a system: candidates of all its definitions, and what each saves."""

from __future__ import annotations

from dataclasses import dataclass

from ..program.system import Polynomial, System, polynomial_cost
from .occurrences import Candidate, Occurrences, ScaledMonomial

REMEMBERED = 20_000
"""Polynomials of which is kept what was found in them."""


@dataclass(slots=True)
class Surveyed:
    """What is known of a polynomial: candidates and what each saves there, its calculations, its factors."""

    savings: dict[int, int]
    cost: int
    factors: frozenset[int]


GONE = Surveyed({}, 0, frozenset())
"""Of a definition that there is not."""


class Candidates:
    """The candidates of a whole system, kept up to date definition by definition.

    Attributes:
        hot: numbers of candidates that may save something, of those whose saving changed since it was last looked at.
        changed: whether any saving changed since nothing was left to take out.
    """

    def __init__(self, system: System) -> None:
        self._system = system
        self._occurrences = Occurrences(system.numbers)
        self._saved: list[int] = []
        self._of: dict[int, dict[int, int]] = {}
        self._seen: dict[frozenset[ScaledMonomial], Surveyed] = {}  # the search comes back to polynomials
        self.hot: set[int] = set()
        self.changed = False
        for index in system.definitions:
            self.refresh(index)

    def refresh(self, index: int) -> Surveyed:
        """Look at a definition again that is new, changed or gone; returns what is known of it."""
        polynomial = self._system.definitions.get(index)
        surveyed = GONE if polynomial is None else self._survey(polynomial)
        before, after = self._of.pop(index, GONE.savings), surveyed.savings
        if after:
            self._of[index] = after
        if before is after:
            return surveyed
        saved, costs, hot = self._saved, self._occurrences.costs, self.hot
        saved += [0] * (len(costs) - len(saved))
        for number in before.keys() - after.keys():
            saved[number] -= before[number]
        for number, now in after.items():
            was = before.get(number)
            if was != now:
                self.changed = True
                total = saved[number] = saved[number] + now - (was or 0)
                if total > costs[number]:
                    hot.add(number)
        return surveyed

    def _survey(self, polynomial: Polynomial) -> Surveyed:
        key = frozenset(polynomial.items())
        surveyed = self._seen.get(key)
        if surveyed is None:
            if len(self._seen) >= REMEMBERED:
                self._seen.clear()
            factors = frozenset([factor for monomial in polynomial for factor in monomial])
            surveyed = self._seen[key] = Surveyed(
                self._occurrences.of(polynomial), polynomial_cost(polynomial), factors
            )
        return surveyed

    def candidate(self, number: int) -> Candidate:
        """The candidate of a number."""
        return self._occurrences.candidates[number]

    def present(self) -> set[int]:
        """Numbers of all candidates of the definitions."""
        return {number for savings in self._of.values() for number in savings}

    def saved(self, number: int) -> int:
        """Calculations that taking a candidate out everywhere saves, its definition not counted."""
        return self._saved[number]

    def places(self, number: int) -> list[int]:
        """Definitions with a candidate, in their order."""
        return sorted(index for index, savings in self._of.items() if number in savings)

    def best(self) -> list[int]:
        """Those that save most in the order of their candidates, none if none saves anything; `hot` is tidied."""
        saved, costs = self._saved, self._occurrences.costs
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
        self.changed = bool(best)
        return sorted(best, key=self.candidate)

    def forget_changes(self) -> None:
        """Nothing is to be looked at: the definitions are as they were when nothing was left to take out."""
        self.hot.clear()
        self.changed = False
