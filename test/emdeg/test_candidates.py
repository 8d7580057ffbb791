"""Candidates save what they promise, and are the same whether looked up anew or kept up to date."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from random_systems import ATOMS, monomials, polynomials, systems

from puma560_dynamics.emdeg.candidates import Candidates, common, occurrences, quotient
from puma560_dynamics.emdeg.factoring import Factoring
from puma560_dynamics.emdeg.system import Monomial, System, cost


@given(monomials(range(4)), monomials(range(4)))
def test_quotient_undoes_a_product(a: Monomial, b: Monomial):
    product = tuple(sorted(a + b))
    assert quotient(product, b) == a
    assert (quotient(a, b) is None) == bool(Counter(b) - Counter(a))


@given(monomials(range(4)), monomials(range(4)))
def test_the_greatest_common_divisor(a: Monomial, b: Monomial):
    shared, left, right = common(a, b)
    assert Counter(shared) == Counter(a) & Counter(b)
    assert (tuple(sorted(shared + left)), tuple(sorted(shared + right))) == (a, b)


@given(st.data())
def test_a_candidate_saves_what_it_promises(data: st.DataObject):
    """Where it is found once in a polynomial of which nothing else is a multiple of it."""
    system = System(ATOMS)
    system.output("out", data.draw(polynomials(system.numbers, range(4))))
    (index,) = system.definitions
    before = cost(system.definitions[index])
    for candidate, saved in occurrences(system.definitions[index], system.numbers).items():
        work = Factoring(system.copy())
        name = work.system.fresh()
        taken = work.taken(work.system.definitions[index], candidate, name, 1)
        uses = [m.count(name) for m in taken if name in m]
        if uses == [1]:
            assert before - cost(taken) == saved, (system.definitions[index], candidate)


@settings(max_examples=50, deadline=None)
@given(systems(), st.data())
def test_refreshed_is_as_new(system: System, data: st.DataObject):
    kept = Candidates(system)
    for index in sorted(system.definitions):
        change = data.draw(st.sampled_from(("keep", "change", "forget")))
        if change == "change":
            system.definitions[index] = data.draw(polynomials(system.numbers, range(4)))
        elif change == "forget":
            del system.definitions[index]
        kept.refresh(index)
    new = Candidates(system)
    assert kept.places == new.places
    assert kept.hot >= new.hot
