"""Taking out, writing out and taking back leave every value as it is; the books are kept right."""

from __future__ import annotations

import random

from helpers.emdeg.books import assert_books_are_right, inner
from helpers.emdeg.random_systems import systems, values
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.program.system import Polynomial, System
from puma560_dynamics.emdeg.simplify.factoring import Factoring


@trials(60)
@given(systems(), st.randoms(use_true_random=False))
def test_settling_keeps_values_and_costs_no_more(system: System, rng: random.Random):
    system.prune()
    before, cost = values(system), system.cost
    factoring = Factoring(system)
    factoring.settle(rng)
    assert values(system) == before
    assert factoring.total <= cost
    assert_books_are_right(factoring)
    assert not factoring.candidates.best()
    assert set(system.order()) == system.definitions.keys()  # nothing is computed without a use


@trials(60)
@given(systems(), st.data())
def test_every_candidate_may_be_taken_out(system: System, data: st.DataObject):
    """Each taking out costs no more than before, whatever was promised."""
    before = values(system)
    factoring = Factoring(system)
    for _ in range(4):
        known = sorted(factoring.candidates.present())
        if not known:
            break
        cost = factoring.total
        factoring.take_out(data.draw(st.sampled_from(known)))
        assert factoring.total <= cost
    assert values(system) == before
    assert_books_are_right(factoring)


@trials(60)
@given(systems(), st.data())
def test_writing_out_keeps_values_and_undo_restores(system: System, data: st.DataObject):
    before = values(system)
    factoring = Factoring(system)
    factoring.settle(random.Random(0))
    factoring.commit()
    forms, cost = {i: dict(p) for i, p in system.definitions.items()}, factoring.total
    while bool(inner(factoring)) and data.draw(st.booleans()):
        factoring.inline(data.draw(st.sampled_from(inner(factoring))))
        assert values(system) == before
    assert_books_are_right(factoring)
    factoring.settle(random.Random(1))
    assert values(system) == before
    factoring.undo()
    assert (system.definitions, factoring.total) == (forms, cost)
    assert_books_are_right(factoring)


def test_a_free_form_is_used():
    """c·x + s·y that is an atom already costs nothing."""
    system = System(("c", "s", "x", "y", "free"))
    form: Polynomial = {(0, 2): 1, (1, 3): 1}
    system.free = [(form, 4, -1)]
    system.output("out", {(0, 2, 3): 1, (1, 3, 3): 1})
    factoring = Factoring(system)
    factoring.settle(random.Random(0))
    assert system.definitions[system.outputs["out"]] == {(3, 4): -1}


def test_a_product_is_shared():
    """x·y·c and x·y·s: two products saved by one."""
    system = System(("c", "s", "x", "y"))
    system.output("one", {(0, 2, 3): 1})
    system.output("two", {(1, 2, 3): 1})
    factoring = Factoring(system)
    factoring.settle(random.Random(0))
    assert factoring.total == 3
