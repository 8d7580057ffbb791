"""Slopes of the kinetic energy: Kane's in every form, and what momentum and energy imply for numbers."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.emdeg.random_chains import chains
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics import load_model
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.chain.gauge import LEVEL, SECOND, Gauge
from puma560_dynamics.emdeg.proof import check_identity
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.emdeg.tasks.starting_form import ONE, StartingForm, units
from puma560_dynamics.models.generated.generated_model import GeneratedModel

GAUGES = st.builds(Gauge, st.sampled_from(SECOND), st.sampled_from(("", *LEVEL)), st.booleans())


@trials(40)
@given(chains(most=6, least=3), st.data())
def test_torque_of_velocities_momentum_and_slopes_are_kanes(chain: Chain, data: st.DataObject):
    """Arms of up to six joints, which are too long for the exact proof of `test_starting_forms`."""
    gauge = tuple(data.draw(GAUGES) for _ in range(chain.n))
    unturned = frozenset(data.draw(st.sets(st.integers(0, chain.n - 1))))
    unit = data.draw(st.sampled_from([ONE, *units(chain)]))
    form = StartingForm(gauge, data.draw(st.integers(0, 2)), unit, unturned)
    for name in ("coriolis_torque", "momentum", "transposed_coriolis_torque"):
        check_identity(chain, name, *task_of(name).system(chain, form))


@pytest.fixture(scope="module")
def model() -> GeneratedModel:
    return load_model("generated")


def test_the_slope_of_the_kinetic_energy_is_the_transposed_torque(model: GeneratedModel):
    """∂T/∂q by the formulas of `models.derivatives`, and d(A q̇)/dt = C q̇ + Cᵀ q̇ at constant velocity."""
    q, qd = np.random.default_rng(4).uniform(-2, 2, (2, 5, 6))
    found = model.transposed_coriolis_torque(q, qd)
    step = 1e-4 * np.eye(6)
    energy = [model.kinetic_energy(q[:, None] + k * step, qd[:, None]) for k in (-2, -1, 1, 2)]
    slope = np.tensordot([1, -8, 8, -1], energy, 1) / 12e-4
    np.testing.assert_allclose(found, slope, atol=1e-9)
    ahead, behind = (model.momentum(q + s * 1e-4 * qd, qd) for s in (1, -1))
    np.testing.assert_allclose((ahead - behind) / 2e-4, found + model.coriolis_torque(q, qd), atol=1e-6)
