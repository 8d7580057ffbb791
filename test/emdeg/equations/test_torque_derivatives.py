"""Derivatives of the torque: Kane's exactly in any gauge, Pinocchio's in numbers, and what they imply."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.emdeg.random_chains import chains
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.chain.gauge import LEVEL, SECOND, Gauge
from puma560_dynamics.emdeg.proof import check_identity
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.emdeg.tasks.starting_form import ONE, StartingForm, units
from puma560_dynamics.models.generated.generated_model import GeneratedModel
from puma560_dynamics.models.recursive.pinocchio_model import PinocchioModel

STATES = np.random.default_rng(3).uniform(-2, 2, (3, 5, 6))


@trials(60)
@given(chains(most=5), st.data())
def test_derivatives_are_kanes(chain: Chain, data: st.DataObject):
    gauge = tuple(
        data.draw(st.builds(Gauge, st.sampled_from(SECOND), st.sampled_from(("", *LEVEL)))) for _ in range(chain.n)
    )
    unturned = frozenset(data.draw(st.sets(st.integers(0, chain.n - 1))))
    form = StartingForm(gauge, 0, data.draw(st.sampled_from([ONE, *units(chain)])), unturned)
    for name in ("torque_derivatives", "gravity_derivative", "coriolis_matrix", "acceleration_derivatives"):
        check_identity(chain, name, *task_of(name).system(chain, form))


@pytest.fixture(scope="module")
def model() -> GeneratedModel:
    return load_model("generated")


def parts(flat: FloatArray) -> tuple[FloatArray, ...]:
    """Torque, its derivatives by position and velocity, and A."""
    torque, *matrices = np.split(flat, [6, 42, 78], axis=-1)
    return torque, *(matrix.reshape(*matrix.shape[:-1], 6, 6) for matrix in matrices)


def test_derivatives_are_pinocchios(model: GeneratedModel):
    pinocchio = pytest.importorskip("pinocchio")
    peer = PinocchioModel(load_arm("akb1986"))
    torque, by_position, by_velocity, inertia = parts(model.evaluate("torque_derivatives", *STATES))
    for row, state in enumerate(zip(*STATES, strict=True)):
        pinocchio.computeRNEADerivatives(peer._model, peer._data, *state)
        for found, expected in ((by_position, peer._data.dtau_dq), (by_velocity, peer._data.dtau_dv)):
            np.testing.assert_allclose(found[row], expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    np.testing.assert_allclose(torque, model.torque(*STATES), rtol=1e-12)
    np.testing.assert_allclose(inertia, model.kinetic_energy_matrix(STATES[0]), rtol=1e-12, atol=1e-14)


def test_gravity_is_the_torque_at_rest(model: GeneratedModel):
    still = np.zeros_like(STATES[0])
    _, by_position, _, _ = parts(model.evaluate("torque_derivatives", STATES[0], still, still))
    found = model.evaluate("gravity_derivative", STATES[0])
    np.testing.assert_allclose(found, by_position, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(found, np.swapaxes(found, -1, -2))


def test_the_coriolis_matrix_is_passive(model: GeneratedModel):
    """C q̇ is the velocity torque, and Ȧ = C + Cᵀ, with Ȧ by central differences."""
    q, qd, _ = STATES
    found = model.evaluate("coriolis_matrix", q, qd)
    expected = model.torque(q, qd, 0) - model.gravity(q)
    np.testing.assert_allclose(np.einsum("...ij,...j", found, qd), expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found, model.coriolis_matrix(q, qd), rtol=0, atol=1e-12)
    step = 1e-4
    rate = (model.kinetic_energy_matrix(q + step * qd) - model.kinetic_energy_matrix(q - step * qd)) / (2 * step)
    np.testing.assert_allclose(found + np.swapaxes(found, -1, -2), rate, rtol=0, atol=1e-6)
