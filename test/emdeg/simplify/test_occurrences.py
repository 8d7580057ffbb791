"""Candidates save what they promise, also where pairs of terms were seen before."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from helpers.emdeg.random_systems import ATOMS, monomials, polynomials
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.coefficients import ONE, Coefficients
from puma560_dynamics.emdeg.program.system import Monomial, Polynomial, System, polynomial_cost
from puma560_dynamics.emdeg.simplify.factoring import Factoring
from puma560_dynamics.emdeg.simplify.occurrences import Candidate, Occurrences, common, quotient


@given(monomials((0, 1, 2, 3)), monomials((0, 1, 2, 3)))
def test_quotient_undoes_a_product(a: Monomial, b: Monomial):
    product = tuple(sorted(a + b))
    assert quotient(product, b) == a
    assert (quotient(a, b) is None) == bool(Counter(b) - Counter(a))


@given(monomials((0, 1, 2, 3)), monomials((0, 1, 2, 3)))
def test_the_greatest_common_divisor(a: Monomial, b: Monomial):
    shared, left, right = common(a, b)
    assert Counter(shared) == Counter(a) & Counter(b)
    assert (tuple(sorted(shared + left)), tuple(sorted(shared + right))) == (a, b)


def places(polynomial: Polynomial, candidate: Candidate, numbers: Coefficients) -> int:
    """How many monomials and numbers there are whose product with the candidate is part of the polynomial."""
    (left, k), *more = candidate
    found = 0
    for monomial, coefficient in polynomial.items():
        rest, factor = quotient(monomial, left), numbers.over(coefficient, k)
        if rest is not None and (more or k == ONE or abs(factor) == ONE):
            found += all(polynomial.get(tuple(sorted(rest + m))) == numbers.times(h, factor) for m, h in more)
    return found


@trials(300)
@given(st.data())
def test_a_candidate_saves_what_it_promises(data: st.DataObject):
    """Where there is one place for it."""
    system = System(ATOMS)
    polynomial = data.draw(polynomials(system.numbers, (0, 1, 2, 3)))
    system.output("out", polynomial)
    name = system.fresh()
    factoring = Factoring(system)
    occurrences = Occurrences(system.numbers)
    for number, saved in occurrences.of(polynomial).items():
        candidate = occurrences.candidates[number]
        assert occurrences.costs[number] == polynomial_cost(dict(candidate))
        assert places(polynomial, candidate, system.numbers) >= 1
        taken = factoring.taken(polynomial, candidate, name, ONE)
        uses = [monomial.count(name) for monomial in taken if name in monomial]
        if uses == [1] and places(polynomial, candidate, system.numbers) == 1:
            assert polynomial_cost(polynomial) - polynomial_cost(taken) == saved


@given(monomials((0, 1, 2, 3), longest=6))
def test_products_are_counted_as_often_as_they_fit(monomial: Monomial):
    system = System(ATOMS)
    occurrences = Occurrences(system.numbers)
    found = {occurrences.candidates[number]: saved for number, saved in occurrences.of({monomial: ONE}).items()}
    fitting: Counter[Candidate] = Counter()
    for pair in set(combinations(monomial, 2)):
        rest = quotient(monomial, pair)
        while rest is not None:
            fitting[((pair, ONE),)] += 1
            rest = quotient(rest, pair)
    assert found == fitting


@trials(100)
@given(st.data())
def test_every_pair_of_terms_is_a_candidate(data: st.DataObject):
    """Up to the common factor, with its coefficients and up to one; so is every multiple that one term alone has."""
    system = System(ATOMS)
    numbers = system.numbers
    polynomial = data.draw(polynomials(numbers, (0, 1, 2, 3)))
    occurrences = Occurrences(numbers)
    found = {occurrences.candidates[number] for number in occurrences.of(polynomial)}
    for (a, k), (b, h) in combinations(sorted(polynomial.items()), 2):
        _, left, right = common(a, b)
        (left, k), (right, h) = sorted(((left, k), (right, h)))
        assert ((left, abs(k)), (right, h if k > 0 else -h)) in found
        assert ((left, ONE), (right, numbers.over(h, k))) in found
    sizes = Counter(abs(k) for monomial, k in polynomial.items() if monomial)
    multiples = {
        (((factor,), abs(k)),)
        for monomial, k in polynomial.items()
        for factor in monomial
        if abs(k) != ONE and sizes[abs(k)] == 1
    }
    assert {candidate for candidate in found if len(candidate) == 1 and candidate[0][1] != ONE} == multiples


@trials(100)
@given(st.data())
def test_what_was_remembered_changes_nothing(data: st.DataObject):
    system = System(ATOMS)
    drawn = data.draw(st.lists(polynomials(system.numbers, (0, 1, 2, 3)), min_size=2, max_size=4))
    kept = Occurrences(system.numbers)
    for polynomial in drawn:
        new = Occurrences(system.numbers)
        named = {new.candidates[number]: saved for number, saved in new.of(polynomial).items()}
        assert {kept.candidates[number]: saved for number, saved in kept.of(polynomial).items()} == named
