"""Cuts of factored equations: the rest is the torque of the choice that comes with it, A symmetric."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.abbreviation.expansion import Expansion
from puma560_dynamics.emdeg.abbreviation.selection import Choice
from puma560_dynamics.emdeg.abbreviation.significance_rule import PAPER_RULE
from puma560_dynamics.emdeg.abbreviation.terms import ChainEquations, equations_of_motion
from puma560_dynamics.emdeg.program.system import System
from puma560_dynamics.emdeg.simplify.search import simplify_system
from puma560_dynamics.models.sampling import ranges_of


@pytest.fixture(scope="module")
def kept(arm: Arm) -> ChainEquations:
    exact = equations_of_motion(arm.exact_chain)
    return replace(exact, terms=tuple(t for t in PAPER_RULE.kept(exact, ranges_of(arm)) if max(t.element) < 3))


@pytest.fixture(scope="module")
def factored(kept: ChainEquations) -> System:
    return simplify_system(kept.torque_system(), 0)


def same(equations: ChainEquations, choice: Choice, system: System) -> bool:
    """Whether a system's torques are exactly those of the chosen terms."""
    chosen = tuple(
        replace(term, coefficient=term.coefficient * factor)
        for term, factor in zip(equations.terms, choice, strict=True)
        if factor
    )
    ring, elements = equations.variables.ring, equations.variables.elements
    expected = replace(equations, terms=chosen).torque_system().evaluate(elements, ring.constant(1))
    found = system.evaluate(elements, ring.constant(1))
    zero = ring.constant(0)
    return all(found.get(label, zero) == expected.get(label, zero) for label in {*found, *expected})


def test_a_cut_is_the_torque_of_its_choice(kept: ChainEquations, factored: System):
    expansion, rng = Expansion(kept, kept.terms), random.Random(1)
    everything = (Fraction(1),) * len(kept.terms)
    before = factored.cost
    made = [found for _ in range(40) if (found := expansion.cut(factored, everything, rng)) is not None]
    assert made
    for choice, system in made:
        assert choice != everything
        assert same(kept, choice, system)
    assert min(system.cost for _, system in made) < before
    assert factored.cost == before


def test_adjusting_reaches_any_choice(kept: ChainEquations, factored: System):
    expansion, rng = Expansion(kept, kept.terms), random.Random(2)
    for _ in range(5):
        choice = tuple(Fraction(rng.choice((0, 1, 1, 2))) for _ in kept.terms)
        assert same(kept, choice, expansion.adjusted(factored, choice))


def test_nothing_to_adjust_changes_no_cost(kept: ChainEquations, factored: System):
    everything = (Fraction(1),) * len(kept.terms)
    assert Expansion(kept, kept.terms).adjusted(factored, everything).cost == factored.cost


def test_dropping_all_of_a_joint_leaves_it_no_torque(kept: ChainEquations, factored: System):
    choice = tuple(Fraction(0 if 2 in term.rows else 1) for term in kept.terms)
    assert same(kept, choice, Expansion(kept, kept.terms).adjusted(factored, choice))
