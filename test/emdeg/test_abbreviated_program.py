"""Programs of abbreviated models: exactly the kept terms, within the bound, exact if nothing is left out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from helpers.emdeg.chain_numbers import torque
from helpers.emdeg.random_chains import chains, planar
from helpers.trials import trials
from hypothesis import example, given
from hypothesis import strategies as st

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.abbreviated_program import (
    abbreviated_names,
    abbreviated_system,
    check_exact_terms,
    prove_kept,
    recovered,
)
from puma560_dynamics.emdeg.abbreviation.abbreviate import MOST_TERMS, abbreviate
from puma560_dynamics.emdeg.abbreviation.bounds import guaranteed_shares
from puma560_dynamics.emdeg.abbreviation.ranges import Ranges
from puma560_dynamics.emdeg.abbreviation.significance_rule import PAPER_RULE, SignificanceRule
from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint
from puma560_dynamics.emdeg.proof import prove
from puma560_dynamics.errors import AbbreviationError, DerivationError
from puma560_dynamics.models.sampling import ranges_of

HORIZONTAL = planar(3, (0, -9.81, 0))
"""Parallel horizontal axes: gravity depends on the angle of the first joint, the kinetic energy does not."""


def box(chain: Chain) -> Ranges:
    return Ranges((-1.5,) * chain.n, (1.0,) * chain.n, (2.0,) * chain.n, (5.0,) * chain.n)


@trials(20)
@given(chains(most=3), st.fractions(0, 1), st.fractions(0, 1))
@example(HORIZONTAL, Fraction(1, 5), Fraction(1, 5))
def test_the_error_is_within_the_bound_at_every_state(chain: Chain, within: Fraction, of_joint: Fraction):
    model = abbreviate(chain, box(chain), [2.0] * chain.n, SignificanceRule(within, of_joint))
    system = abbreviated_system(model, "torque", 20)
    bounds = guaranteed_shares(model.exact, model.kept.terms, model.ranges, model.maximum_torque, pieces=100)
    for q, qd, qdd in zip(*box(chain).sample(20, 4), strict=True):
        found = system.evaluate(model.exact.values(q, qd, qdd), 1.0)
        exact = torque(chain, q, qd, qdd)
        for i, (bound, wanted) in enumerate(zip(bounds, exact, strict=True)):
            error = abs(float(found.get(f"tau_{i + 1}", 0.0)) - wanted)
            assert error <= 2.0 * bound + 1e-11 * max(np.abs(exact).max(), 1.0)


@trials(20)
@given(chains(most=3))
@example(HORIZONTAL)
def test_thresholds_of_zero_give_the_exact_model(chain: Chain):
    model = abbreviate(chain, box(chain), [2.0] * chain.n, SignificanceRule(Fraction(0), Fraction(0)))
    check_exact_terms(model.exact)
    for name in abbreviated_names():
        prove(chain, name, abbreviated_system(model, name, 5), model.exact.variables)
    assert guaranteed_shares(model.exact, model.kept.terms, model.ranges, model.maximum_torque) == (0.0,) * chain.n


def test_arms_with_horizontal_axes_can_be_searched():
    model = abbreviate(HORIZONTAL, box(HORIZONTAL), [20.0] * 3, 0.05, moves=15)
    assert 0 < len(model.kept.terms) < len(model.exact.terms)
    assert model.torque_error(seed=0)[1].max() <= 0.05
    prove_kept(model, "torque", model.system())


def test_larger_thresholds_give_larger_bounds(arm: Arm):
    chain, ranges, torques = arm.exact_chain, ranges_of(arm), arm.maximum_torque.tolist()
    kept, bounds = [], []
    for percent in (0, 1, 10):
        rule = SignificanceRule(Fraction(percent, 100), Fraction(percent, 1000))
        model = abbreviate(chain, ranges, torques, rule)
        kept.append(len(model.kept.terms))
        bounds.append(guaranteed_shares(model.exact, model.kept.terms, ranges, torques, pieces=500))
    assert kept == sorted(kept, reverse=True)
    assert bounds[0] == (0.0,) * 6
    assert max(bounds[1]) < max(bounds[2])


def test_a_factored_program_with_other_terms_is_refused(arm: Arm):
    chain, ranges, torques = arm.exact_chain, ranges_of(arm), arm.maximum_torque.tolist()
    model = abbreviate(chain, ranges, torques, PAPER_RULE)
    fewer = replace(model, kept=replace(model.exact, terms=model.kept.terms[1:]))
    for name in ("torque", "all_elements"):
        with pytest.raises(DerivationError, match="does not have the terms that were kept"):
            prove_kept(fewer, name, abbreviated_system(model, name, 0))


def test_terms_are_recovered_from_a_stored_system(arm: Arm):
    chain, ranges, torques = arm.exact_chain, ranges_of(arm), arm.maximum_torque.tolist()
    model = abbreviate(chain, ranges, torques, PAPER_RULE)
    stored = abbreviated_system(model, "all_elements", 20)
    again = recovered(chain, ranges, torques, PAPER_RULE, stored)
    assert again.kept.terms == model.kept.terms
    assert again.maximum_torque == model.maximum_torque


def test_what_has_no_abbreviated_form_is_refused(arm: Arm):
    model = abbreviate(arm.exact_chain, ranges_of(arm), arm.maximum_torque.tolist(), PAPER_RULE)
    with pytest.raises(AbbreviationError, match="'kinetic_energy' has no abbreviated form"):
        abbreviated_system(model, "kinetic_energy", 1)


def test_equations_with_too_many_terms_are_refused():
    """Seven general bodies on turned axes: tens of thousands of terms."""
    body = Body(2, (0.1, 0.2, 0.3), (0.5, 0.6, 0.7, 0.01, 0.02, 0.03))
    joints = tuple(ChainJoint(f"j{i}", cos_alpha=0, sin_alpha=1 - 2 * (i % 2), a=0.1, d=0.2) for i in range(6))
    chain = Chain("many", joints, (body,) * 6)
    with pytest.raises(AbbreviationError, match=f"at most {MOST_TERMS} can be factored"):
        abbreviate(chain, box(chain), [1.0] * 6, SignificanceRule(Fraction(0), Fraction(0)))


def test_a_matrix_that_is_not_positive_definite_is_noticed():
    """A point mass close to the second axis: without the varying part of a_11, the coupling is too large."""
    chain = Chain(
        "pair",
        (ChainJoint("one", cos_alpha=1, sin_alpha=0), ChainJoint("two", cos_alpha=1, sin_alpha=0, a=1)),
        (Body(0), Body(1, (0.01, 0, 0))),
        (0, 0, 0),
    )
    ranges = Ranges((-1.0, -1.0), (1.0, 1.0), (1.0, 1.0), (1.0, 1.0))
    model = abbreviate(chain, ranges, [1.0, 1.0], SignificanceRule(Fraction(0), Fraction(0)))
    light = [term for term in model.exact.terms if term.key[:2] != ("a", (0, 0)) or not term.factors]
    assert model.is_positive_definite(500)
    assert not replace(model, kept=replace(model.exact, terms=tuple(light))).is_positive_definite(500)
