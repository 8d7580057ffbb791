"""Every relation of every rule holds exactly in random chains, and none is claimed where it does not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers.emdeg.random_chains import chains
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics import load_arm
from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.emdeg.chain.chain import PRISMATIC, Body, Chain, ChainJoint
from puma560_dynamics.emdeg.equations.kane import christoffel_symbol, kinetic_energy_matrix
from puma560_dynamics.emdeg.rules.rules import RULES, Rule, last_link_is_symmetric, parallel_pairs, twice_symbol

PARALLEL = RULES[3:5]


def vanishes(rule: Rule, chain: Chain) -> int:
    """Put the chain's A into every relation; how many there were."""
    a = kinetic_energy_matrix(chain, Ring())
    ring, count = a[0][0].ring, 0
    for relation in rule.relations(chain):
        assert not ring.sum(a[i][j].derivative(k) * value for (i, j, k), value in relation.items())
        count += 1
    return count


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
@trials(20)
@given(chain=chains(most=4, least=2))
def test_relations_hold(rule: Rule, chain: Chain):
    vanishes(rule, chain)


@pytest.mark.parametrize("cos_second", [1, -1])
@pytest.mark.parametrize("cos_first, sin_first, crossing", [(0, 1, True), (1, 0, False), (0.6, 0.8, False)])
def test_parallel_axes(cos_first: float, sin_first: float, crossing: bool, cos_second: int):
    """Of three joints the last two parallel, in a chain with no other regularity."""
    body = Body(2, (0.1, -0.2, 0.3), (3, 4, 5, 0.1, 0.2, 0.3))
    steps = (
        ChainJoint("0", a=0.1, d=0.2),
        ChainJoint("1", cos_alpha=cos_first, sin_alpha=sin_first, a=0.3, d=0.4),
        ChainJoint("2", cos_alpha=cos_second, a=0.5, d=0.6),
        ChainJoint("3", cos_alpha=0.28, sin_alpha=0.96, a=0.7, d=0.8),
    )
    chain = Chain("parallel", steps, (body,) * 4)
    assert (1, cos_second) in parallel_pairs(chain)
    across, along = PARALLEL
    assert bool(vanishes(across, chain)) is crossing
    assert vanishes(along, chain)
    if not crossing and sin_first:
        a = kinetic_energy_matrix(chain, Ring())
        assert christoffel_symbol(a, 1, 0, 2)  # EMDEG's (35) needs the right angle


def test_no_relation_of_axes_that_are_not_parallel():
    steps = tuple(ChainJoint(str(i), cos_alpha=0, sin_alpha=1, a=0.3) for i in range(3))
    chain = Chain("crossed", steps, (Body(1, (0.1, 0.2, 0.3)),) * 3)
    for rule in PARALLEL:
        assert not list(rule.relations(chain))
    sliding = replace(chain, joints=(steps[0], ChainJoint("s", PRISMATIC), steps[2]))
    assert not parallel_pairs(sliding)


def test_symmetry_of_the_last_link():
    chain = load_arm("akb1986").exact_chain
    assert last_link_is_symmetric(chain)

    def last(**changes: Any) -> Chain:
        return replace(chain, bodies=(*chain.bodies[:5], replace(chain.bodies[5], **changes)))

    assert not last_link_is_symmetric(last(center=(0.01, 0, 0.03)))
    assert not last_link_is_symmetric(last(inertia=(1, 2, 2, 0, 0, 0)))
    assert not last_link_is_symmetric(last(inertia=(1, 1, 1, 0, 0, 0.1)))
    rule = RULES[2]
    assert vanishes(rule, chain) == 36
    assert not list(rule.relations(last(center=(0, 0.01, 0))))
    slides = replace(chain, joints=(*chain.joints[:5], replace(chain.joints[5], kind=PRISMATIC)))
    assert not last_link_is_symmetric(slides)


def test_twice_the_symbol():
    assert twice_symbol(0, 1, 2) == {(0, 1, 2): 1, (0, 2, 1): 1, (1, 2, 0): -1}
    assert twice_symbol(0, 1, 1) == {(0, 1, 1): 2, (1, 1, 0): -1}
    assert twice_symbol(1, 1, 1) == {(1, 1, 1): 1}
