"""The reconstruction of Izaguirre and Paul's matrix: within its count, with the error it states, exact when whole."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.models.payload.payload_counts import payload_counts
from puma560_dynamics.models.sampling import sample_states
from puma560_dynamics.papers.akb.izaguirre_paul import (
    ABSTRACT_COEFFICIENTS,
    ABSTRACT_POINT_LOAD,
    PAPER_SIMPLIFIED,
    Simplified,
    simplified,
)


@pytest.fixture(scope="module")
def model(arm: Arm) -> Simplified:
    return simplified(arm)


def test_as_many_calculations_as_table_3_prints_and_no_term_more(arm: Arm, model: Simplified):
    assert PAPER_SIMPLIFIED - 5 < model.count.total <= PAPER_SIMPLIFIED
    assert len(model.equations.terms) < model.terms
    assert {term.kind for term in model.equations.terms} == {"a"}


def test_its_error_agrees_with_newton_euler(arm: Arm, model: Simplified):
    """On the fitted samples and on fresh ones, elementwise and as torque."""
    exact = load_model("newton_euler", arm)
    for seed, slack in ((1986, 1.0 + 1e-9), (7, 1.05)):
        q, _, qdd = sample_states(arm, 5000, seed)
        true = exact.kinetic_energy_matrix(q)
        error = model.kinetic_energy_matrix(q) - true
        size = np.sqrt(np.einsum("kii->ki", true))
        relative = (np.abs(error) / (size[:, :, None] * size[:, None, :])).max()
        assert relative <= slack * model.relative_error
        share = np.abs(np.einsum("kij,kj->ki", error, qdd)).max(axis=0) / arm.maximum_torque
        assert (share <= slack * model.torque_share).all()
        assert (share > 0.5 * model.torque_share).all()  # the bound is near what some accelerations do
        if seed == 1986:
            assert relative == pytest.approx(model.relative_error, rel=1e-9)


def test_twice_the_calculations_are_exact_and_half_are_worse(arm: Arm, model: Simplified):
    whole, short = simplified(arm, 150), simplified(arm, 25)
    q = sample_states(arm, 200)[0]
    exact = load_model("newton_euler", arm).kinetic_energy_matrix(q)
    np.testing.assert_allclose(whole.kinetic_energy_matrix(q), exact, rtol=0, atol=1e-12 * np.abs(exact).max())
    assert whole.relative_error == 0.0
    assert short.count.total <= 25
    assert short.torque_share.max() > model.torque_share.max() > 0.0
    assert short.relative_error > model.relative_error


def test_it_stays_positive_definite(arm: Arm, model: Simplified):
    """A simulation solves with it: what was dropped must not make it indefinite."""
    assert np.linalg.eigvalsh(model.kinetic_energy_matrix(sample_states(arm, 2000)[0])).min() > 0.0


def test_with_gravity_it_has_what_the_abstract_counts(arm: Arm, model: Simplified):
    both = simplified(arm, ABSTRACT_COEFFICIENTS.total, gravity=True)
    assert both.count.total <= ABSTRACT_COEFFICIENTS.total
    assert {term.kind for term in both.equations.terms} == {"a", "g"}
    q = sample_states(arm, 3)[0]
    one = both.kinetic_energy_matrix(q[1])
    np.testing.assert_allclose(one, both.kinetic_energy_matrix(q)[1], atol=1e-14)


def test_a_point_mass_costs_about_what_izaguirre_and_paul_count(arm: Arm):
    """Their abstract: 160 products and 101 sums more for A and g; the method is not theirs."""
    ours = payload_counts(arm, Payload.of(2.3, (0.05, -0.03, 0.12)))["coefficients"]
    assert abs(ours.total / ABSTRACT_POINT_LOAD.total - 1.0) < 0.1
