"""Every program of every form passes its proof; the same chain gives the same bytes."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from helpers.emdeg import chain_numbers
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_chains import chains, states
from helpers.emdeg.small_chains import three_joints
from helpers.emdeg.task_names import ANY_CHAIN, names_of
from helpers.trials import SHARE, trials
from hypothesis import given

from puma560_dynamics.emdeg import derivation
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.derivation import FactoredSystem, cheapest_system, derive, long_search
from puma560_dynamics.emdeg.effort import MAX_SEARCHES, ORDINARY_COST, SMALL_COST, OwnSearch, SearchEffort
from puma560_dynamics.emdeg.program.system import System, system_as_text
from puma560_dynamics.emdeg.proof import prove
from puma560_dynamics.emdeg.simplify.search import simplify_system
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.emdeg.tasks.task import Task

QUICK = SearchEffort(forms=1, sketch=2, rounds=10)


@trials(10)
@given(chains(most=3))
def test_what_is_derived_is_exact_and_agrees_with_numerical_evaluation(chain: Chain):
    searched: dict[str, FactoredSystem] = {}

    def noted(chain: Chain, name: str, *rest: Any) -> FactoredSystem:
        searched[name] = cheapest_system(chain, name, *rest)
        return searched[name]

    with patch.object(derivation, "cheapest_system", noted):
        made = derive(chain, names_of(chain), effort=QUICK)
    assert set(searched) == set(names_of(chain))
    for name, (_, system, variables) in searched.items():
        prove(chain, name, system, variables)
        if type(task_of(name)).completed is Task.completed:
            assert made.programs[name].count.total == system.cost
    for q, qd, qdd in states(chain, 2):
        expected = chain_numbers.torque(chain, q, qd, qdd)
        found = interpret(made.programs["torque"], q, qd, qdd)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * max(1.0, np.abs(expected).max()))
        expected = chain_numbers.kinetic_energy_matrix(chain, q)
        found = interpret(made.programs["kinetic_energy_matrix"], q)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * max(1.0, np.abs(expected).max()))


@trials(5)
@given(chains(most=3))
def test_the_same_chain_gives_the_same_text(chain: Chain):
    for name in ANY_CHAIN:
        one, two = (system_as_text(cheapest_system(chain, name, QUICK, 7)[1]) for _ in range(2))
        assert one == two


@pytest.mark.parametrize(("name", "rounds"), [("torque", 20), *([("gravity", 150)] if SHARE == 1 else [])])
def test_more_effort_is_never_worse(puma: Chain, name: str, rounds: int):
    little = cheapest_system(puma, name, SearchEffort(rounds=rounds), 0)[1].cost
    much = cheapest_system(puma, name, SearchEffort(rounds=4 * rounds, seeds=2), 0)[1].cost
    assert much <= little


@pytest.fixture(scope="module")
def puma() -> Chain:
    """The paper's arm."""
    from puma560_dynamics import load_arm

    return load_arm("akb1986").exact_chain


@pytest.mark.parametrize("name", ["kinetic_energy_matrix", "torque", "gravity"])
def test_every_program_is_searched_for_as_suits_it(name: str, monkeypatch: pytest.MonkeyPatch):
    """Sketches, the first search and the last one, which writes outputs out: their rounds and heat."""
    asked: list[tuple[int, bool, float]] = []

    def recorded(system: System, rounds: int, *further: Any, **named: Any) -> System:
        asked.append((rounds, named.get("outputs", False), named["heat"]))
        return simplify_system(system, rounds, *further, **named)

    monkeypatch.setattr(derivation, "simplify_system", recorded)
    effort, own = SearchEffort(forms=0, sketch=1, rounds=8), task_of(name).search
    cheapest_system(three_joints(), name, effort, 0)
    first = {rounds for rounds, outputs, _ in asked if rounds != effort.sketch and not outputs}
    assert first == {own.first(effort, 1, 1)}
    assert [rounds for rounds, outputs, _ in asked if outputs] == [own.last(effort, 1)]
    assert {heat for *_, heat in asked} == {own.heat}


def searched(monkeypatch: pytest.MonkeyPatch, name: str, every: bool = False) -> list[tuple[int, bool]]:
    """Of every search of three joints after the sketches: the cost that it ends at, and whether it was given up."""
    found: list[tuple[int, bool]] = []

    def recorded(system: System, rounds: int, seed: int, stop: Any = lambda done, cost: False, **named: Any) -> System:
        stopped: list[bool] = []

        def noted(done: int, cost: int) -> bool:
            stopped.append(stop(done, cost))
            return stopped[-1]

        system = simplify_system(system, rounds, seed, noted, **named)
        if rounds > 1 and not named.get("outputs"):
            found.append((system.cost, any(stopped)))
        return system

    with monkeypatch.context() as patch:
        patch.setattr(derivation, "simplify_system", recorded)
        derivation.factored_systems(three_joints(), name, SearchEffort(forms=0, sketch=1, rounds=320), 0, every=every)
    return found


