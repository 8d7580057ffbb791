"""What mechanics demands of every model."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from helpers.oracle import EXACT, Oracle

from puma560_dynamics import DynamicModel
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.terms import OperationCount, velocity_pairs


def test_every_model_agrees_with_the_oracle(model: DynamicModel, oracle: Oracle):
    assert max(oracle.disagreement(model).values()) < EXACT


def test_kinetic_energy_matrix_is_symmetric_positive_definite(model: DynamicModel, states):
    a = model.kinetic_energy_matrix(states[0])
    np.testing.assert_allclose(a, a.transpose(0, 2, 1), rtol=0, atol=1e-13)
    assert np.linalg.eigvalsh(a).min() > 0.0


def christoffel(model: DynamicModel, q: np.ndarray) -> np.ndarray:
    """(n, n, n): beta^{i,jk} of equation (6), rebuilt from B and C by equations (4) and (5)."""
    b, c, n = model.coriolis_coefficients(q), model.centrifugal_coefficients(q), len(q)
    beta = np.zeros((n, n, n))
    for column, (j, k) in enumerate(velocity_pairs(n)):
        beta[:, j, k] = beta[:, k, j] = 0.5 * b[:, column]
    for j in range(n):
        beta[:, j, j] = c[:, j]
    return beta


def slopes(model: DynamicModel, q: np.ndarray, step: float = 1e-5) -> np.ndarray:
    """(n, n, n): dA_ij/dq_k by central differences of fourth order."""
    n = len(q)
    moved = [model.kinetic_energy_matrix(q + m * step * np.eye(n)) for m in (-2, -1, 1, 2)]
    return np.moveaxis((moved[0] - 8 * moved[1] + 8 * moved[2] - moved[3]) / (12 * step), 0, 2)


def test_christoffel_symbols_are_the_slopes_of_the_kinetic_energy_matrix(model: DynamicModel, states):
    for q in states[0][:5]:
        da = slopes(model, q)
        # beta^{i,jk} = (dA_ij/dq_k + dA_ik/dq_j - dA_jk/dq_i) / 2
        expected = 0.5 * (da + da.transpose(0, 2, 1) - da.transpose(2, 0, 1))
        np.testing.assert_allclose(christoffel(model, q), expected, atol=2e-9)


def test_adot_less_2c_is_skew(model: DynamicModel, states):
    """With the Christoffel form of the Coriolis matrix; power of the velocity terms is that of dA/dt."""
    for q, qd in zip(states[0][:5], states[1][:5], strict=True):
        coriolis = model.coriolis_matrix(q, qd)
        np.testing.assert_allclose(coriolis, np.einsum("ijk,k->ij", christoffel(model, q), qd), atol=1e-13)
        rate = np.einsum("ijk,k->ij", slopes(model, q), qd)
        skew = rate - 2.0 * coriolis
        np.testing.assert_allclose(skew, -skew.T, atol=1e-7)


def test_gravity_does_no_work_around_a_loop(model: DynamicModel):
    """g = dV/dq: the line integral around any closed path vanishes."""
    phase = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    rng = np.random.default_rng(8)
    center, one, two = rng.uniform(-1, 1, (3, 6))
    q = center + np.outer(np.cos(phase), one) + np.outer(np.sin(2 * phase), two)
    dq = np.outer(-np.sin(phase), one) + np.outer(2 * np.cos(2 * phase), two)
    work = np.sum(model.gravity(q) * dq) * (phase[1] - phase[0])
    effort = np.sum(np.abs(model.gravity(q) * dq)) * (phase[1] - phase[0])
    assert abs(work) < 1e-12 * effort


def test_forward_dynamics_undoes_inverse_dynamics(model: DynamicModel, states):
    q, qd, qdd = states
    tau = model.torque(q, qd, qdd)
    np.testing.assert_allclose(model.acceleration(q, qd, tau), qdd, atol=1e-10)
    np.testing.assert_allclose(model.acceleration(q[0], qd[0], tau[0]), qdd[0], atol=1e-10)


def test_terms_add_up(model: DynamicModel, states):
    terms = model.terms(*states)
    np.testing.assert_allclose(terms.total, model.torque(*states), atol=1e-11)
    rest = np.zeros_like(states[0])
    np.testing.assert_allclose(terms.gravity, model.torque(states[0], rest, rest), atol=1e-12)


def test_torque_and_gravity_of_many_states_and_of_one(model: DynamicModel, states):
    for some in (states, [part[0] for part in states]):
        torque, gravity = model.torque_and_gravity(*some)
        np.testing.assert_allclose(torque, model.terms(*some).total, atol=1e-11)
        np.testing.assert_allclose(gravity, model.gravity(some[0]), atol=1e-12)
    with pytest.raises(StateError):
        model.torque_and_gravity(*(np.full(model.arm.n, np.nan) for _ in range(3)))


def test_coriolis_matrix_times_velocity_is_the_velocity_torque(model: DynamicModel, states):
    q, qd, _ = states
    torque = np.einsum("...ij,...j->...i", model.coriolis_matrix(q, qd), qd)
    terms = model.terms(q, qd, 0)
    np.testing.assert_allclose(torque, terms.coriolis + terms.centrifugal, atol=1e-11)


def test_velocity_pairs_are_the_papers_columns():
    assert [tuple(pair) for pair in velocity_pairs(6)] == list(combinations(range(6), 2))
    with pytest.raises(ValueError, match="read-only"):
        velocity_pairs(6)[0, 0] = 3


def test_operation_count_total():
    assert OperationCount(739, 426).total == 1165
