"""Rounds do not depend on the machine, fall with size, and are those of the program."""

from __future__ import annotations

import pytest

from puma560_dynamics.emdeg.effort import AGAIN, ORDINARY, SMALL, OwnSearch, SearchEffort

EFFORT = SearchEffort(rounds=100)


def test_a_large_program_gets_fewer_rounds_which_its_routes_share():
    assert EFFORT.rounds_for(1, 2) == EFFORT.rounds_for(ORDINARY, 2) == 100
    assert EFFORT.rounds_for(2 * ORDINARY, 1) == 50
    assert EFFORT.rounds_for(2 * ORDINARY, 2) == 25
    assert EFFORT.rounds_for(1000 * ORDINARY, 2) == 1, "at least one"


def test_a_small_program_is_searched_for_again():
    assert EFFORT.seeds_for(SMALL) == 1
    assert EFFORT.seeds_for(SMALL // 2) == 2
    assert EFFORT.seeds_for(0) == AGAIN
    assert SearchEffort(seeds=3).seeds_for(SMALL // 2) == 6


@pytest.mark.parametrize(
    ("cost", "first", "last"), [(SMALL, 250, 50), (SMALL + 1, 250, 20), (ORDINARY, 250, 20), (2 * ORDINARY, 25, 5)]
)
def test_longer_and_ending_are_shares_of_the_rounds(cost: int, first: int, last: int):
    own = OwnSearch(longer=2.5, ending=0.2)
    assert own.first(EFFORT, cost, 2) == first
    assert own.last(EFFORT, cost) == last
    assert OwnSearch(ending=1e-9).last(EFFORT, cost) == 1
