"""A simulated arm keeps the laws of mechanics; one that breaks them is found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import SimulationError, StateError
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.simulation.laws import constant, toward
from puma560_dynamics.simulation.simulate import SWUNG, simulate


@pytest.mark.parametrize("kind", ["generated", "full", "newton_euler"])
def test_a_free_swing_keeps_its_energy(kind: str, arm: Arm):
    found = simulate(load_model(kind, arm), SWUNG, 1.0 if kind == "newton_euler" else 5.0)
    assert found.kinetic.max() > 5.0
    assert found.drift < 1e-11
    assert not found.work.any()
    assert not found.torque.any()


def test_the_energy_drifts_with_the_tolerance(arm: Arm):
    model = load_model("generated", arm)
    coarse, fine = (simulate(model, SWUNG, 5.0, tolerance=tolerance).drift for tolerance in (1e-6, 1e-9))
    assert 1e-10 < coarse < 1e-4
    assert fine < 0.02 * coarse


def test_a_model_that_leaves_terms_out_does_not_keep_energy(arm: Arm):
    """The abbreviated g and A are no longer of one arm: the measure finds it."""
    assert simulate(load_model("abbreviated", arm), SWUNG, 2.0).drift > 1e-4


def test_a_loaded_arm_keeps_its_energy(arm: Arm):
    payload = Payload.of(2.0, (0.02, -0.03, 0.1), (0.01, 0.02, 0.015, 0.001, 0.0, 0.002))
    assert simulate(load_model("generated", arm, payload), SWUNG, 0.5).drift < 1e-11


def test_an_arm_that_slides_keeps_its_energy():
    found = simulate(load_model("newton_euler", "stanford1983"), (0.2, 0.7, 0.3, 0.4, 0.5, 0.1), 0.3)
    assert found.kinetic.max() > 1.0
    assert found.drift < 1e-11


def test_work_of_a_constant_torque(arm: Arm):
    torque = np.array([5.0, -20.0, 8.0, 0.5, 0.2, -0.1])
    found = simulate(load_model("generated", arm), SWUNG, 2.0, law=constant(torque, 6))
    np.testing.assert_allclose(found.work, (found.q - found.q[0]) @ torque, atol=1e-10 * np.abs(found.work).max())
    assert found.drift < 1e-11
    assert (found.torque == torque).all()


def test_the_controller_arrives_and_its_work_is_accounted_for(arm: Arm):
    goal = np.array([0.5, -1.0, 1.2, 0.1, -0.4, 0.7])
    found = simulate(load_model("generated", arm), SWUNG, 3.0, law=toward(load_model("full", arm), goal))
    np.testing.assert_allclose(found.q[-1], goal, atol=1e-6)
    assert found.drift < 1e-10
    assert found.kinetic[-1] < 1e-10


def test_balance_in_equilibrium(arm: Arm):
    """Nothing moves, so nothing is the scale of the drift."""
    weightless = arm.with_(gravity=0.0)
    found = simulate(load_model("newton_euler", weightless), SWUNG, 0.2)
    assert found.drift == 0.0
    assert (found.q == np.array(SWUNG)).all()


def test_back_in_time(arm: Arm):
    """A frictionless arm whose velocities are turned round goes back where it came from."""
    model = load_model("generated", arm)
    there = simulate(model, SWUNG, 1.5)
    back = simulate(model, there.q[-1], 1.5, qd=-there.qd[-1])
    np.testing.assert_allclose(back.q[-1], SWUNG, atol=1e-9)


def test_samples(arm: Arm):
    found = simulate(load_model("generated", arm), SWUNG, 0.35, rate=10.0)
    np.testing.assert_allclose(found.time, [0.0, 0.1, 0.2, 0.3, 0.35])
    with pytest.raises(ValueError, match="read-only"):
        found.q[0] = 0.0


@pytest.mark.parametrize("wrong", [{"duration": 0.0}, {"rate": np.nan}, {"tolerance": 1e-16}, {"tolerance": np.nan}])
def test_what_is_out_of_range(wrong: dict[str, Any], arm: Arm):
    with pytest.raises(SimulationError, match="expected"):
        simulate(load_model("full", arm), SWUNG, **{"duration": 1.0, **wrong})


def test_wrong_states(arm: Arm):
    model = load_model("full", arm)
    with pytest.raises(StateError):
        simulate(model, np.zeros((2, 6)), 1.0)
    with pytest.raises(StateError):
        simulate(model, np.full(6, np.nan), 1.0)
    with pytest.raises(StateError):
        constant(np.zeros((2, 6)), 6)


def test_a_motion_that_diverges_is_reported(arm: Arm):
    with pytest.raises(SimulationError, match="cannot be followed"):
        simulate(load_model("generated", arm), SWUNG, 10.0, law=lambda _t, _q, qd: 1e3 * qd**3)


def test_progress_goes_from_nothing_to_the_end_and_changes_nothing(arm: Arm):
    model = load_model("generated", arm)
    shares: list[float] = []
    watched = simulate(model, SWUNG, 0.5, progress=shares.append)
    assert shares[0] == 0.0 and max(shares) == pytest.approx(1.0)
    assert len(shares) == watched.evaluations
    np.testing.assert_array_equal(watched.q, simulate(model, SWUNG, 0.5).q)


def test_a_motion_is_of_a_model(arm: Arm):
    with pytest.raises(TypeError, match=r"^expected a model, got .*; `load_model\(arm=\.\.\.\)` makes one$"):
        simulate(arm, np.zeros(6), 1.0)  # type: ignore[arg-type]
