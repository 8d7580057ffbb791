"""With any rules on, B and C are the same elements of the ring; fewer symbols form them."""

from __future__ import annotations

from itertools import combinations

import pytest
from helpers.emdeg.random_chains import chains
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics import load_arm
from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.equations.christoffel import coriolis_and_centrifugal
from puma560_dynamics.emdeg.equations.kane import kinetic_energy_matrix
from puma560_dynamics.emdeg.rules.reduction import Reduction
from puma560_dynamics.emdeg.rules.rules import RULES


@trials(30)
@given(chains(most=4))
def test_random_chains(chain: Chain):
    a = kinetic_energy_matrix(chain, Ring())
    expected = coriolis_and_centrifugal(a)
    assert Reduction(chain).coriolis_and_centrifugal(a) == expected
    assert Reduction(chain, ()).coriolis_and_centrifugal(a) == expected


@pytest.mark.parametrize("count", range(len(RULES) + 1))
def test_every_choice_of_rules(count: int):
    chain = load_arm("akb1986").exact_chain
    a = kinetic_energy_matrix(chain, Ring())
    expected = coriolis_and_centrifugal(a)
    fewest = len(Reduction(chain).symbols)
    for rules in combinations(RULES, count):
        reduction = Reduction(chain, rules)
        assert reduction.coriolis_and_centrifugal(a) == expected
        assert fewest <= len(reduction.symbols) <= 216


def test_no_two_symbols_of_the_puma_are_multiples():
    """What the rules leave unique is unique indeed: nothing is missed."""
    chain = load_arm("akb1986").exact_chain
    a = kinetic_energy_matrix(chain, Ring())
    reduction = Reduction(chain)
    values = [value for form in reduction.symbols if (value := reduction.value(form, a))]
    shapes = set()
    for value in values:
        terms = sorted(value.items())
        shapes.add(tuple((m, k / terms[0][1]) for m, k in terms))
    assert len(shapes) == len(values)


def test_the_order_of_the_rules_does_not_matter():
    chain = load_arm("akb1986").exact_chain
    forward, backward = Reduction(chain), Reduction(chain, reversed(RULES))
    assert len(forward.symbols) == len(backward.symbols)
    assert forward.derivatives == backward.derivatives
