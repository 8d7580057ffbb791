"""Cost and users of a factored system, counted again."""

from __future__ import annotations

from puma560_dynamics.emdeg.simplify.candidates import Candidate, Candidates
from puma560_dynamics.emdeg.simplify.factoring import Factoring


def assert_books_are_right(factoring: Factoring) -> None:
    """Cost, users and candidates are those of the system as it stands."""
    system = factoring.system
    assert factoring.total == system.cost
    users: dict[int, set[int]] = {}
    for index, polynomial in system.definitions.items():
        for factor in {f for monomial in polynomial for f in monomial}:
            users.setdefault(factor, set()).add(index)
    assert {factor: by for factor, by in factoring.users.items() if by} == users
    assert listed(factoring.candidates) == listed(Candidates(system))


def listed(candidates: Candidates) -> dict[Candidate, dict[int, int]]:
    """Candidates with their places, however they are numbered."""
    return {candidates.candidate(number): places for number, places in candidates.places.items()}


def inner(factoring: Factoring) -> list[int]:
    """Definitions that are not outputs."""
    return sorted(set(factoring.system.definitions) - factoring.wanted)
