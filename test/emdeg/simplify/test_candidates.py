"""Candidates of a system are the same whether looked up anew or kept up to date."""

from __future__ import annotations

from helpers.emdeg.books import found_anew, listed
from helpers.emdeg.random_systems import polynomials, systems
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.program.system import System, polynomial_cost
from puma560_dynamics.emdeg.simplify.candidates import GONE, Candidates


@trials(50)
@given(systems(), st.data())
def test_refreshed_is_as_new(system: System, data: st.DataObject):
    kept = Candidates(system)
    for index in sorted(system.definitions):
        change = data.draw(st.sampled_from(("keep", "change", "forget")))
        if change == "change":
            system.definitions[index] = data.draw(polynomials(system.numbers, (0, 1, 2, 3)))
        elif change == "forget":
            del system.definitions[index]
        kept.refresh(index)
    new = Candidates(system)
    assert listed(kept) == listed(new) == found_anew(system)
    assert [*map(kept.candidate, kept.best())] == [*map(new.candidate, new.best())]


@trials(50)
@given(systems())
def test_the_best_save_more_than_they_cost(system: System):
    candidates = Candidates(system)
    net = {
        number: candidates.saved(number) - polynomial_cost(dict(candidates.candidate(number)))
        for number in candidates.present()
    }
    most = max(net.values(), default=0)
    assert set(candidates.best()) == {number for number, saving in net.items() if saving == most > 0}
    assert candidates.changed == (most > 0)


@given(systems())
def test_what_is_known_of_a_definition(system: System):
    candidates = Candidates(system)
    for index, polynomial in system.definitions.items():
        known = candidates.refresh(index)
        assert known.cost == polynomial_cost(polynomial)
        assert known.factors == {factor for monomial in polynomial for factor in monomial}
    index, _ = system.definitions.popitem()
    assert candidates.refresh(index) == GONE


def test_without_changes_no_candidate_is_evaluated():
    system = System(("x", "y"))
    system.output("out", {(0, 0, 1): 1, (0, 1, 1): 1})
    candidates = Candidates(system)
    assert candidates.changed and candidates.best()
    candidates.forget_changes()
    assert not candidates.changed and not candidates.best()
