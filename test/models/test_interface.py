"""What mechanics demands of every model."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from helpers.oracle import EXACT, Oracle, random_states

from puma560_dynamics import DynamicModel, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.interface import OperationCount, velocity_pairs

EXACT_KINDS = ["full", "generated", "newton_euler", "pinocchio", "walker_orin"]


@pytest.fixture(params=EXACT_KINDS)
def model(request: pytest.FixtureRequest, arm: Arm) -> DynamicModel:
    """Each exact model of the paper's arm."""
    if request.param == "pinocchio":
        pytest.importorskip("pinocchio")
    return load_model(request.param, arm)


@pytest.fixture
def states() -> tuple[np.ndarray, ...]:
    """A few random states."""
    return random_states(np.random.default_rng(2), 40)


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


@pytest.mark.parametrize(
    ("method", "tail"),
    [
        ("kinetic_energy_matrix", (6, 6)),
        ("coriolis_coefficients", (6, 15)),
        ("centrifugal_coefficients", (6, 6)),
        ("gravity", (6,)),
    ],
)
def test_shapes(model: DynamicModel, states, method: str, tail: tuple[int, ...]):
    assert getattr(model, method)(states[0][0]).shape == tail
    assert getattr(model, method)(states[0]).shape == (40, *tail)
    assert getattr(model, method)(np.zeros((0, 6))).shape == (0, *tail)
    assert getattr(model, method)([0, 1, 2, 3, 4, 5]).dtype == np.float64


@pytest.mark.parametrize(
    ("q", "words"),
    [
        (np.zeros(5), r"q: expected shape \(…, 6\), got \(5,\)"),
        (np.zeros((6, 2)), r"q: expected shape \(…, 6\), got \(6, 2\)"),
        (0.0, r"expected shape \(…, 6\) of at least one, got q \(\)"),
        ([1j, 0, 0, 0, 0, 0], "q: expected real numbers"),
        (np.zeros(6, dtype=complex), "q: expected real numbers"),
        (["0"] * 6, "q: expected real numbers"),
        (np.full(6, None), "q: expected real numbers"),
        ([0, 0, np.nan, 0, 0, 0], r"not finite at joint index \[2\]"),
        ([0, 0, 0, 0, 0, np.inf], r"not finite at joint index \[5\]"),
        ("abcdef", "expected real numbers"),
        (None, "expected"),
    ],
)
def test_bad_states_get_one_sentence(model: DynamicModel, q, words: str):
    for method in ("kinetic_energy_matrix", "coriolis_coefficients", "centrifugal_coefficients", "gravity"):
        with pytest.raises(StateError, match=words):
            getattr(model, method)(q)


def test_shapes_are_broadcast(model: DynamicModel, states):
    """As numpy does it: any number of leading lengths, and a number for every joint."""
    q, qd, qdd = (part[:6].reshape(2, 3, 6) for part in states)
    flat = [part[:6] for part in states]
    np.testing.assert_array_equal(model.torque(q, qd, qdd), model.torque(*flat).reshape(2, 3, 6))
    np.testing.assert_array_equal(model.acceleration(q, qd, qdd), model.acceleration(*flat).reshape(2, 3, 6))
    np.testing.assert_array_equal(model.mass_matrix(q), model.kinetic_energy_matrix(flat[0]).reshape(2, 3, 6, 6))
    for part, whole in zip(model.elements(q), model.elements(flat[0]), strict=True):
        np.testing.assert_array_equal(part, whole.reshape(2, 3, *whole.shape[1:]))
    np.testing.assert_array_equal(model.terms(q, qd, qdd).total, model.terms(*flat).total.reshape(2, 3, 6))
    np.testing.assert_array_equal(model.torque(q, 0, 0), model.torque(q, np.zeros_like(q), np.zeros_like(q)))
    rows = model.torque(flat[0], qd=flat[1][0], qdd=flat[2][0])
    np.testing.assert_array_equal(rows, model.torque(flat[0], *(np.tile(part[0], (6, 1)) for part in flat[1:])))


def test_coriolis_matrix_times_velocity_is_the_velocity_torque(model: DynamicModel, states):
    q, qd, _ = states
    torque = np.einsum("...ij,...j->...i", model.coriolis_matrix(q, qd), qd)
    terms = model.terms(q, qd, 0)
    np.testing.assert_allclose(torque, terms.coriolis + terms.centrifugal, atol=1e-11)


def test_shapes_must_match(model: DynamicModel):
    with pytest.raises(StateError, match=r"broadcasts to one, got q \(3, 6\), qd \(2, 6\), qdd \(6,\)"):
        model.torque(np.zeros((3, 6)), np.zeros((2, 6)), np.zeros(6))
    with pytest.raises(TypeError, match="torque takes q, qd, qdd"):
        model.torque(np.zeros(6), np.zeros(6))
    with pytest.raises(StateError, match="tau"):
        model.acceleration(np.zeros(6), np.zeros(6), [1, 2, 3, 4, 5, np.nan])


def test_velocity_pairs_are_the_papers_columns():
    assert [tuple(pair) for pair in velocity_pairs(6)] == list(combinations(range(6), 2))
    with pytest.raises(ValueError, match="read-only"):
        velocity_pairs(6)[0, 0] = 3


def test_operation_count_total():
    assert OperationCount(739, 426).total == 1165
