"""A simulated arm keeps the laws of mechanics; one that breaks them is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.errors import SimulationError, StateError
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.simulation.simulate import SWUNG, constant, kinetic_energy, potential_energy, simulate, toward


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


STATES = np.random.default_rng(4).uniform(-1, 1, (5, 2, 6))


def test_a_constant_torque_is_the_same_at_every_time_and_state():
    given = np.arange(6.0)
    law = constant(given, 6)
    given[0] = 9.0  # what becomes of the array later does not matter
    for k, (q, qd) in enumerate(STATES):
        np.testing.assert_array_equal(law(float(k), q, qd), np.arange(6.0))


def test_at_rest_at_its_target_an_arm_is_held_against_gravity_alone(arm: Arm):
    model, goal = load_model("generated", arm), STATES[0, 0]
    law = toward(model, goal)
    np.testing.assert_array_equal(law(0.0, goal, np.zeros(6)), model.gravity(goal))


def test_the_torque_drives_back_and_damps(arm: Arm):
    model, goal = load_model("generated", arm), STATES[0, 0]
    law, held = toward(model, goal), model.gravity(goal)
    for q, qd in STATES[1:]:
        back = law(0.0, q, np.zeros(6)) - model.gravity(q)
        assert (np.sign(back) == np.sign(goal - q)).all()
        assert (np.sign(law(0.0, goal, qd) - held) == -np.sign(qd)).all()


def test_near_its_target_the_motion_is_critically_damped(arm: Arm):
    """With the inertia of the target alone on its diagonal: derivative² = 4 proportional inertia, joint by joint."""
    model, goal = load_model("generated", arm), STATES[0, 0]
    law, held = toward(model, goal), model.gravity(goal)
    step = 1e-3 * np.eye(6)
    stiffness = np.array([
        (law(0.0, goal - row, np.zeros(6)) - model.gravity(goal - row))[k] / 1e-3 for k, row in enumerate(step)
    ])  # fmt: skip
    damping = np.array([(held - law(0.0, goal, row))[k] / 1e-3 for k, row in enumerate(step)])
    inertia = np.diag(model.mass_matrix(goal))
    np.testing.assert_allclose(damping**2, 4 * stiffness * inertia, rtol=1e-9)


@pytest.mark.parametrize("wrong", [np.zeros(5), np.zeros((2, 6)), np.full(6, np.nan)])
def test_one_finite_number_a_joint(arm: Arm, wrong: np.ndarray):
    with pytest.raises(StateError, match="torque"):
        constant(wrong, 6)
    with pytest.raises(StateError, match="target"):
        toward(load_model("generated", arm), wrong)


def test_as_pinocchio_computes_it(arm: Arm):
    pin = pytest.importorskip("pinocchio")
    engine = pin.buildModelFromXML(urdf(arm))
    engine.gravity.linear = np.array(arm.gravity_vector)
    data = engine.createData()
    rng = np.random.default_rng(1)
    q, qd = rng.uniform(-np.pi, np.pi, (50, 6)), rng.uniform(-5, 5, (50, 6))
    kinetic = [pin.computeKineticEnergy(engine, data, *state) + 0.5 * arm.motor_inertia @ state[1] ** 2
               for state in zip(q, qd, strict=True)]  # fmt: skip
    potential = np.array([pin.computePotentialEnergy(engine, data, row) for row in q])
    np.testing.assert_allclose(kinetic_energy(load_model("generated", arm), q, qd), kinetic, rtol=1e-13)
    # The description may hold what never moves; only differences count.
    ours = potential_energy(arm, q)
    np.testing.assert_allclose(ours - ours[0], potential - potential[0], atol=1e-12)


@pytest.mark.parametrize("direction", [(0.0, 0.0, -1.0), (0.6, 0.0, -0.8)])
def test_gravity_is_the_gradient(arms: Callable[[int], list[Arm]], direction: tuple[float, ...]):
    step = 1e-5
    for arm in arms(3):
        tilted = arm.with_(gravity_direction=np.array(direction))
        model = load_model("newton_euler", tilted)
        q = np.random.default_rng(2).uniform(-np.pi, np.pi, 6)
        moved = step * np.eye(6)
        slope = (potential_energy(tilted, q + moved) - potential_energy(tilted, q - moved)) / (2 * step)
        np.testing.assert_allclose(slope, model.gravity(q), atol=1e-7)


def test_gravity_is_the_gradient_where_a_joint_slides():
    arm, step = load_arm("stanford1983"), 1e-5
    assert any(joint.slides for joint in arm.joints)
    q = np.random.default_rng(4).uniform(-1, 1, 6)
    moved = step * np.eye(6)
    slope = (potential_energy(arm, q + moved) - potential_energy(arm, q - moved)) / (2 * step)
    np.testing.assert_allclose(slope, load_model("newton_euler", arm).gravity(q), atol=1e-7)


def test_one_state_and_many(arm: Arm):
    q = np.random.default_rng(3).uniform(-1, 1, (4, 6))
    np.testing.assert_allclose([potential_energy(arm, row) for row in q], potential_energy(arm, q), rtol=1e-14)
