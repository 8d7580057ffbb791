"""Greedy factoring: take out what saves most, until nothing saves anything.

All definitions are factored together, so that a sum found in one is used in another.
"""

from __future__ import annotations

import random

from ..algebra.coefficients import ONE
from ..program.system import Polynomial, System, polynomial_cost
from .candidates import GONE, Candidates, Surveyed
from .occurrences import Candidate, quotient


class Factoring:
    """A system under change, with its candidates and users; every change can be taken back."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.candidates = Candidates(system)
        self.users: dict[int, set[int]] = {}
        self._known: dict[int, Surveyed] = {}
        for index in system.definitions:
            known = self._known[index] = self.candidates.refresh(index)
            for factor in known.factors:
                self.users.setdefault(factor, set()).add(index)
        self.total = system.cost
        self.wanted = set(system.outputs.values())
        self._journal: dict[int, Polynomial | None] = {}

    # Changes -------------------------------------------------------------------------------------

    def replace(self, index: int, polynomial: Polynomial | None) -> None:
        """Give a definition another form; None forgets it."""
        if index not in self._journal:
            self._journal[index] = self.system.definitions.get(index)
        if polynomial is None:
            self.system.definitions.pop(index, None)
        else:
            self.system.definitions[index] = polynomial
        before, after = self._known.pop(index, GONE), self.candidates.refresh(index)
        if polynomial is not None:
            self._known[index] = after
        self.total += after.cost - before.cost
        for factor in before.factors - after.factors:
            self.users[factor].discard(index)
        for factor in after.factors - before.factors:
            self.users.setdefault(factor, set()).add(index)

    def commit(self) -> None:
        """Forget how it was."""
        self._journal = {}

    def undo(self) -> None:
        """Back to the last commit."""
        for index, polynomial in self._journal.items():
            self.replace(index, polynomial)
        self._journal = {}
        self.candidates.forget_changes()

    def inline(self, index: int) -> None:
        """Write a definition out wherever it is used."""
        polynomial = self.system.definitions[index]
        for user in sorted(self.users.get(index, ())):
            self.replace(user, self.system.substituted(self.system.definitions[user], index, polynomial))
        if index not in self.wanted:
            self.replace(index, None)

    # Greed ---------------------------------------------------------------------------------------

    def settle(self, rng: random.Random) -> None:
        """Take out what saves most until nothing saves anything; equal savings in random order."""
        while self.candidates.changed:
            while best := self.candidates.best():
                self.take_out(best[rng.randrange(len(best))])
            self._tidy()

    def take_out(self, number: int) -> None:
        """Name a candidate and use the name everywhere, unless that costs more than it saves.

        Places that use a candidate use all its factors, so its name depends on none of them.
        """
        candidate = self.candidates.candidate(number)
        definitions, polynomial = self.system.definitions, dict(candidate)
        places = self.candidates.places(number)
        index, factor = self._existing(polynomial, places)
        new = index is None
        if index is None:
            index = self.system.fresh()
        forms = {place: self.taken(definitions[place], candidate, index, factor) for place in places if place != index}
        saved = sum(self._known[place].cost - polynomial_cost(form) for place, form in forms.items())
        if saved <= new * polynomial_cost(polynomial):  # the places overlap: it looked better than it is
            self.candidates.hot.discard(number)
            return
        if new:
            self.replace(index, polynomial)
        for place, form in forms.items():
            self.replace(place, form)

    def _existing(self, polynomial: Polynomial, places: list[int]) -> tuple[int | None, int]:
        """A definition or atom of which `polynomial` is a multiple, and that multiple."""
        numbers = self.system.numbers
        for form, atom, sign in self.system.free:
            if form == polynomial:
                return atom, sign
        lead = min(polynomial)
        for place in places:
            form = self.system.definitions[place]
            if form.keys() == polynomial.keys():
                factor = numbers.over(polynomial[lead], form[lead])
                if all(numbers.times(form[m], factor) == k for m, k in polynomial.items()):
                    return place, factor
        return None, ONE

    def taken(self, polynomial: Polynomial, candidate: Candidate, index: int, factor: int) -> Polynomial:
        """`polynomial` with `factor` times `index` for every occurrence of the candidate."""
        numbers, result = self.system.numbers, dict(polynomial)
        (left, k), *more = candidate
        for one in sorted(polynomial):
            while one in result and (shared := quotient(one, left)) is not None:
                coefficient = numbers.over(result[one], k)
                if not more and (k == ONE or abs(coefficient) == ONE):
                    del result[one]
                elif more:
                    right, h = more[0]
                    two = tuple(sorted(shared + right))
                    if two == one or result.get(two) != numbers.times(coefficient, h):
                        break
                    del result[one], result[two]
                else:
                    break
                one = tuple(sorted((*shared, index)))
                self.system.add(result, one, numbers.times(coefficient, factor))
        return result

    def _tidy(self) -> None:
        """Forget definitions that nothing uses, and write out those used once, where that costs nothing."""
        touched = set(self._journal)
        touched |= {factor for before in self._journal.values() for monomial in before or () for factor in monomial}
        pending = sorted(touched)
        while pending:
            index = pending.pop()
            polynomial = self.system.definitions.get(index)
            if polynomial is None or index in self.wanted:
                continue
            if not self.users.get(index):
                self.replace(index, None)
            elif not polynomial or self._used_once_for_nothing(index, polynomial):
                self.inline(index)
            else:
                continue
            pending += sorted({factor for monomial in polynomial for factor in monomial})

    def _used_once_for_nothing(self, index: int, polynomial: Polynomial) -> bool:
        """Whether one term uses a definition, and costs no more with it written out."""
        user, *more = self.users[index]
        form = self.system.definitions[user]
        if more or sum(monomial.count(index) for monomial in form) != 1:
            return False
        return (
            polynomial_cost(self.system.substituted(form, index, polynomial))
            <= self._known[user].cost + self._known[index].cost
        )
