"""Cost and users of a factored system, counted again."""

from __future__ import annotations

from puma560_dynamics.emdeg.program.system import System
from puma560_dynamics.emdeg.simplify.candidates import Candidates
from puma560_dynamics.emdeg.simplify.factoring import Factoring
from puma560_dynamics.emdeg.simplify.occurrences import Candidate, Occurrences


def assert_books_are_right(factoring: Factoring) -> None:
    """Cost, users and candidates are those of the system as it stands."""
    system = factoring.system
    assert factoring.total == system.cost
    users: dict[int, set[int]] = {}
    for index, polynomial in system.definitions.items():
        for factor in {f for monomial in polynomial for f in monomial}:
            users.setdefault(factor, set()).add(index)
    assert {factor: by for factor, by in factoring.users.items() if by} == users
    assert listed(factoring.candidates) == listed(Candidates(system)) == found_anew(system)


def listed(candidates: Candidates) -> dict[Candidate, tuple[list[int], int]]:
    """Candidates with their places and what they save in all, however they are numbered."""
    return {
        candidates.candidate(number): (candidates.places(number), candidates.saved(number))
        for number in candidates.present()
    }


def found_anew(system: System) -> dict[Candidate, tuple[list[int], int]]:
    """The same, looked up definition by definition with nothing remembered."""
    found: dict[Candidate, tuple[list[int], int]] = {}
    for index in sorted(system.definitions):
        occurrences = Occurrences(system.numbers)
        for number, saved in occurrences.of(system.definitions[index]).items():
            places, before = found.get(occurrences.candidates[number], ([], 0))
            found[occurrences.candidates[number]] = [*places, index], before + saved
    return found


def inner(factoring: Factoring) -> list[int]:
    """Definitions that are not outputs."""
    return sorted(set(factoring.system.definitions) - factoring.wanted)