def test_each_search_begins_with_the_next_of_the_cheapest_sketches(monkeypatch: pytest.MonkeyPatch):
    chain, effort = three_joints(), SearchEffort(forms=0, sketch=1, rounds=40, seeds=3)
    searches: list[int] = []

    def recorded(system: System, rounds: int, *further: Any, **named: Any) -> System:
        if rounds > 1:
            searches.append(rounds)  # every search ends elsewhere: none is the last for ending like one before
        return simplify_system(system, 1 if rounds == 1 else 10 * (len(searches) % 7), *further, **named)

    monkeypatch.setattr(derivation, "simplify_system", recorded)
    first, second, third, *_ = derivation.factored_systems(chain, "torque", effort, 0)
    deep = first.form.depth > 0
    sketches = {
        form: simplify_system(task_of("torque").system(chain, form)[0], 1, 0, heat=task_of("torque").search.heat).cost
        for form in task_of("torque").forms(chain)
        if (form.depth > 0) == deep
    }
    assert [each.form for each in (first, second, third)] == sorted(sketches, key=lambda form: sketches[form])[:3]


def test_a_search_is_not_repeated_once_two_ended_alike(monkeypatch: pytest.MonkeyPatch):
    costs = [cost for cost, _ in searched(monkeypatch, "gravity")]
    assert len(costs) == 3, "two of the better route, which ended alike, one of the other"
    assert costs[0] == costs[1] < costs[2]


def test_a_route_that_lags_behind_is_given_up(monkeypatch: pytest.MonkeyPatch):
    whole = searched(monkeypatch, "kinetic_energy_matrix")
    assert len(whole) > 1 and not any(stopped for _, stopped in whole)
    monkeypatch.setattr(derivation, "LAGGING_RATIO", 0.0)
    stopped = [stopped for _, stopped in searched(monkeypatch, "kinetic_energy_matrix")]
    assert stopped.count(True) == 1 and stopped[-1], "once, and not tried again"
    assert not any(stopped for _, stopped in searched(monkeypatch, "kinetic_energy_matrix", every=True))


LOOKS = 60 if SHARE == 1 else 25
"""How long the search goes on."""


class Clock:
    """Time that passes by being looked at."""

    def __init__(self, looks: int) -> None:
        self.looks, self.seen = looks, 0

    def spent(self) -> float:
        self.seen += 1
        return self.seen / self.looks


@trials(5)
@given(chains(most=2))
def test_ever_cheaper_and_exact(chain: Chain):
    for name in ANY_CHAIN:
        clock = Clock(LOOKS)
        told: list[tuple[float, int]] = []

        def note(name: str, share: float, cost: int, told: list[tuple[float, int]] = told) -> None:
            told.append((share, cost))

        found = list(long_search(chain, name, 0, clock.spent, note))
        costs = [system.cost for _, system, _ in found]
        assert costs == sorted(set(costs), reverse=True)
        assert costs[-1] == min(cost for _, cost in told)
        assert all(0 <= share <= 1 for share, _ in told)
        assert clock.seen >= LOOKS
        for _, system, variables in found:
            prove(chain, name, system, variables)


@trials(3)
@given(chains(most=2))
def test_no_time_no_result_and_the_same_time_the_same_result(chain: Chain):
    assert list(long_search(chain, "torque", 0, lambda: 1.0)) == []
    one, two = (
        [(form, system.cost) for form, system, _ in long_search(chain, "torque", 3, Clock(40).spent)] for _ in "12"
    )
    assert one == two


EFFORT = SearchEffort(rounds=100)


def test_a_large_program_gets_fewer_rounds_which_its_routes_share():
    assert EFFORT.rounds_for(1, 2) == EFFORT.rounds_for(ORDINARY_COST, 2) == 100
    assert EFFORT.rounds_for(2 * ORDINARY_COST, 1) == 50
    assert EFFORT.rounds_for(2 * ORDINARY_COST, 2) == 25
    assert EFFORT.rounds_for(1000 * ORDINARY_COST, 2) == 1, "at least one"


def test_a_small_program_is_searched_for_again():
    assert EFFORT.seeds_for(SMALL_COST) == 1
    assert EFFORT.seeds_for(SMALL_COST // 2) == 2
    assert EFFORT.seeds_for(0) == MAX_SEARCHES
    assert SearchEffort(seeds=3).seeds_for(SMALL_COST // 2) == 6


@pytest.mark.parametrize(
    ("cost", "first", "last"),
    [(SMALL_COST, 250, 50), (SMALL_COST + 1, 250, 20), (ORDINARY_COST, 250, 20), (2 * ORDINARY_COST, 25, 5)],
)
def test_longer_and_ending_are_shares_of_the_rounds(cost: int, first: int, last: int):
    own = OwnSearch(longer=2.5, ending=0.2)
    assert own.first(EFFORT, cost, 2) == first
    assert own.last(EFFORT, cost) == last
    assert OwnSearch(ending=1e-9).last(EFFORT, cost) == 1
